/// A set of field paths that limits what a read returns or a write touches.
package struct DocumentMask: Sendable, Equatable {
    package var fieldPaths: [FieldPath]

    package init(_ fieldPaths: [FieldPath]) {
        self.fieldPaths = fieldPaths
    }

    /// The fields that the mask names, in their order; paths that are not there are left out.
    package func project(_ fields: MapValue) -> MapValue {
        DocumentMask.project(fields, paths: fieldPaths, depth: 0)
    }

    /// Looks at the names of the paths at one depth; those before it have led to these fields.
    private static func project(_ fields: MapValue, paths: [FieldPath], depth: Int) -> MapValue {
        var result = MapValue(minimumCapacity: min(fields.count, paths.count))
        for (name, value) in fields {
            // Stays empty, and so costs nothing, where paths have single names, as most do.
            var below: [FieldPath] = []
            var isWhole = false
            for path in paths where path.names.count > depth && path.names[depth] == name {
                isWhole = path.names.count == depth + 1
                if isWhole { break }
                below.append(path)
            }
            if isWhole {
                result[name] = value
            } else if !below.isEmpty, let inner = value.innerFields {
                let projected = project(inner, paths: below, depth: depth + 1)
                // A map of which nothing is left is not there.
                if !projected.isEmpty { result[name] = .map(projected) }
            }
        }
        return result
    }
}
