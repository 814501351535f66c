import HTTPTransport
import Synchronization

/// A streamed body between the driver, which fills it, and its reader: a ``BodyBuffer`` behind a lock.
///
/// A waiting reader is resumed outside the lock.
final class BodyStream: Sendable {
    private typealias Waiter = CheckedContinuation<BodyChunk, Never>

    private let buffer: Mutex<BodyBuffer<Waiter>>
    private let id: Transfer.ID
    private let loop: TransferLoop

    init(id: Transfer.ID, loop: TransferLoop, capacity: Int) {
        self.id = id
        self.loop = loop
        buffer = Mutex(BodyBuffer(capacity: capacity))
    }

    /// Whether the transfer is held back until the reader has caught up.
    var isPaused: Bool { buffer.withLock { $0.isPaused } }

    /// Whether a reader waits for more.
    var isWaited: Bool { buffer.withLock { $0.isWaited } }

    /// The largest number of bytes that ever waited.
    var highestCount: Int { buffer.withLock { $0.highestCount } }

    // For the driver.

    func mustWait() -> Bool {
        buffer.withLock { $0.mustWait() }
    }

    func receive(_ bytes: UnsafeBufferPointer<UInt8>) {
        let piece = Array(bytes)
        run(buffer.withLock { $0.receive(piece) })
    }

    func ended(_ error: HTTPTransportError?) {
        run(buffer.withLock { $0.end(error) })
    }

    // For the reader.

    func next() async throws(HTTPTransportError) -> [UInt8]? {
        if Task.isCancelled { cancel() }
        let chunk = await withTaskCancellationHandler {
            await withCheckedContinuation { (waiter: Waiter) in
                switch buffer.withLock({ $0.next(waiter) }) {
                case .wait: break
                case .give(let chunk): waiter.resume(returning: chunk)
                case .giveAndResumeTransfer(let chunk):
                    waiter.resume(returning: chunk)
                    loop.send(.resume(id))
                }
            }
        } onCancel: {
            cancel()
        }
        return try chunk.get()
    }

    /// Abandons the transfer, unless it has ended.
    func cancel() {
        if !buffer.withLock({ $0.isEnded }) { loop.send(.cancel(id)) }
    }

    private func run(_ action: BodyBuffer<Waiter>.ProducerAction) {
        switch action {
        case .none: break
        case .resume(let waiter, let chunk): waiter.resume(returning: chunk)
        }
    }
}
