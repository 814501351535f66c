import FirestoreClient
import FirestoreModel
import Synchronization

/// A conversation on Cloud Firestore that is listened to; polled if the server or something on the way has no streams.
final class ListenedConversation: ConversationSource {
    private let polled: PolledConversation
    private let members: FollowedTarget
    private let messages: FollowedTarget
    /// The cursors that are listened to.
    private let moves = Mutex<(scope: CursorScope, target: FollowedTarget)?>(nil)
    private let newMoves:
        (stream: AsyncStream<FollowedTarget?>, continuation: AsyncStream<FollowedTarget?>.Continuation)
    private let readsMembers: Bool
    private let fallback: PollingFallback
    private let latest = Mutex<Conversation?>(nil)

    /// - Parameters:
    ///   - polled: The same conversation, polled.
    ///   - readsMembers: Whether the members are listened to, too.
    init(_ polled: PolledConversation, readsMembers: Bool) {
        self.polled = polled
        self.readsMembers = readsMembers
        let (firestore, path) = (polled.chats.firestore, polled.paths.conversation)
        let query = polled.query(within: .everything)
        fallback = PollingFallback("\(path)", logger: firestore.logger)
        members = FollowedTarget { firestore.listen(to: [path], subject: "\(path)") }
        messages = FollowedTarget {
            firestore.listen(to: query, below: path, subject: "the messages of \(path)")
        }
        newMoves = AsyncStream.makeStream()
    }

    var isPushed: Bool { !fallback.isPolling }

    func conversation() async throws(ReceiptsError) -> ConversationReading {
        guard isPushed else { return try await polled.conversation() }
        do throws(FirestoreError) {
            let changes = try await members.take()
            let (path, schema) = (polled.paths.conversation, polled.chats.schema)
            return latest.withLock { conversation in
                if let change = changes?.documents.first(where: { $0.key.path == path }) {
                    conversation = change.value.map { Conversation($0, schema: schema) }
                }
                return ConversationReading(
                    conversation: conversation, documentsRead: changes?.documentsRead ?? 0)
            }
        } catch {
            try fallback.poll(after: error, of: members)
            return try await polled.conversation()
        }
    }

    func messages(within horizon: Horizon) async throws(ReceiptsError) -> MessagesReading {
        guard isPushed else { return try await polled.messages(within: horizon) }
        do throws(FirestoreError) {
            let changes = try await messages.take()
            fallback.listen()
            var (changed, removed): ([Message], [MessageID]) = ([], [])
            for (name, document) in changes?.documents ?? [:] {
                if let document {
                    changed.append(polled.chats.message(document))
                } else {
                    removed.append(MessageID(name.path.id.string))
                }
            }
            return MessagesReading(
                content: .changes(changed, removed: removed), documentsRead: changes?.documentsRead ?? 0)
        } catch {
            try fallback.poll(after: error, of: messages)
            return try await polled.messages(within: horizon)
        }
    }

    func present(
        of user: UserID?
    ) async throws(ReceiptsError) -> (cursors: CursorsReading, time: Timestamp)? {
        try await polled.present(of: user)
    }

    /// What to listen to for some cursors; nil in schemas without cursors. After another scope, the listening begins anew.
    private func moves(_ scope: CursorScope) throws(ReceiptsError) -> FollowedTarget? {
        let (firestore, path) = (polled.chats.firestore, polled.paths.conversation)
        guard let collection = polled.paths.cursors, let query = polled.chats.cursorQuery(since: scope.start)
        else { return nil }
        var own: DocumentPath?
        if case .own(let user) = scope { own = try ChatPaths.cursor(of: user, in: collection) }
        return moves.withLock { [own] moves in
            if let moves, moves.scope == scope { return moves.target }
            let target = FollowedTarget {
                if let own { return firestore.listen(to: [own], subject: "\(own)") }
                return firestore.listen(to: query, below: path, subject: "the cursors of \(path)")
            }
            moves = (scope, target)
            newMoves.continuation.yield(target)
            return target
        }
    }

    /// Ends the listening to cursors.
    private func hearNoMoves() {
        moves.withLock { moves in
            if moves != nil { newMoves.continuation.yield(nil) }
            moves = nil
        }
    }

    func cursors(_ scope: CursorScope) async throws(ReceiptsError) -> CursorsReading {
        if scope == .counted {
            hearNoMoves()
            return CursorsReading()
        }
        guard isPushed, let moves = try moves(scope) else { return try await polled.cursors(scope) }
        do throws(FirestoreError) {
            guard let changes = try await moves.take() else { return CursorsReading() }
            fallback.listen()
            var reading = CursorsReading(documentsRead: changes.documentsRead)
            for (name, document) in changes.documents {
                if let document {
                    reading.changed.append(ReceiptCursor(document, schema: polled.chats.schema))
                } else {
                    reading.removed.append(UserID(name.path.id.string))
                }
            }
            return reading
        } catch {
            try fallback.poll(after: error, of: moves)
            return try await polled.cursors(scope)
        }
    }

    func follow(_ onChange: @escaping @Sendable (ConversationSignal) -> Void) async {
        await withTaskGroup { group in
            if readsMembers { group.addTask { await self.members.follow { onChange(.members) } } }
            group.addTask { await self.followMoves { onChange(.cursors) } }
            group.addTask { await self.messages.follow { onChange(.messages) } }
        }
    }

    /// Follows the cursors of one scope after the other.
    private func followMoves(_ onChange: @escaping @Sendable () -> Void) async {
        var following: Task<Void, Never>?
        defer { following?.cancel() }
        for await target in newMoves.stream {
            following?.cancel()
            following = target.map { target in Task { await target.follow(onChange) } }
        }
    }
}
