/// Marks the messages read that a user sees in an open conversation.
///
/// Tell it which messages appear on the screen and disappear. It marks those read that stay long enough, several at a time, and the rest
/// when it is closed. Without a connection, receipts wait in the session. ``failures`` lists what the server refused.
public actor ConversationReader {
    private let session: ReceiptSession
    private let conversationID: ConversationID
    private let sleep: @Sendable (ContinuousClock.Instant) async throws -> Void
    private var messages: VisibleMessages<ContinuousClock.Instant>
    private var timer: Task<Void, Never>?
    private var flushing: Task<Void, Never>?

    /// Why messages could not be marked: the last 100 errors, oldest first.
    public private(set) var failures: [ReceiptsError] = []

    init(
        session: ReceiptSession, conversationID: ConversationID, timing: ReadingTiming,
        sleep: @escaping @Sendable (ContinuousClock.Instant) async throws -> Void
    ) {
        self.session = session
        self.conversationID = conversationID
        self.sleep = sleep
        messages = VisibleMessages(timing)
    }

    deinit { timer?.cancel() }

    /// A message has appeared on the screen.
    ///
    /// - Parameters:
    ///   - id: The message's id.
    ///   - time: When it appeared.
    public func messageBecameVisible(_ id: MessageID, at time: ContinuousClock.Instant = .now) {
        messages.becameVisible(id, at: time)
        setTimer()
    }

    /// A message has disappeared from the screen. It is read if it was visible long enough.
    public func messageDisappeared(_ id: MessageID, at time: ContinuousClock.Instant = .now) {
        messages.disappeared(id, at: time)
        setTimer()
    }

    /// Marks everything that has been read by a time, without waiting for more, and returns when that is done.
    public func flush(at time: ContinuousClock.Instant = .now) async {
        report(messages.takeDue(at: time, all: true))
        while let flushing {
            await flushing.value
            if self.flushing == flushing { self.flushing = nil }
        }
        setTimer()
    }

    /// The conversation has left the screen: marks what has been read, and forgets the rest.
    public func close(at time: ContinuousClock.Instant = .now) async {
        timer?.cancel()
        await flush(at: time)
        timer?.cancel()
        timer = nil
    }

    private func setTimer() {
        timer?.cancel()
        guard let due = messages.nextDue else {
            timer = nil
            return
        }
        timer = Task { [weak self, sleep] in
            do { try await sleep(due) } catch { return }
            await self?.timePassed(to: due)
        }
    }

    private func timePassed(to time: ContinuousClock.Instant) {
        report(messages.takeDue(at: time))
        setTimer()
    }

    /// Marks messages read, one call after the other.
    private func report(_ ids: [MessageID]) {
        guard !ids.isEmpty else { return }
        let earlier = flushing
        flushing = Task {
            await earlier?.value
            do throws(ReceiptsError) {
                let result = try await session.markMessagesAsRead(
                    conversationID: conversationID, messageIDs: ids)
                for failure in result.failed { note(ReceiptsError(.server, failure.reason)) }
            } catch {
                refused(ids, error)
            }
        }
    }

    private func refused(_ ids: [MessageID], _ error: ReceiptsError) {
        // The session keeps queued receipts.
        if error.isQueued { return }
        note(error)
        switch error.code {
        // Retried with the next ones.
        case .offline, .cancelled, .server:
            messages.putBack(ids, at: .now)
            setTimer()
        case .invalidArgument, .invalidConversation, .notFound, .notAMember, .permissionDenied,
            .notAuthenticated, .otherSchema:
            break
        }
    }

    private func note(_ failure: ReceiptsError) {
        failures.append(failure)
        if failures.count > 100 { failures.removeFirst() }
    }
}

/// When a message counts as read, and how long reads are collected before they are written.
public struct ReadingTiming: Sendable, Equatable {
    /// How long a message must be visible; zero for at once.
    public var dwell: Duration
    /// How long the first read waits for others to share its commit.
    public var flushDelay: Duration

    /// Creates a timing: by default read after one second, and written within another second and a half.
    public init(dwell: Duration = .seconds(1), flushDelay: Duration = .milliseconds(1500)) {
        self.dwell = max(.zero, dwell)
        self.flushDelay = max(.zero, flushDelay)
    }
}
