/// The changes to messages and their receipts, found by polling, as they happen.
///
/// The first element of each conversation holds every message that is there, as added; it comes even when there are none.
/// Later elements hold what one poll or one local change has changed, at least one update. What the user of a ``ReceiptSession``
/// marks or sends shows at once, with ``ReceiptUpdate/hasPendingWrites``, and again when the server has confirmed it.
///
/// A poll reads what may still gain a receipt, and what is new, so that a settled history costs one read a poll, however long it is.
/// Edits and deletions of what everybody has read, and messages that are given an earlier time, are found by the look at everything
/// that ``ListenerOptions/refreshInterval`` asks for. While the server cannot be reached the polling goes on, slower; the first poll
/// after that looks at everything. Cancelling the task, or dropping the iterator, ends the listening.
public struct ReceiptListener: AsyncSequence, Sendable {
    /// What one poll or one local change has changed in one conversation.
    public typealias Element = [ReceiptUpdate]
    /// The errors that end the sequence.
    public typealias Failure = ReceiptsError

    /// What is listened to.
    enum Scope: Sendable {
        case conversation(ConversationID)
        /// All conversations that the session's user is a member of.
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

    /// Starts to listen.
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

    /// One listening.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate var elements: AsyncStream<Result<Element, ReceiptsError>>.Iterator

        /// Waits for the next changes.
        ///
        /// - Returns: The changes, or nil when the task was cancelled.
        /// - Throws: ``ReceiptsError`` when the server refuses, or was never there.
        public mutating func next() async throws(ReceiptsError) -> [ReceiptUpdate]? {
            try await next(isolation: nil)
        }

        /// Waits for the next changes, on the caller's actor.
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
