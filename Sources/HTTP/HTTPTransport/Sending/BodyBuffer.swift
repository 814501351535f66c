/// What the reader of a body gets: bytes, the end (`nil`), or an error.
package typealias BodyChunk = Result<[UInt8]?, HTTPTransportError>

/// The part of a streamed body that has arrived and is not read yet, and which side waits for the other.
///
/// One producer, the driver; one reader at a time. `Waiter` stands for the suspended reader: a continuation
/// in the client, a text in tests.
package struct BodyBuffer<Waiter> {
    private enum Flow {
        case flowing
        case waiting(Waiter)
        case paused
        case ended(HTTPTransportError?)
    }

    /// What to do when bytes arrive or the body ends.
    package enum ProducerAction {
        case none
        case resume(Waiter, BodyChunk)
    }

    /// What to do when the reader asks for more.
    package enum ReaderAction {
        case wait
        case give(BodyChunk)
        case giveAndResumeTransfer(BodyChunk)
    }

    /// The largest number of bytes ever held.
    package private(set) var highestCount = 0

    private let capacity: Int
    private var bytes: [UInt8] = []
    private var flow = Flow.flowing

    /// Creates an empty buffer that asks for a pause from `capacity` bytes on.
    package init(capacity: Int) {
        self.capacity = max(1, capacity)
    }

    /// Whether the transfer is held back.
    package var isPaused: Bool {
        if case .paused = flow { true } else { false }
    }

    /// Whether a reader waits for more.
    package var isWaited: Bool {
        if case .waiting = flow { true } else { false }
    }

    /// Whether the body has ended, read or not.
    package var isEnded: Bool {
        if case .ended = flow { true } else { false }
    }

    /// Whether the transfer must pause and keep the next piece.
    package mutating func mustWait() -> Bool {
        switch flow {
        case .flowing where bytes.count >= capacity:
            flow = .paused
            return true
        case .paused:
            return true
        case .flowing, .waiting, .ended:
            return false
        }
    }

    /// Takes a piece.
    package mutating func receive(_ piece: [UInt8]) -> ProducerAction {
        switch flow {
        case .flowing, .paused:
            bytes.append(contentsOf: piece)
            highestCount = max(highestCount, bytes.count)
            return .none
        case .waiting(let waiter):
            flow = .flowing
            highestCount = max(highestCount, piece.count)
            return .resume(waiter, .success(piece))
        case .ended:
            return .none
        }
    }

    /// The body ends, completely (`nil`) or with an error.
    package mutating func end(_ error: HTTPTransportError?) -> ProducerAction {
        switch flow {
        case .flowing, .paused:
            flow = .ended(error)
            return .none
        case .waiting(let waiter):
            flow = .ended(error)
            return .resume(waiter, error.map { .failure($0) } ?? .success(nil))
        case .ended:
            return .none
        }
    }

    /// The reader asks for the next piece: everything that has arrived since the last one.
    package mutating func next(_ waiter: Waiter) -> ReaderAction {
        switch flow {
        case .flowing where bytes.isEmpty:
            flow = .waiting(waiter)
            return .wait
        case .flowing:
            return .give(.success(takeAll()))
        case .paused:
            flow = .flowing
            return .giveAndResumeTransfer(.success(takeAll()))
        case .waiting:
            return .give(
                .failure(HTTPTransportError(.other, "two tasks read the same response body at the same time"))
            )
        case .ended(let error):
            if !bytes.isEmpty { return .give(.success(takeAll())) }
            return .give(error.map { .failure($0) } ?? .success(nil))
        }
    }

    private mutating func takeAll() -> [UInt8] {
        defer { bytes = [] }
        return bytes
    }
}
