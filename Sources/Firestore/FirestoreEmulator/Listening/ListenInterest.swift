import FirestoreModel

/// Where a change concerns a target.
enum ListenInterest: Hashable, Sendable {
    case document(DocumentPath)
    case collection(CollectionPath)
    /// All collections with an id.
    case group(ResourceID)
    /// The whole database.
    case all
}
