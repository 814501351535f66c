public import FirestoreClient
import FirestoreModel

/// The profiles of a database's users, each read once for as long as this is kept.
///
/// A user who has no profile is looked for again the next time: it may have been made by then.
public actor UserProfiles {
    private let firestore: Firestore
    private let schema: ReceiptSchema
    private var known: [ResourceID: UserProfile] = [:]

    /// Begins without any profile.
    public init(firestore: Firestore, schema: ReceiptSchema = .status) {
        self.firestore = firestore
        self.schema = schema
    }

    /// The profiles of some users, those that are not known yet in one request for up to 100.
    ///
    /// - Returns: The profiles by user, without those of users who have none.
    public func profiles(of users: [String]) async throws(ReceiptsError) -> [String: UserProfile] {
        var seen: Set<ResourceID> = []
        // An id that no document can have has no profile.
        let ids = users.map { ResourceID($0) }.filter { $0.problem == nil && seen.insert($0).inserted }
        let missing = ids.filter { known[$0] == nil }
        if !missing.isEmpty {
            let collection = CollectionPath(parent: nil, id: ResourceID(schema.users))
            let names = missing.map { DocumentName(firestore.database, DocumentPath(collection, $0)) }
            let mask = DocumentMask(fields: [schema.displayName, schema.photoURL])
            do throws(FirestoreError) {
                for document in try await firestore.batchGet(names, mask: mask) {
                    guard let document else { continue }
                    known[document.name.path.id] = UserProfile(document, schema: schema)
                }
            } catch {
                throw ReceiptsError(error)
            }
        }
        return Dictionary(ids.compactMap { id in known[id].map { (id.string, $0) } }) { first, _ in first }
    }
}
