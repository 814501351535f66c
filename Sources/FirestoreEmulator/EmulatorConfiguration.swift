/// How an emulator behaves.
public struct EmulatorConfiguration: Sendable {
    /// Where commit and read times come from.
    public var clock: EmulatorClock
    /// The most memory, in bytes, that old versions may take up so that reads at a past time find them.
    public var historySize: Int
    /// The largest request body, in bytes; a larger one is refused with INVALID_ARGUMENT. Production allows 10 MiB.
    public var maximumRequestSize: Int

    /// Creates a configuration.
    public init(
        clock: EmulatorClock = .system, historySize: Int = 8 << 20, maximumRequestSize: Int = 10 << 20
    ) {
        self.clock = clock
        self.historySize = historySize
        self.maximumRequestSize = maximumRequestSize
    }
}
