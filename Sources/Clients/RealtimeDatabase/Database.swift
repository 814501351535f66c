public import ClientCore
public import HTTPTransport
public import Logging
import RealtimeDatabaseModel

/// A Firebase Realtime Database, spoken to over REST.
///
/// Names follow Firebase's SDK for Apple's platforms. Nothing is kept locally: every read asks the server,
/// and a write is done when its call returns. May be used from any task; connections are the transport's.
///
///     let database = try Database(DatabaseSettings(projectID: "my-project", credentials: google.credentials))
///     let message = database.reference(withPath: "rooms/r1/messages").childByAutoId()
///     try await message.setValue(["text": "hello", "sent": ServerValue.timestamp()])
///     for try await change in database.reference(withPath: "rooms/r1").changes() { print(change.snapshot.value) }
public final class Database: Sendable {
    /// The settings that the client was made with.
    public var settings: DatabaseSettings { channel.settings }

    let channel: Channel

    /// What carries the requests.
    package var transport: any HTTPStreamingTransport { channel.transport }
    /// What carries streams of changes.
    package var streams: any HTTPStreamingTransport { channel.streams }

    /// Creates a client. Sends nothing yet.
    ///
    /// - Parameters:
    ///   - settings: The database, the identity, and the rules for trying again.
    ///   - transport: What carries the requests.
    ///   - streams: What carries streams of changes, each of which keeps a connection busy; nil for the same transport.
    ///   - logger: Told of repeated requests, at level debug; never of tokens or data.
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

    /// Creates a client with a calendar of its own.
    ///
    /// - Parameter milliseconds: The time since 1970, which automatic keys begin with.
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

    /// The same database as somebody else sees it, over the same connections.
    ///
    /// - Parameter credentials: Whom to act as.
    /// - Throws: ``DatabaseError`` with `.invalidArgument` for credentials that cannot be sent to the server.
    public func acting(as credentials: Credentials) throws(DatabaseError) -> Database {
        var settings = settings
        settings.credentials = credentials
        try settings.check()
        return Database(channel.with(settings))
    }

    /// What has been done so far, for summaries and tests.
    public var usage: DatabaseUsage { channel.calls.usage }

    /// The root of the database.
    public func reference() -> DatabaseReference { DatabaseReference(self, .success(.root), text: "/") }

    /// The place at a path, such as `rooms/r1/messages`. A bad path is reported when it is used.
    public func reference(withPath path: String) -> DatabaseReference { reference().child(path) }
}
