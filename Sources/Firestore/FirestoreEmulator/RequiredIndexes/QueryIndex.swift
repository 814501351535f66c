import FirestoreModel

/// An index as production has it, or as a query needs it: fields in an order, then the documents' names.
struct QueryIndex: Hashable, Sendable {
    enum Scope: String, Hashable, Sendable {
        case collection = "COLLECTION"
        case collectionGroup = "COLLECTION_GROUP"
    }

    /// The mode of a field in an index.
    enum Mode: Hashable, Sendable {
        case ascending, descending
        /// Each element of the field's array.
        case contains
        case vector(dimension: Int)
    }

    struct Field: Hashable, Sendable {
        let path: FieldPath
        let mode: Mode
    }

    let collectionID: ResourceID
    let scope: Scope
    /// Without the name.
    let fields: [Field]
    /// Names follow in the direction of the last field, unless the index says otherwise.
    let isNameDescending: Bool

    /// Creates an index from the fields in a file, the last of which may be the name.
    init(_ collectionID: ResourceID, _ scope: Scope, _ fields: [Field]) {
        self.collectionID = collectionID
        self.scope = scope
        self.fields = fields.filter { !$0.path.isDocumentID }
        isNameDescending = fields.last?.mode == .descending
    }
}

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
