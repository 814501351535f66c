import FirestoreClient
import FirestoreModel
import Synchronization

/// The conversations of a user on Cloud Firestore, which are listened to; polled if the server or something on the way has no streams.
final class ListenedMemberships: MembershipSource {
    private let polled: PolledMemberships
    private let schema: ReceiptSchema
    private let fallback: PollingFallback
    private let target: FollowedTarget
    private let latest = Mutex<[DocumentName: Conversation]>([:])

    init(of user: UserID, _ chats: FirestoreChats) {
        polled = PolledMemberships(user: user, store: chats)
        schema = chats.schema
        let subject = "the conversations of a user"
        fallback = PollingFallback(subject, logger: chats.firestore.logger)
        let query = chats.memberships(of: user)
        target = FollowedTarget { chats.firestore.listen(to: query, below: nil, subject: subject) }
    }

    var isPushed: Bool { !fallback.isPolling }

    func conversations() async throws(ReceiptsError) -> MembershipReading {
        guard isPushed else { return try await polled.conversations() }
        do throws(FirestoreError) {
            let changes = try await target.take()
            fallback.listen()
            return latest.withLock { latest in
                for (name, document) in changes?.documents ?? [:] {
                    latest[name] = document.map { Conversation($0, schema: schema) }
                }
                return MembershipReading(
                    conversations: Array(latest.values), documentsRead: changes?.documentsRead ?? 0)
            }
        } catch {
            try fallback.poll(after: error, of: target)
            return try await polled.conversations()
        }
    }

    func follow(_ onChange: @escaping @Sendable () -> Void) async { await target.follow(onChange) }
}
