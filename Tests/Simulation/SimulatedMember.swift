import FirestoreClient
import ReadReceipts
import Synchronization
import TestSupport

/// A member of the conversation with a device: marks messages, and hears what becomes of them.
final class SimulatedMember: Sendable {
    /// A message, as it is shown.
    struct Shown: Equatable {
        var status: MessageStatus?
        var readers: Set<UserID>
    }

    private struct State {
        var shown: [MessageID: Shown] = [:]
        var marked: [MessageID] = []
        var failures: [String] = []
    }

    let user: UserID
    private let session: ReceiptSession
    private let clock: ManualClock
    private let state = Mutex(State())

    init(_ user: UserID, _ firestore: Firestore, clock: ManualClock) {
        self.user = user
        self.clock = clock
        session = ReceiptSession(service: ReceiptService(firestore: firestore), userID: user, clock: clock)
    }

    var shown: [MessageID: Shown] { state.withLock(\.shown) }
    /// The messages whose receipts are on the server, or will be.
    var marked: [MessageID] { state.withLock(\.marked) }
    var failures: [String] { state.withLock(\.failures) }

    /// Marks a message read; without a connection, the session does it later.
    func mark(_ message: MessageID) async {
        do throws(ReceiptsError) {
            let result = try await session.markMessagesAsRead(conversationID: "c", messageIDs: [message])
            if !result.marked.contains(message), result.skipped[.alreadyMarked] == nil { return }
        } catch {
            if !error.isQueued { return }
        }
        state.withLock { $0.marked.append(message) }
    }

    /// Waits until the session has written what it has queued.
    func settle() async throws {
        while await !session.queuedReceipts.isEmpty {
            _ = try? await session.sendQueuedReceipts()
            try await clock.sleep(for: .seconds(5))
        }
    }

    /// Listens until the task is cancelled; begins again whenever listening has failed.
    func listen() async {
        while !Task.isCancelled {
            do {
                for try await updates in try session.listen(conversationID: "c", clock: clock) {
                    for update in updates where !update.hasPendingWrites { hear(update.message) }
                }
            } catch {}
            try? await clock.sleep(for: .seconds(1))
        }
    }

    private func hear(_ message: Message) {
        let now = Shown(status: message.status, readers: Set(message.readBy))
        state.withLock { state in
            if let before = state.shown.updateValue(now, forKey: message.id) {
                if (now.status ?? .sending) < (before.status ?? .sending) {
                    state.failures.append("\(user) sees the status of \(message.id) go back")
                }
                if !now.readers.isSuperset(of: before.readers) {
                    state.failures.append("\(user) sees \(message.id) lose a reader")
                }
            }
        }
    }
}
