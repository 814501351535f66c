public import EmulatorAccess

/// How an emulator of the Realtime Database behaves.
public struct DatabaseEmulatorConfiguration: Sendable {
    /// The database of requests that name none.
    public var defaultNamespace: String
    /// Where the time of writes and of rules comes from.
    public var clock: EmulatorClock
    /// On which clock streams wait for their next sign of life.
    public var sleepClock: any Clock<Duration>
    /// How long a stream is silent before it gives a sign of life.
    public var keepAliveInterval: Duration
    /// The largest request body, in bytes. Production allows 256 MiB.
    public var maximumRequestSize: Int
    /// How many events a stream may be behind before it is ended; whoever listens then begins anew.
    public var maximumLag: Int
    /// The source of the random part of keys that are made up for new children.
    public var generator: any RandomNumberGenerator & Sendable
    /// How many decisions of security rules are remembered for each database, to be explained; and as many denials from before them.
    public var rememberedDecisions: Int
    /// Told of each decision of security rules, before the request is answered: it must be quick, and not call the emulator.
    ///
    /// Whoever keeps decisions beyond ``rememberedDecisions`` should have asked for their text: until then they keep alive what the
    /// database held at the time.
    public var onDecision: (@Sendable (DatabaseRuleDecision) -> Void)?
    /// Told each time that data may have changed, after the change: it must be quick, and not call the emulator.
    public var onChange: (@Sendable () -> Void)?

    /// Creates a configuration.
    public init(
        defaultNamespace: String = "demo-default-rtdb", clock: EmulatorClock = .system,
        sleepClock: any Clock<Duration> = ContinuousClock(), keepAliveInterval: Duration = .seconds(30),
        maximumRequestSize: Int = 16 << 20, maximumLag: Int = 1000,
        generator: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator(),
        rememberedDecisions: Int = 100, onDecision: (@Sendable (DatabaseRuleDecision) -> Void)? = nil,
        onChange: (@Sendable () -> Void)? = nil
    ) {
        self.defaultNamespace = defaultNamespace
        self.clock = clock
        self.sleepClock = sleepClock
        self.keepAliveInterval = keepAliveInterval
        self.maximumRequestSize = maximumRequestSize
        self.maximumLag = maximumLag
        self.generator = generator
        self.rememberedDecisions = rememberedDecisions
        self.onDecision = onDecision
        self.onChange = onChange
    }

    /// How far behind a stream may be.
    var limitOfLag: LagLimit { LagLimit(events: maximumLag, bytes: 4 * maximumRequestSize) }
}
