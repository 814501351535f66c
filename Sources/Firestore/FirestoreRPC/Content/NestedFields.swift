package import FirestoreModel

/// Paths of fields, none of which may be inside another.
package struct NestedFields {
    private var fields: Set<FieldPath> = []
    /// The paths of all maps around the fields.
    private var maps: Set<FieldPath> = []
    /// Paths of more names are refused anyway.
    private static let maximumNames = 20

    package init() {}

    /// Adds a path, which may have been added before.
    ///
    /// - Returns: The outer of two paths if one is inside the other.
    package mutating func insert(_ path: FieldPath) -> FieldPath? {
        if path.names.isEmpty || path.names.count > NestedFields.maximumNames { return nil }
        let around = path.names.indices.dropFirst().map { FieldPath(names: Array(path.names[..<$0])) }
        defer {
            fields.insert(path)
            maps.formUnion(around)
        }
        return maps.contains(path) ? path : around.first { fields.contains($0) }
    }
}
