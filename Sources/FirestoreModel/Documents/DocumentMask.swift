/// A set of field paths that limits what a read returns or a write touches.
package struct DocumentMask: Sendable, Equatable {
    package var fieldPaths: [FieldPath]

    package init(_ fieldPaths: [FieldPath]) {
        self.fieldPaths = fieldPaths
    }

    /// The fields that the mask names, in their order; paths that are not there are left out.
    package func project(_ fields: MapValue) -> MapValue {
        project(fields, paths: fieldPaths.map { $0.names[...] })
    }

    private func project(_ fields: MapValue, paths: [ArraySlice<FieldName>]) -> MapValue {
        var result = MapValue()
        for (name, value) in fields {
            let below = paths.filter { $0.first == name }.map { $0.dropFirst() }
            if below.contains(where: \.isEmpty) {
                result[name] = value
            } else if !below.isEmpty, let inner = value.mapValue {
                let projected = project(inner, paths: below)
                // A map of which nothing is left is not there.
                if !projected.isEmpty { result[name] = .map(projected) }
            }
        }
        return result
    }
}
