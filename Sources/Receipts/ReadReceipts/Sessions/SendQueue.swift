import ClientCore
import FirestoreClient
import FirestoreModel

/// The user's messages that the server does not have yet, oldest first. A value: it takes events and returns actions, and the time is an
/// argument.
///
/// Like the write pipelines of Firestore's SDKs, it sends one message at a time. A message that may succeed later keeps its place, and
/// those after it wait. A message that the server refuses for good does not block the others: it is set aside until the user retries or
/// discards it.
struct SendQueue: Sendable {
    /// What has happened.
    enum Event: Sendable {
        /// The user has written a message.
        case added(PendingMessage)
        /// The server has the message.
        case sent(MessageID)
        /// An attempt to send the message has failed.
        case failed(MessageID, ReceiptsError)
        /// The user wants to retry a message now.
        case retried(MessageID)
        /// The user wants to delete a message.
        case discarded(MessageID)
        /// A listener has reached the server.
        case connected
        /// The system reports a new connection.
        case resumed
        /// The wait is over.
        case woken
    }

    /// What to do.
    enum Action: Sendable, Equatable {
        /// Show the message as it is now.
        case show(PendingMessage)
        /// Stop showing the message.
        case hide(PendingMessage)
        /// Send the message.
        case send(PendingMessage)
        /// Wake the queue at this time.
        case wake(at: Duration)
    }

    /// The maximum number of messages.
    static let maximumMessages = 1000
    /// The maximum number of bytes of text.
    static let maximumBytes = 1_000_000
    /// The waits between attempts while the server is unreachable or overloaded.
    static let policy = RetryPolicy(initialDelay: .seconds(1), maximumDelay: .seconds(60))

    /// The messages, oldest first.
    private(set) var messages: [PendingMessage] = []
    private var isSending = false
    private var backoff = Backoff(SendQueue.policy)
    private var lastAttempt = Duration.zero
    /// Why the first message waits, and until when.
    private var hold: (until: Duration, error: ReceiptsError)?

    /// Why nothing is being sent although messages wait; nil otherwise.
    var reasonForWaiting: ReceiptsError? { isSending ? nil : hold?.error }

    /// Whether there is room for another text.
    func hasRoom(for text: String) -> Bool {
        messages.count < SendQueue.maximumMessages
            && messages.reduce(text.utf8.count) { $0 + $1.text.utf8.count } <= SendQueue.maximumBytes
    }

    /// Handles an event.
    ///
    /// - Parameters:
    ///   - event: What has happened.
    ///   - now: When, by a clock that never goes back.
    ///   - generator: Spreads the waits.
    /// - Returns: What to do, in order.
    mutating func received(
        _ event: Event, at now: Duration, using generator: inout some RandomNumberGenerator
    ) -> [Action] {
        let before = messages
        take(event, at: now, using: &generator)
        let next = startNext(at: now)
        let ids = Set(messages.map(\.id))
        let known = Dictionary(before.map { ($0.id, $0) }) { first, _ in first }
        var actions: [Action] = before.compactMap { old in
            ids.contains(old.id) || event.hasSent(old.id) ? nil : .hide(old)
        }
        for message in messages where known[message.id] != message { actions.append(.show(message)) }
        return actions + (next.map { [$0] } ?? [])
    }

    private mutating func take(
        _ event: Event, at now: Duration, using generator: inout some RandomNumberGenerator
    ) {
        switch event {
        case .added(let message):
            guard index(of: message.id) == nil else { return }
            messages.append(message)
            release(atLeast: SendQueue.policy.initialDelay, at: now)
        case .sent(let id):
            end()
            messages.removeAll { $0.id == id }
        case .failed(let id, let error): failed(id, error, at: now, using: &generator)
        case .retried(let id):
            guard let index = index(of: id), messages[index].state != .sending else { return }
            (messages[index].state, messages[index].failure) = (.pending, nil)
            hold = nil
        case .discarded(let id):
            messages.removeAll { $0.id == id && $0.state != .sending }
        case .connected: release(atLeast: SendQueue.policy.initialDelay, at: now)
        case .resumed: hold = nil
        case .woken: break
        }
    }

    private func index(of id: MessageID) -> Int? { messages.firstIndex { $0.id == id } }

    /// The server has answered.
    private mutating func end() {
        (isSending, hold) = (false, nil)
        backoff = Backoff(SendQueue.policy)
    }

    private mutating func failed(
        _ id: MessageID, _ error: ReceiptsError, at now: Duration,
        using generator: inout some RandomNumberGenerator
    ) {
        isSending = false
        guard let index = index(of: id) else { return }
        if error.isPermanent {
            end()
            messages[index].state = .failed
            messages[index].failure = Message.SendingFailure(
                error.code, error.message, decision: error.underlying?.decision)
            messages[index].mayHaveArrived = false
        } else {
            messages[index].state = .pending
            messages[index].mayHaveArrived = true
            hold = (now + backoff.next(using: &generator), error)
        }
    }

    /// Shortens the wait for a connection to this long after the last attempt.
    private mutating func release(atLeast delay: Duration, at now: Duration) {
        guard let hold, hold.error.code == .offline else { return }
        self.hold?.until = min(hold.until, max(now, lastAttempt + delay))
    }

    private mutating func startNext(at now: Duration) -> Action? {
        guard !isSending, let index = messages.firstIndex(where: { $0.state == .pending }) else { return nil }
        if let hold, now < hold.until { return .wake(at: hold.until) }
        (isSending, lastAttempt) = (true, now)
        messages[index].state = .sending
        return .send(messages[index])
    }
}

extension SendQueue.Event {
    fileprivate func hasSent(_ id: MessageID) -> Bool {
        if case .sent(let sent) = self { sent == id } else { false }
    }
}

extension ReceiptsError {
    /// Whether the server would refuse it again: the errors for which Firestore's SDKs drop a write.
    ///
    /// Source: <https://github.com/firebase/firebase-js-sdk/blob/main/packages/firestore/src/remote/rpc_error.ts>, `isPermanentWriteError`.
    var isPermanent: Bool {
        switch code {
        case .invalidArgument, .invalidConversation, .notFound, .notAMember, .permissionDenied, .otherSchema:
            true
        case .offline, .cancelled, .notAuthenticated: false
        case .server:
            switch underlying?.code {
            case .notFound, .alreadyExists, .failedPrecondition, .outOfRange, .unimplemented, .dataLoss: true
            case _: false
            }
        }
    }
}
