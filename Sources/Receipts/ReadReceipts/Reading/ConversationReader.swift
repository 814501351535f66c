/// Reports what a user reads of a conversation that is open on the screen.
///
/// Tell it which messages come onto the screen and leave it; it reports those read that stay for long enough, together, and
/// the rest when it is closed. What cannot be reported because there is no connection waits in the session; what the server
/// refuses is named by ``failures``.
public actor ConversationReader {
    private let session: ReceiptSession
    private let conversationID: ConversationID
    private let sleep: @Sendable (ContinuousClock.Instant) async throws -> Void
    private var messages: VisibleMessages<ContinuousClock.Instant>
    private var timer: Task<Void, Never>?
    private var flushing: Task<Void, Never>?

    /// What could not be reported, and why; the newest last, at most 100.
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

    /// A message has come onto the screen.
    ///
    /// - Parameters:
    ///   - id: The message's id.
    ///   - time: When; now, if it has only just happened.
    public func messageBecameVisible(_ id: MessageID, at time: ContinuousClock.Instant = .now) {
        messages.becameVisible(id, at: time)
        setTimer()
    }

    /// A message has left the screen. It is read if it was there for long enough.
    public func messageDisappeared(_ id: MessageID, at time: ContinuousClock.Instant = .now) {
        messages.disappeared(id, at: time)
        setTimer()
    }

    /// Reports everything that has been read by a time, without waiting for more, and returns when that is done.
    public func flush(at time: ContinuousClock.Instant = .now) async {
        report(messages.takeDue(at: time, all: true))
        while let flushing {
            await flushing.value
            if self.flushing == flushing { self.flushing = nil }
        }
        setTimer()
    }

    /// The conversation leaves the screen: reports what has been read, and forgets the rest.
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

    /// Reports messages read, one call behind the other.
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
        // The session keeps what it has queued.
        if error.isQueued { return }
        note(error)
        switch error.code {
        // They go along with the next ones.
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
