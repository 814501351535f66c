import RealtimeDatabaseModel

/// Where the events of a listener go. It is called while the database is locked, so it must be quick.
protocol ListenerSink: Sendable {
    /// Adds an event. If the reader is too far behind, the sink ends.
    ///
    /// - Parameter size: The approximate number of bytes the event keeps alive.
    /// - Returns: Whether the sink continues, and what to run once the database is unlocked.
    func post(_ event: StreamEvent, size: Int) -> (isOpen: Bool, handover: [Handover])

    /// Ends, with a last event.
    func end(with event: StreamEvent) -> [Handover]
}

/// Wakes a reader, once the database is unlocked.
struct Handover: Sendable {
    private let wake: @Sendable () -> Void

    init(_ wake: @escaping @Sendable () -> Void) { self.wake = wake }

    /// Wakes the reader.
    func run() { wake() }
}
