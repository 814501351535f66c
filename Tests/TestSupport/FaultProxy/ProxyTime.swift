/// The clock of a proxy, whatever its type.
struct ProxyTime: Sendable {
    /// The time since the start.
    let elapsed: @Sendable () -> Duration
    /// Waits; throws when the task is cancelled.
    let sleep: @Sendable (Duration) async throws -> Void
}
