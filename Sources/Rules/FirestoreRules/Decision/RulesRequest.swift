package import FirestoreModel

/// A request for rules to decide about.
package struct RulesRequest: Sendable {
    /// The signed-in user; nil if nobody is signed in.
    package var auth: RulesAuth?
    package var time: Timestamp
    package var isInTransaction: Bool
    package var database: DatabaseID
    /// The operations, in the order of the request. All must be allowed.
    package var operations: [RulesOperation]
    /// Documents of operations that were left out: like the documents of the others, they do not count as lookups.
    package var otherDocuments: [DocumentPath] = []

    package init(
        auth: RulesAuth?, time: Timestamp, isInTransaction: Bool = false, database: DatabaseID,
        operations: [RulesOperation]
    ) {
        self.auth = auth
        self.time = time
        self.isInTransaction = isInTransaction
        self.database = database
        self.operations = operations
    }
}

extension RulesRequest {
    /// A request for nothing.
    static let none = RulesRequest(auth: nil, time: .zero, database: DatabaseID(project: ""), operations: [])
}

/// A signed-in user as rules see them.
package struct RulesAuth: Sendable {
    /// The token's `sub`.
    package let uid: String?
    /// All claims.
    package let token: RuleMap
    /// Their approximate size in memory, in bytes.
    package let size: Int

    package init(uid: String?, token: RuleMap) {
        self.uid = uid
        self.token = token
        size = SizeEstimate.bytes(of: .map(token), upTo: 1 << 20)
    }
}

/// One document or query of a request.
package enum RulesOperation: Sendable {
    case get(DocumentPath)
    case list(ListOperation)
    case write(WriteOperation)

    var isWrite: Bool {
        if case .write = self { true } else { false }
    }

    /// The document that the operation is about; nil for a list.
    package var document: DocumentPath? {
        switch self {
        case .get(let path): path
        case .write(let write): write.path
        case .list: nil
        }
    }
}

/// A query, or the listing of a collection.
package struct ListOperation: Sendable {
    package var parent: DocumentPath?
    /// The id of the collections; nil for all of them.
    package var collectionID: ResourceID?
    /// Whether to include collections at any depth below the parent.
    package var allDescendants: Bool
    package var limit: Int?
    package var offset: Int
    package var orderBy: [StructuredQuery.Order]
    /// The paths of the selected fields; nil for all. Names of documents do not count.
    package var fields: [String]?
    /// The filter in disjunctive normal form: tests on single fields, of which one conjunction must hold. Each is asked about.
    package var disjuncts: [[Filter]]

    package init(
        parent: DocumentPath?, collectionID: ResourceID?, allDescendants: Bool = false, limit: Int? = nil,
        offset: Int = 0, orderBy: [StructuredQuery.Order] = [], fields: [String]? = nil,
        disjuncts: [[Filter]] = [[]]
    ) {
        self.parent = parent
        self.collectionID = collectionID
        self.allDescendants = allDescendants
        self.limit = limit
        self.offset = offset
        self.orderBy = orderBy
        self.fields = fields
        self.disjuncts = disjuncts
    }
}

/// A write to one document.
package struct WriteOperation: Sendable {
    package enum Kind: Sendable {
        case set, delete, verify
    }

    package var path: DocumentPath
    package var kind: Kind
    /// Whether the write requires the document to exist; nil if it does not say.
    package var exists: Bool?
    /// The fields after the write where they do not depend on what is stored; nil where they do, and for a delete.
    package var knownFields: MapValue?
    /// The paths of the fields that transforms change.
    package var transforms: [String]
    /// The paths of the fields in the write's mask, if it has one.
    package var maskPaths: [FieldPath]?

    package init(
        path: DocumentPath, kind: Kind, exists: Bool? = nil, knownFields: MapValue? = nil,
        transforms: [String] = [], maskPaths: [FieldPath]? = nil
    ) {
        self.path = path
        self.kind = kind
        self.exists = exists
        self.knownFields = knownFields
        self.transforms = transforms
        self.maskPaths = maskPaths
    }

    /// The methods that the write can turn out to be, judging by the write alone.
    var candidates: [RulesMethod] {
        switch (kind, exists) {
        case (.delete, _): [.delete]
        case (.verify, _): [.get]
        case (.set, true?): [.update]
        case (.set, false?): [.create]
        case (.set, nil): [.create, .update]
        }
    }
}
