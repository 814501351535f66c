/// The time since a moment, by any clock whose type is not known.
struct Stopwatch {
    private let read: () -> Duration

    init(_ clock: some Clock<Duration>) {
        let start = clock.now
        read = { start.duration(to: clock.now) }
    }

    var elapsed: Duration { read() }
}
