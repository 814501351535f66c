import FirestoreModel

/// An index as production has it, or as a query needs it: fields in an order, then the documents' names.
struct QueryIndex: Hashable, Sendable {
    enum Scope: String, Hashable, Sendable {
        case collection = "COLLECTION"
        case collectionGroup = "COLLECTION_GROUP"
    }

    /// How a field stands in an index.
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

    /// Takes the fields as a file lists them, where a name may stand last.
    init(_ collectionID: ResourceID, _ scope: Scope, _ fields: [Field]) {
        self.collectionID = collectionID
        self.scope = scope
        self.fields = fields.filter { !$0.path.isDocumentID }
        isNameDescending = fields.last?.mode == .descending
    }
}
