import FirestoreModel

/// The single-field indexes, which production creates automatically unless a file says otherwise.
struct FieldOverride: Sendable {
    let collectionID: ResourceID
    /// The field; the path `*` stands for every field.
    let path: FieldPath
    let indexes: [Index]

    struct Index: Hashable, Sendable {
        let mode: QueryIndex.Mode
        let scope: QueryIndex.Scope
    }

    /// Production's automatic indexes of a field.
    static let usual: [Index] = [.ascending, .descending, .contains].map {
        Index(mode: $0, scope: .collection)
    }

    /// The more specific of two overrides for a field; an override of a map applies to its fields.
    static func indexes(of field: FieldPath, in collectionID: ResourceID, _ overrides: [FieldOverride])
        -> [Index]
    {
        let ofCollection = overrides.filter { $0.collectionID == collectionID }
        let closest = ofCollection.filter { $0.path.isPrefix(of: field) }.max {
            $0.path.names.count < $1.path.names.count
        }
        return (closest ?? ofCollection.first { $0.path == FieldPath(["*"]) })?.indexes ?? usual
    }
}
