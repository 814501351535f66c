import RealtimeDatabaseModel

/// Somebody's listening; it ends when this is let go of.
final class Subscription: Sendable {
    private let queue: EventQueue
    private let timing: Task<Void, Never>
    private let leave: @Sendable () -> Void

    /// - Parameters:
    ///   - queue: What there is to tell.
    ///   - timing: What time brings.
    ///   - leave: Called once, when nobody listens any more.
    init(_ queue: EventQueue, timing: StreamTiming, leave: @escaping @Sendable () -> Void) {
        self.queue = queue
        self.leave = leave
        self.timing = Task { await timing.run(queue) }
    }

    deinit {
        timing.cancel()
        leave()
    }

    /// Waits for the next event; nil at the end.
    func next() async -> StreamEvent? { await queue.next() }

    /// The events as they go over the wire, to be taken by one task.
    var pieces: AsyncStream<[UInt8]> {
        AsyncStream {
            await self.next()?.message.bytes
        } onCancel: { [queue] in
            queue.close()
        }
    }
}
