import ReceiptWorker

/// Holds writes to the rate that Firestore asks of bulk writers.
actor RampPace {
    private let context: CommandContext
    private var ramp: BulkRamp

    init(in context: CommandContext) {
        self.context = context
        ramp = BulkRamp(at: RampPace.now(context))
    }

    /// Waits until so many writes may be sent.
    func wait(for writes: Int) async throws {
        let wait = ramp.take(writes, at: RampPace.now(context))
        if wait > 0 { try await context.sleep(.milliseconds(wait)) }
    }

    /// The time in milliseconds.
    private static func now(_ context: CommandContext) -> Int64 {
        let (seconds, attoseconds) = context.uptime().components
        return seconds * 1000 + attoseconds / 1_000_000_000_000_000
    }
}
