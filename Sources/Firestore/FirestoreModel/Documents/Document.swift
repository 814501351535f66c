/// A document as the server has it.
package struct Document: Sendable, Equatable {
    package var name: DocumentName
    package var fields: MapValue
    /// When the document was created; nil in a document to be written.
    package var createTime: Timestamp?
    /// When the document last changed; nil in a document to be written.
    package var updateTime: Timestamp?

    package init(
        name: DocumentName, fields: MapValue, createTime: Timestamp? = nil, updateTime: Timestamp? = nil
    ) {
        self.name = name
        self.fields = fields
        self.createTime = createTime
        self.updateTime = updateTime
    }
}

/// A set of field paths that limits what a read returns or a write touches.
package struct DocumentMask: Sendable, Equatable {
    package var fieldPaths: [FieldPath]

    package init(_ fieldPaths: [FieldPath]) {
        self.fieldPaths = fieldPaths
    }

    /// The fields of the mask, in their order; missing paths are left out.
    package func project(_ fields: MapValue) -> MapValue {
        DocumentMask.project(fields, paths: fieldPaths, depth: 0)
    }

    /// Compares the names of the paths at one depth; the names before it have led to these fields.
    private static func project(_ fields: MapValue, paths: [FieldPath], depth: Int) -> MapValue {
        var result = MapValue(minimumCapacity: min(fields.count, paths.count))
        for (name, value) in fields {
            // Stays empty, and so costs nothing, for paths of single names, as most are.
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
                // An empty result is left out.
                if !projected.isEmpty { result[name] = .map(projected) }
            }
        }
        return result
    }
}
