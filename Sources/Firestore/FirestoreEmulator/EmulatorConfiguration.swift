public import EmulatorAccess

/// The configuration of an emulator.
public struct EmulatorConfiguration: Sendable {
    /// The clock for commit and read times.
    public var clock: EmulatorClock
    /// The clock for pauses, such as those after which an open response says that it is still there.
    package var sleepClock: any Clock<Duration> = ContinuousClock()
    /// The numbers in what nobody is to guess, such as the ids of channels. A simulation takes them from its seed.
    package var randomNumber: @Sendable () -> UInt64 = { .random(in: .min ... .max) }
    /// The maximum memory, in bytes, of old versions kept for reads at a past time.
    public var historySize: Int
    /// The largest request body, in bytes; a larger one is refused with INVALID_ARGUMENT. Production allows 10 MiB.
    public var maximumRequestSize: Int
    /// The composite indexes that exist: a query that production would refuse for lack of one is refused
    /// here too. Nil lets every query run.
    public var indexes: IndexConfiguration?
    /// Called if a client on the socket asks the emulator to end (`POST /shutdown`); without it nobody can.
    public var onShutdown: (@Sendable () -> Void)?
    /// How many decisions of security rules are remembered per project, and how many denials before them.
    public var rememberedDecisions: Int
    /// How many calls are remembered, as many failed ones from before them, and as many automatic reads; 0 for none.
    public var rememberedCalls = 0
    /// Called for each decision of security rules, before the request continues. It must be quick, and not call the emulator.
    public var onDecision: (@Sendable (RuleDecision) -> Void)?
    /// How many decisions of security rules are kept for coverage.
    package var coverage = CoverageBounds()
    /// How listeners are answered that resume where they were, such as after a lost connection. `PUT /emulator/v1/listening` changes it.
    public var resumeAnswer = ResumeAnswer.exact
    /// Whose behaviour the emulator has where Google's emulator and production differ.
    public var profile = EmulatorProfile.emulator
    /// The faults that the emulator makes; nil for none. `PUT /emulator/v1/faults` changes them.
    public var faults: EmulatorFaults?
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
