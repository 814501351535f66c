/// Runs work with a time limit, and cancels it when the limit expires.
///
/// - Returns: nil when the limit expired or the caller's task was cancelled first.
func within<Value: Sendable>(
    _ limit: Duration, by clock: any Clock<Duration>, _ work: @escaping @Sendable () async -> Value
) async -> Value? {
    await withTaskGroup(of: Value?.self) { group in
        group.addTask { await work() }
        group.addTask {
            try? await clock.sleep(for: limit)
            return nil
        }
        let first = await group.next() ?? nil
        group.cancelAll()
        return first
    }
}
