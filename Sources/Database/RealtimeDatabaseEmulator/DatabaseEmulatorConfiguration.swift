public import EmulatorAccess

/// The configuration of a Realtime Database emulator.
public struct DatabaseEmulatorConfiguration: Sendable {
    /// The database of requests that do not name one.
    public var defaultNamespace: String
    /// The clock for writes and rules.
    public var clock: EmulatorClock
    /// The clock on which streams wait before a keep-alive event.
    public var sleepClock: any Clock<Duration>
    /// How long a stream is silent before it sends a keep-alive event.
    public var keepAliveInterval: Duration
    /// The largest request body, in bytes. Production allows 256 MiB.
    public var maximumRequestSize: Int
    /// How many events a stream may be behind before it ends; the listener then starts again.
    public var maximumLag: Int
    /// The source of the random part of generated keys.
    public var generator: any RandomNumberGenerator & Sendable
    /// How many decisions of security rules are remembered per database, and how many denials before them.
    public var rememberedDecisions: Int
    /// How many calls are remembered per database, and as many failed ones before them; 0 for none. See
    /// `GET /.inspect/calls.json`.
    public var rememberedCalls = 0
    /// Called for each decision of security rules, before the request is answered. It must be quick, and not call the emulator.
    ///
    /// If you keep decisions beyond ``rememberedDecisions``, read their text first: until then they keep alive the
    /// data of that time.
    public var onDecision: (@Sendable (DatabaseRuleDecision) -> Void)?
    /// Called after each possible change of the data. It must be quick, and not call the emulator.
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

    /// How far behind a connection may be, with all its listeners and the answers to its requests.
    var limitOfConnectionLag: LagLimit {
        LagLimit(events: 10 * maximumLag, bytes: 4 * maximumRequestSize)
    }

    /// How far behind a stream may be.
    var limitOfLag: LagLimit { LagLimit(events: maximumLag, bytes: 4 * maximumRequestSize) }
}
