import FirestoreModel

/// What rules see in the place of a document. The value is created only if a rule reads the whole of it.
enum Sight {
    /// Data that has not been read yet.
    case unknown
    /// No document.
    case nothing
    case document(StoredFields, DocumentPath)
    /// What a query's filters say about a document, or why nothing is known.
    case other(Outcome)

    /// The fields of a document.
    var fields: StoredFields? {
        if case .document(let fields, _) = self { fields } else { nil }
    }

    var isUnknown: Bool {
        switch self {
        case .unknown: true
        case .other(let outcome): outcome.isUnknown
        case .nothing, .document: false
        }
    }

    func outcome(in database: DatabaseID) -> Outcome {
        switch self {
        case .unknown: .failure(.unknown)
        case .nothing: .value(.null)
        case .document(let fields, let path):
            .value(.map(RuleMap(record: ResourceRecord(data: RuleMap(fields), path: path, in: database))))
        case .other(let outcome): outcome
        }
    }
}
