import FirestoreClient
import FirestoreModel
import ReadReceipts
import RealtimeDatabase

extension SampleChat {
    /// How often to try if others take the free ids first.
    private static let attempts = 3

    /// Creates the conversations, and profiles of their members, under unused ids. Does not change existing data.
    ///
    /// - Returns: What was created.
    static func make(in place: ChatPlace, _ schema: ReceiptSchema) async throws(ReceiptsError) -> SampleReport
    {
        let service = place.service(schema: schema)
        let now = Timestamp()
        for _ in 1...attempts {
            let ids = try await SampleIDs(in: service)
            if try await make(ids, in: place, schema, at: now) {
                return SampleReport(
                    conversations: all.map(ids.conversation), profiles: ids.usersWithoutProfile.count)
            }
        }
        throw ReceiptsError(
            .server,
            "the sample conversations were not created, because somebody else took their ids; try again")
    }

    /// - Returns: Whether all ids were free.
    private static func make(
        _ ids: SampleIDs, in place: ChatPlace, _ schema: ReceiptSchema, at now: Timestamp
    ) async throws(ReceiptsError) -> Bool {
        do {
            switch place {
            case .firestore(let firestore):
                try await FirestoreSamples(firestore: firestore, schema: schema, ids: ids).make(all, at: now)
                return true
            case .realtimeDatabase(let database, let profiles):
                let samples = RealtimeSamples(
                    database: database, schema: schema, ids: ids, keepsProfiles: profiles == nil)
                return try await samples.make(all, at: now) {
                    guard let profiles else { return }
                    try await FirestoreSamples(firestore: profiles, schema: schema, ids: ids).make(
                        [], at: now)
                }
            }
        } catch let error as FirestoreError {
            if error.code == .alreadyExists || error.code == .failedPrecondition { return false }
            throw ReceiptsError(error)
        } catch let error as DatabaseError {
            throw ReceiptsError(error)
        } catch {
            throw ReceiptsError(.server, "the sample conversations could not be created: \(error)")
        }
    }
}
