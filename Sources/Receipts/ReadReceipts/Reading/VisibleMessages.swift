/// The messages of a conversation that are on the screen and become read. A value: times are arguments.
///
///     visible ── long enough ──> pending ── flush ──> reported
///        └───── gone too soon ──> forgotten
struct VisibleMessages<Instant: InstantProtocol> where Instant.Duration == Duration {
    private let timing: ReadingTiming
    private var appeared: [MessageID: Instant] = [:]
    /// Read and not yet reported, in the order in which they were read.
    private var pending: [MessageID] = []
    private var firstPending: Instant?
    private var seen: Set<MessageID> = []

    init(_ timing: ReadingTiming) {
        self.timing = timing
    }

    /// A message has appeared on the screen.
    mutating func becameVisible(_ id: MessageID, at now: Instant) {
        guard !seen.contains(id), appeared[id] == nil else { return }
        appeared[id] = now
        collect(at: now)
    }

    /// A message has disappeared; it is read if it was visible long enough.
    mutating func disappeared(_ id: MessageID, at now: Instant) {
        collect(at: now)
        appeared[id] = nil
    }

    /// When something is due next; nil while nothing is visible.
    var nextDue: Instant? {
        let nextRead = appeared.values.min().map { $0.advanced(by: timing.dwell) }
        let nextFlush = firstPending.map { $0.advanced(by: timing.flushDelay) }
        guard let nextRead else { return nextFlush }
        return nextFlush.map { min($0, nextRead) } ?? nextRead
    }

    /// Removes and returns the messages to report now: all that are read, or those that have waited long enough for others.
    mutating func takeDue(at now: Instant, all: Bool = false) -> [MessageID] {
        collect(at: now)
        guard let firstPending, all || firstPending.advanced(by: timing.flushDelay) <= now else { return [] }
        defer { (pending, self.firstPending) = ([], nil) }
        return pending
    }

    /// Puts back messages that could not be reported; they are reported with the next ones.
    mutating func putBack(_ ids: [MessageID], at now: Instant) {
        pending = ids + pending
        if !pending.isEmpty, firstPending == nil { firstPending = now }
    }

    /// Marks messages read that have been visible long enough.
    private mutating func collect(at now: Instant) {
        let read = appeared.filter { $0.value.advanced(by: timing.dwell) <= now }
            .sorted { ($0.value, $0.key) < ($1.value, $1.key) }
        for (id, since) in read {
            appeared[id] = nil
            seen.insert(id)
            pending.append(id)
            let time = since.advanced(by: timing.dwell)
            firstPending = min(firstPending ?? time, time)
        }
    }
}
