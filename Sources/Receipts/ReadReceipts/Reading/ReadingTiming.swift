/// When a message counts as read, and how long reads are collected before they are reported.
public struct ReadingTiming: Sendable, Equatable {
    /// How long a message must be on the screen; zero for at once.
    public var dwell: Duration
    /// How long the first read waits for others, to be reported in one commit.
    public var flushDelay: Duration

    /// Creates a timing: read after a second on the screen, reported within a second and a half of that.
    public init(dwell: Duration = .seconds(1), flushDelay: Duration = .milliseconds(1500)) {
        self.dwell = max(.zero, dwell)
        self.flushDelay = max(.zero, flushDelay)
    }
}
