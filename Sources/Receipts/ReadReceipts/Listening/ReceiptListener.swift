/// The changes to messages and their receipts, as a sequence.
///
/// The first element of each conversation contains all existing messages as additions; it may be empty. Each later element contains the
/// updates of one look at the server or one local change, at least one. What the user of a ``ReceiptSession`` marks or sends shows at once,
/// with ``ReceiptUpdate/hasPendingWrites``, and again when the server has confirmed it.
///
/// The server pushes changes where it can; otherwise the listener polls, see ``ListenerOptions/method``. A poll reads new messages and
/// those that may still gain a receipt, so a settled history costs one read per poll, however long it is. A refresh, see
/// ``ListenerOptions/refreshInterval``, finds edits and deletions of messages that everybody has read, and messages with an earlier time.
/// While the server is unreachable, the listener tries again less and less often, and then finds everything that has changed meanwhile. To
/// stop, cancel the task or drop the iterator.
public struct ReceiptListener: AsyncSequence, Sendable {
    /// The updates of one conversation by one poll or one local change.
    public typealias Element = [ReceiptUpdate]
    /// The error that ends the sequence.
    public typealias Failure = ReceiptsError

    /// What to listen to.
    enum Scope: Sendable {
        case conversation(ConversationID)
        /// All conversations of the session's user.
        case allConversations
    }

    private let scope: Scope
    private let service: ReceiptService
    private let session: ReceiptSession?
    private let options: ListenerOptions
    private let clock: any Clock<Duration>
    private let counter = ListeningUsageCounter()

    init(
        _ scope: Scope, service: ReceiptService, session: ReceiptSession?, _ options: ListenerOptions,
        _ clock: any Clock<Duration>
    ) {
        self.scope = scope
        self.service = service
        self.session = session
        self.options = options
        self.clock = clock
    }

    /// What has been read and written so far.
    public var usage: ListeningUsage { counter.value }

    /// Starts listening.
    public func makeAsyncIterator() -> Iterator {
        let (elements, continuation) = AsyncStream.makeStream(of: Result<Element, ReceiptsError>.self)
        let task = Task {
            do throws(ReceiptsError) {
                try await run { continuation.yield(.success($0)) }
            } catch {
                continuation.yield(.failure(error))
            }
            continuation.finish()
        }
        continuation.onTermination = { _ in task.cancel() }
        return Iterator(elements: elements.makeAsyncIterator())
    }

    /// Iterates over the updates.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate var elements: AsyncStream<Result<Element, ReceiptsError>>.Iterator

        /// Waits for the next updates.
        ///
        /// - Returns: The updates, or nil if the task was cancelled.
        /// - Throws: ``ReceiptsError`` if the server refuses, or was never reachable.
        public mutating func next() async throws(ReceiptsError) -> [ReceiptUpdate]? {
            try await next(isolation: nil)
        }

        /// Waits for the next updates, on the caller's actor.
        public mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws(ReceiptsError) -> [ReceiptUpdate]? {
            try await elements.next(isolation: actor)?.get()
        }
    }

    private func run(_ emit: @escaping @Sendable (Element) -> Void) async throws(ReceiptsError) {
        switch scope {
        case .conversation(let id):
            try await ConversationFeed(
                id, service: service, session: session, options: options, clock: clock, usage: counter,
                readsMembers: true, emit: emit
            ).run()
        case .allConversations:
            try await ConversationList(
                service: service, session: session, options: options, clock: clock, usage: counter, emit: emit
            ).run()
        }
    }
}
