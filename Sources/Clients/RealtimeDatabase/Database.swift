public import ClientCore
public import Dispatch
public import HTTPTransport
public import Logging
import RealtimeDatabaseModel
import Synchronization

/// A client of a Firebase Realtime Database, over REST.
///
/// Names follow Firebase's SDK for Apple's platforms. Nothing is stored locally: every read asks the server, and an
/// awaited write is done when its call returns. Use it from any task; the transport owns the connections.
///
///     let database = try Database(DatabaseSettings(projectID: "my-project", credentials: google.credentials))
///     let message = database.reference(withPath: "rooms/r1/messages").childByAutoId()
///     try await message.setValue(["text": "hello", "sent": ServerValue.timestamp()])
///     for try await change in database.reference(withPath: "rooms/r1").changes() { print(change.snapshot.value) }
public final class Database: Sendable {
    private struct State {
        var channel: Channel
        /// Whether something was sent, after which the address stays.
        var isUsed = false
        /// Why the client cannot be used, if so.
        var problem: DatabaseError?
        var callbackQueue = DispatchQueue.main
    }

    private let state: Mutex<State>
    /// Sends the requests.
    package let transport: any HTTPStreamingTransport
    /// Opens streams of changes.
    package let streams: any HTTPStreamingTransport
    let logger: Logger
    let writes = WriteQueue()
    let observers = Observers()

    /// Creates a client. Sends nothing yet.
    ///
    /// - Parameters:
    ///   - settings: The database, the identity and the retry policy.
    ///   - transport: Sends the requests.
    ///   - streams: Opens streams of changes, each of which occupies a connection; nil for the same transport.
    ///   - logger: Logs repeated requests at level debug, and failed writes that nobody awaited at level error; never
    ///     tokens or data.
    ///   - clock: Measures and makes the waits.
    ///   - generator: The source of automatic keys and of the jitter of the waits.
    /// - Throws: ``DatabaseError`` with `.invalidArgument` for settings that cannot work, and for a token that
    ///   would be sent over plain http to another machine.
    public convenience init(
        _ settings: DatabaseSettings, transport: any HTTPStreamingTransport,
        streams: (any HTTPStreamingTransport)? = nil,
        logger: Logger = Logger(label: "realtime-database"),
        clock: any Clock<Duration> = ContinuousClock(),
        generator: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()
    ) throws(DatabaseError) {
        try self.init(
            settings, transport: transport, streams: streams, logger: logger, clock: clock,
            generator: generator, milliseconds: SystemTime.milliseconds)
    }

    /// Creates a client with its own source of time.
    ///
    /// - Parameter milliseconds: The time since 1970, with which automatic keys begin.
    package convenience init(
        _ settings: DatabaseSettings, transport: any HTTPStreamingTransport,
        streams: (any HTTPStreamingTransport)? = nil, logger: Logger, clock: any Clock<Duration>,
        generator: any RandomNumberGenerator & Sendable, milliseconds: @escaping @Sendable () -> UInt64
    ) throws(DatabaseError) {
        try settings.check()
        let channel = Channel(
            settings, transport: transport, streams: streams ?? transport, milliseconds: milliseconds,
            CallChannel(
                generator: SharedGenerator(generator), clock: clock, logger: logger,
                observation: settings.observation))
        self.init(channel, logger: logger)
    }

    private init(_ channel: Channel, logger: Logger, problem: DatabaseError? = nil) {
        state = Mutex(State(channel: channel, problem: problem))
        transport = channel.transport
        streams = channel.streams
        self.logger = logger
    }

    /// Creates a client that cannot be used: each of its calls throws the error.
    convenience init(failing problem: DatabaseError, transport: any HTTPStreamingTransport) {
        let logger = Logger(label: "realtime-database")
        let channel = Channel(
            DatabaseSettings(projectID: "unknown"), transport: transport, streams: transport,
            milliseconds: SystemTime.milliseconds,
            CallChannel(
                generator: SharedGenerator(SystemRandomNumberGenerator()), clock: ContinuousClock(),
                logger: logger, observation: nil))
        self.init(channel, logger: logger, problem: problem)
    }

    /// A client with another identity, over the same connections.
    ///
    /// - Parameter credentials: The identity.
    /// - Throws: ``DatabaseError`` with `.invalidArgument` for credentials that cannot be sent to the server.
    public func acting(as credentials: Credentials) throws(DatabaseError) -> Database {
        let channel = try usableChannel()
        var settings = channel.settings
        settings.credentials = credentials
        try settings.check()
        let client = Database(channel.with(settings), logger: logger)
        client.callbackQueue = callbackQueue
        return client
    }

    // MARK: Settings

    /// The settings of the client.
    public var settings: DatabaseSettings { state.withLock(\.channel.settings) }

    /// Where observers and completion handlers are called, and the blocks of transactions that have one; the main queue
    /// by default. Observers that were added before stay on their queue.
    public var callbackQueue: DispatchQueue {
        get { state.withLock(\.callbackQueue) }
        set { state.withLock { $0.callbackQueue = newValue } }
    }

    /// Uses an emulator instead of Google's servers. Call it before anything else: after the first call of the client, a
    /// change of the address makes all later ones fail with `.preconditionFailed`.
    public func useEmulator(withHost host: String, port: Int) {
        state.withLock { state in
            var settings = state.channel.settings
            settings.endpoint = .emulator(host: host, port: port)
            if settings.endpoint == state.channel.settings.endpoint { return }
            do throws(DatabaseError) {
                if state.isUsed { throw .addressInUse }
                try settings.check()
                state.channel = state.channel.with(settings)
            } catch {
                state.problem = state.problem ?? error
            }
        }
    }

    // MARK: Use

    /// The channel, once the writes that were started before are done.
    func channelAfterWrites() async throws(DatabaseError) -> Channel {
        await writes.wait()
        return try usableChannel()
    }

    /// The channel for an awaited write, once the writes that were started before are done and the observers that were
    /// added before know what is there.
    func channelForWriting() async throws(DatabaseError) -> Channel {
        let opening = observers.opening
        await writes.wait()
        for observation in opening { await observation.opened() }
        return try usableChannel()
    }

    /// Starts a write that nobody awaits, at the same point.
    func startWrite(_ write: @escaping @Sendable () async -> Void) {
        let opening = observers.opening
        writes.start {
            for observation in opening { await observation.opened() }
            await write()
        }
    }

    /// The channel, for a write whose turn has come.
    func usableChannel() throws(DatabaseError) -> Channel {
        let (channel, problem) = state.withLock { state in
            state.isUsed = true
            return (state.channel, state.problem)
        }
        if let problem { throw problem }
        return channel
    }

    /// Returns when all writes that were started without being awaited are done, or have failed.
    ///
    /// A program that ends before loses those that are not.
    public func waitForPendingWrites() async { await writes.wait() }

    /// A key for a new child, greater than all keys made before.
    func nextKey() -> DataKey { state.withLock(\.channel).nextKey() }

    /// What the client has done so far.
    public var usage: DatabaseUsage { state.withLock(\.channel).calls.usage }

    /// The root of the database.
    public func reference() -> DatabaseReference { DatabaseReference(Location(self)) }

    /// The location at a path, such as `rooms/r1/messages`. An invalid path is reported when it is used.
    public func reference(withPath path: String) -> DatabaseReference { reference().child(path) }

    /// The location with a URL, such as `https://my-project-default-rtdb.firebaseio.com/rooms/r1`.
    ///
    /// A URL of another database is reported when the reference is used.
    public func reference(fromURL databaseURL: String) -> DatabaseReference {
        let settings = settings
        do throws(DatabaseError) {
            let (name, endpoint, path) = try DatabaseURL.location(databaseURL, in: settings.name)
            guard name == settings.name, settings.endpoint.isEmulator || endpoint == settings.endpoint else {
                let reason = "the URL is one of another database than \(reference().url)"
                return DatabaseReference(Location(self, invalidPath: databaseURL, reason))
            }
            return DatabaseReference(Location(self).child(path))
        } catch {
            return DatabaseReference(Location(self, invalidPath: databaseURL, error.message))
        }
    }
}

extension DatabaseError {
    static let notConfigured = DatabaseError(
        .preconditionFailed,
        "The Realtime Database is not configured; call Database.configure(_:) first.")
    fileprivate static let addressInUse = DatabaseError(
        .preconditionFailed,
        "The address of a Database cannot change once it is in use; call useEmulator before the first call.")
}
