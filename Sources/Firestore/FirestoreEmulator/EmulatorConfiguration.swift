public import EmulatorAccess

/// How an emulator behaves.
public struct EmulatorConfiguration: Sendable {
    /// Where commit and read times come from.
    public var clock: EmulatorClock
    /// The most memory, in bytes, that old versions may take up so that reads at a past time find them.
    public var historySize: Int
    /// The largest request body, in bytes; a larger one is refused with INVALID_ARGUMENT. Production allows 10 MiB.
    public var maximumRequestSize: Int
    /// The composite indexes that queries may count on: a query that production would refuse for lack of one is refused
    /// here too. Nil lets every query run.
    public var indexes: IndexConfiguration?
    /// Called when somebody who reaches the emulator over a socket asks it to end (`POST /shutdown`); without it nobody can.
    public var onShutdown: (@Sendable () -> Void)?
    /// How many decisions of security rules are remembered for each project, to be explained; and as many denials from before them.
    public var rememberedDecisions: Int
    /// Told of each decision of security rules, before the request goes on: it must be quick, and not call the emulator.
    public var onDecision: (@Sendable (RuleDecision) -> Void)?
    /// Called each time that documents have changed. It must be quick, and must not call the emulator.
    public var onChange: (@Sendable () -> Void)?

    /// Creates a configuration.
    public init(
        clock: EmulatorClock = .system, historySize: Int = 8 << 20, maximumRequestSize: Int = 10 << 20,
        indexes: IndexConfiguration? = nil, onShutdown: (@Sendable () -> Void)? = nil,
        rememberedDecisions: Int = 100, onDecision: (@Sendable (RuleDecision) -> Void)? = nil,
        onChange: (@Sendable () -> Void)? = nil
    ) {
        self.onChange = onChange
        self.rememberedDecisions = rememberedDecisions
        self.onDecision = onDecision
        self.indexes = indexes
        self.onShutdown = onShutdown
        self.clock = clock
        self.historySize = historySize
        self.maximumRequestSize = maximumRequestSize
    }
}
