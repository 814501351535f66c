public import ClientCore
package import FirestoreModel
public import HTTPTransport
public import Logging
import Synchronization

/// A Cloud Firestore database, accessed over REST.
///
/// The names are those of Firebase's SDK for Apple's platforms. There is no local cache: every read is a request to the server,
/// and an awaited write is complete when its call returns. A client can be used from any task.
///
///     let db = try Firestore(settings, transport: transport)
///     let message = try await db.document("conversations/c1/messages/m1").getDocument()
public final class Firestore: Sendable {
    fileprivate struct State {
        /// Nil if the client was never configured.
        var channel: Channel?
        /// True once a request was sent; the settings cannot change afterwards.
        var isUsed = false
        /// Why the client cannot be used; nil while it can.
        var problem: FirestoreError?
    }

    private let state: Mutex<State>
    package let database: DatabaseID
    /// Sends the requests.
    package let transport: any HTTPTransport
    let generator: SharedGenerator
    package let logger: Logger
    let writes = WriteQueue()
    let listeners = Listeners()

    /// Creates a client. Sends nothing yet.
    ///
    /// - Parameters:
    ///   - settings: The database, the identity and the retry policy.
    ///   - transport: Sends the requests.
    ///   - logger: Logs repeated requests at level debug, and failed writes that nobody awaited at level error; never
    ///     tokens or content.
    ///   - clock: The clock for the waits between attempts.
    ///   - generator: The source of automatic ids and of the jitter in waits.
    /// - Throws: ``FirestoreError`` with `.invalidArgument` for settings that cannot work, and for a token
    ///   that would be sent over plain http to another machine.
    public init(
        _ settings: FirestoreSettings, transport: any HTTPTransport,
        logger: Logger = Logger(label: "firestore-client"),
        clock: any Clock<Duration> = ContinuousClock(),
        generator: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()
    ) throws(FirestoreError) {
        let settings = settings.copy()
        try settings.check()
        let generator = SharedGenerator(generator)
        state = Mutex(
            State(
                channel: Channel(
                    settings, transport: transport,
                    CallChannel(
                        generator: generator, clock: clock, logger: logger,
                        observation: settings.observation))))
        self.transport = transport
        self.generator = generator
        self.logger = logger
        database = DatabaseID(project: settings.projectID, database: settings.databaseID)
    }

    private init(_ other: Firestore, _ channel: Channel) {
        state = Mutex(State(channel: channel))
        database = other.database
        transport = other.transport
        generator = other.generator
        logger = other.logger
    }

    /// A client whose calls all fail with the same error.
    init(failing problem: FirestoreError, transport: any HTTPTransport) {
        state = Mutex(State(problem: problem))
        database = DatabaseID(project: "", database: "(default)")
        self.transport = transport
        generator = SharedGenerator(SystemRandomNumberGenerator())
        logger = Logger(label: "firestore-client")
    }

    /// A client of the same database for another identity, over the same connections.
    ///
    /// - Parameter credentials: The other identity.
    /// - Throws: ``FirestoreError`` with `.invalidArgument` for credentials that cannot be sent to the server.
    public func acting(as credentials: Credentials) throws(FirestoreError) -> Firestore {
        let settings = settings
        settings.credentials = credentials
        try settings.check()
        return Firestore(self, try usableChannel().with(settings))
    }

    /// Waits by the client's clock.
    package func pause(for wait: Duration) async throws {
        guard let clock = state.withLock({ $0.channel?.clock }) else { return }
        try await clock.sleep(for: wait)
    }

    // MARK: Settings

    /// The settings. Reading them returns a copy; assign the copy to change them. The project and the database cannot change.
    ///
    /// Set them before the first call. If you change the address later, all later calls fail with `.failedPrecondition`; after
    /// settings that cannot work, they fail with `.invalidArgument`.
    public var settings: FirestoreSettings {
        get { state.withLock { $0.channel?.settings.copy() ?? FirestoreSettings() } }
        set { state.withLock { $0.apply(newValue, to: database) } }
    }

    /// Uses an emulator, like ``settings`` with its address.
    public func useEmulator(withHost host: String, port: Int) {
        let settings = settings
        settings.endpoint = .emulator(host: host, port: port)
        self.settings = settings
    }

    // MARK: Use

    /// The channel, once all writes that have begun are done.
    func channelAfterWrites() async throws(FirestoreError) -> Channel {
        await writes.wait()
        return try usableChannel()
    }

    /// The channel, for a write whose turn has come.
    func usableChannel() throws(FirestoreError) -> Channel {
        let (channel, problem) = state.withLock { state in
            state.isUsed = true
            return (state.channel, state.problem)
        }
        if let problem { throw problem }
        guard let channel else { throw .notConfigured }
        return channel
    }

    /// Makes all later calls fail.
    func end(with problem: FirestoreError) {
        state.withLock { $0.problem = $0.problem ?? problem }
    }

    /// What the client has done so far, for summaries and tests.
    public var usage: FirestoreUsage { state.withLock { $0.channel?.usage ?? FirestoreUsage() } }

    /// The collection at a path, such as `conversations/c1/messages`. An invalid path is reported when it is used.
    public func collection(_ collectionPath: String) -> CollectionReference {
        CollectionReference(self, PathReader.collection(collectionPath), path: collectionPath)
    }

    /// The document at a path, such as `conversations/c1`. An invalid path is reported when it is used.
    public func document(_ documentPath: String) -> DocumentReference {
        DocumentReference(self, documentPath)
    }

    /// All collections with an id, at any depth. An invalid id is reported when the query runs.
    public func collectionGroup(_ collectionID: String) -> Query {
        Query(self, QuerySpec(database, collectionGroup: collectionID))
    }

    /// A new batch of writes.
    ///
    /// - Returns: The batch.
    public func batch() -> WriteBatch { WriteBatch(self) }

    /// Reads documents, with one request for every 300. Some may be missing.
    ///
    /// - Parameters:
    ///   - references: The documents. Repeated ones are read once.
    ///   - fields: The fields to return; nil for all, empty for none.
    /// - Returns: One snapshot for each reference, in the same order.
    /// - Throws: ``FirestoreError``. One document that the caller may not read fails the whole call.
    public func getDocuments(
        _ references: [DocumentReference], fields: [FieldPath]? = nil
    ) async throws(FirestoreError) -> [DocumentSnapshot] {
        var names: [DocumentName] = []
        for reference in references { names.append(try reference.name(for: "getDocuments")) }
        let documents = try await batchGet(names, mask: .fields(fields))
        return zip(references, documents).map { DocumentSnapshot($0, $1) }
    }

    var writeBuilder: WriteBuilder { WriteBuilder(database: database) }

    /// An id for a new document.
    func autoID() -> String { generator.autoID() }
}

extension Firestore.State {
    fileprivate mutating func apply(_ settings: FirestoreSettings, to database: DatabaseID) {
        guard let channel else { return }
        let new = settings.completed(from: channel.settings)
        (new.projectID, new.databaseID) = (database.project, database.database)
        if isUsed {
            if new.endpoint != channel.settings.endpoint { problem = problem ?? .settingsInUse }
            return
        }
        do throws(FirestoreError) {
            try new.check()
            self.channel = channel.with(new)
        } catch {
            problem = problem ?? error
        }
    }
}

extension FirestoreError {
    static let notConfigured = FirestoreError(
        .failedPrecondition, "Firestore is not configured; call Firestore.configure(_:) first.")
    static let terminated = FirestoreError(.failedPrecondition, "The client has been terminated.")
    fileprivate static let settingsInUse = FirestoreError(
        .failedPrecondition,
        "The settings of a Firestore cannot change once it is in use; set them before the first call.")
}
