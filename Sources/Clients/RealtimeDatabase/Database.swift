public import ClientCore
public import HTTPTransport
public import Logging
import RealtimeDatabaseModel

/// A client of a Firebase Realtime Database, over REST.
///
/// Names follow Firebase's SDK for Apple's platforms. Nothing is stored locally: every read asks the server, and a write
/// is done when its call returns. Use it from any task; the transport owns the connections.
///
///     let database = try Database(DatabaseSettings(projectID: "my-project", credentials: google.credentials))
///     let message = database.reference(withPath: "rooms/r1/messages").childByAutoId()
///     try await message.setValue(["text": "hello", "sent": ServerValue.timestamp()])
///     for try await change in database.reference(withPath: "rooms/r1").changes() { print(change.snapshot.value) }
public final class Database: Sendable {
    /// The settings of the client.
    public var settings: DatabaseSettings { channel.settings }

    let channel: Channel

    /// Sends the requests.
    package var transport: any HTTPStreamingTransport { channel.transport }
    /// Opens streams of changes.
    package var streams: any HTTPStreamingTransport { channel.streams }

    /// Creates a client. Sends nothing yet.
    ///
    /// - Parameters:
    ///   - settings: The database, the identity and the retry policy.
    ///   - transport: Sends the requests.
    ///   - streams: Opens streams of changes, each of which occupies a connection; nil for the same transport.
    ///   - logger: Receives repeated requests, at level debug; never tokens or data.
    ///   - clock: Measures and makes the waits.
    ///   - generator: The source of automatic keys and of the jitter of the waits.
    /// - Throws: ``DatabaseError`` with `.invalidArgument` for settings that cannot work, and for a token that
    ///   would be sent over plain http to another machine.
    public convenience init(
        _ settings: DatabaseSettings, transport: any HTTPStreamingTransport,
        streams: (any HTTPStreamingTransport)? = nil,
        logger: Logger = Logger(label: "realtime-database") { _ in SwiftLogNoOpLogHandler() },
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
    package init(
        _ settings: DatabaseSettings, transport: any HTTPStreamingTransport,
        streams: (any HTTPStreamingTransport)? = nil, logger: Logger, clock: any Clock<Duration>,
        generator: any RandomNumberGenerator & Sendable, milliseconds: @escaping @Sendable () -> UInt64
    ) throws(DatabaseError) {
        try settings.check()
        channel = Channel(
            settings, transport: transport, streams: streams ?? transport, milliseconds: milliseconds,
            CallChannel(generator: SharedGenerator(generator), clock: clock, logger: logger))
    }

    private init(_ channel: Channel) { self.channel = channel }

    /// A client with another identity, over the same connections.
    ///
    /// - Parameter credentials: The identity.
    /// - Throws: ``DatabaseError`` with `.invalidArgument` for credentials that cannot be sent to the server.
    public func acting(as credentials: Credentials) throws(DatabaseError) -> Database {
        var settings = settings
        settings.credentials = credentials
        try settings.check()
        return Database(channel.with(settings))
    }

    /// What the client has done so far.
    public var usage: DatabaseUsage { channel.calls.usage }

    /// The root of the database.
    public func reference() -> DatabaseReference { DatabaseReference(self, .success(.root), text: "/") }

    /// The location at a path, such as `rooms/r1/messages`. An invalid path is reported when it is used.
    public func reference(withPath path: String) -> DatabaseReference { reference().child(path) }
}
