import FirestoreModel
import FirestoreRPC
import Synchronization

/// What waits for a stream of listeners: requests, and that the database has changed.
///
/// However many commits a slow reader misses, there is one state to compare with. It keeps old versions alive, so beyond a bound it is
/// given up, and the client gets everything again.
final class ListenInbox: Sendable {
    /// What has changed since the stream last looked.
    enum Pending: Sendable {
        case nothing
        /// The state before the first change, and the size of what the later ones have replaced.
        case since(DatabaseState, size: Int)
        /// Too much to say.
        case tooMuch
    }

    /// What to do next.
    enum Work: Sendable {
        case request(ListenRequest)
        case changes
        /// The client sends no more, and has all answers.
        case end
        case tooManyRequests
    }

    private struct Content: Sendable {
        var requests: [ListenRequest] = []
        /// The number of requests already taken from the front.
        var taken = 0
        var pending = Pending.nothing
        var isEnded = false
        var hasTooMany = false
        var onOutput: (@Sendable () -> Void)?
    }

    /// The maximum number of requests that wait.
    private static let maximumRequests = 10_000

    private let content: Mutex<Content>
    private let maximumSize: Int
    private let number: Int

    /// - Parameters:
    ///   - number: The number of the stream. It decides in which order streams are woken, so that a simulation goes the same way again.
    ///   - maximumSize: The maximum memory, in bytes, that later changes may keep alive in the state before the first.
    ///   - onOutput: Called when work arrives.
    init(number: Int, maximumSize: Int = 16 << 20, onOutput: @escaping @Sendable () -> Void) {
        self.number = number
        self.maximumSize = maximumSize
        content = Mutex(Content(onOutput: onOutput))
    }

    func receive(_ request: ListenRequest) {
        change { content in
            if content.isEnded { return false }
            if content.requests.count - content.taken >= ListenInbox.maximumRequests {
                content.hasTooMany = true
            } else {
                content.requests.append(request)
            }
            return true
        }
    }

    func receiveEnd() {
        change { content in
            defer { content.isEnded = true }
            return !content.isEnded
        }
    }

    /// Drops everything, and takes nothing more.
    func close() {
        let dropped = content.withLock { content in
            let old = content
            content = Content(isEnded: true, onOutput: nil)
            return old
        }
        _ = dropped
    }

    /// Records that the database has changed.
    func mark(_ change: DatabaseChange) {
        self.change { content in
            // A closed stream may still be in the registry for a moment.
            guard content.onOutput != nil else { return false }
            switch content.pending {
            case .nothing:
                content.pending = .since(change.before, size: 0)
                return true
            case .since(_, let size) where size + change.size > maximumSize:
                content.pending = .tooMuch
            case .since(let state, let size): content.pending = .since(state, size: size + change.size)
            case .tooMuch: break
            }
            // Somebody has been told already.
            return false
        }
    }

    private func change(_ body: (inout Content) -> Bool) {
        let onOutput = content.withLock { content in body(&content) ? content.onOutput : nil }
        onOutput?()
    }

    var hasWork: Bool {
        content.withLock { content in
            if content.onOutput == nil { return false }
            if content.isEnded || content.hasTooMany || content.taken < content.requests.count { return true }
            if case .nothing = content.pending { return false }
            return true
        }
    }

    /// Takes the next request, or says what else there is to do; nil for nothing. Changes stay until ``takePending()``.
    func next() -> Work? {
        content.withLock { content in
            if content.onOutput == nil { return nil }
            if content.hasTooMany { return .tooManyRequests }
            if content.taken < content.requests.count {
                let request = content.requests[content.taken]
                content.taken += 1
                if content.taken == content.requests.count { (content.requests, content.taken) = ([], 0) }
                return .request(request)
            }
            if content.isEnded { return .end }
            if case .nothing = content.pending { return nil }
            return .changes
        }
    }

    /// Takes the changes, while the database is locked.
    func takePending() -> Pending {
        content.withLock { content in
            defer { content.pending = .nothing }
            return content.pending
        }
    }
}

extension ListenInbox: Hashable {
    static func == (left: ListenInbox, right: ListenInbox) -> Bool { left === right }

    func hash(into hasher: inout Hasher) { hasher.combine(number) }
}
