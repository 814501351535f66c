import ClientCore
import FirestoreClient
import FirestoreModel
import HTTPTransport
import HTTPTypes
import ReadReceipts
import RealtimeDatabase

/// A database with chats.
enum ChatPlace: Sendable {
    case firestore(Firestore)
    /// With the Firestore that has the profiles, if any.
    case realtimeDatabase(Database, profiles: Firestore?)

    /// Chooses the database for a schema; nil if the console has none of its kind.
    init?(of schema: ReceiptSchema, in configuration: ConsoleConfiguration) {
        switch schema.store {
        case .firestore:
            guard let firestore = configuration.firestore else { return nil }
            self = .firestore(firestore)
        case .realtimeDatabase:
            guard let database = configuration.realtimeDatabase else { return nil }
            self = .realtimeDatabase(database, profiles: configuration.firestore)
        }
    }

    /// The chats.
    ///
    /// - Parameter alternatives: Other schemas to recognize.
    func service(
        schema: ReceiptSchema, among alternatives: [ReceiptSchema] = ReceiptSchema.presets
    ) -> ReceiptService {
        switch self {
        case .firestore(let firestore):
            ReceiptService(firestore: firestore, schema: schema, alternatives: alternatives)
        case .realtimeDatabase(let database, let profiles):
            ReceiptService(database: database, schema: schema, alternatives: alternatives, profiles: profiles)
        }
    }

    /// The same database over a network that can be switched off.
    ///
    /// - Parameter user: The user to act as; nil for the console's own credentials.
    func over(_ network: NetworkSwitch, as user: UserID?) throws(ReceiptsError) -> ChatPlace {
        switch self {
        case .firestore(let firestore):
            .firestore(try ChatPlace.firestore(firestore, over: network, as: user))
        case .realtimeDatabase(let database, let profiles):
            .realtimeDatabase(
                try ChatPlace.database(database, over: network, as: user),
                profiles: try profiles.map { (firestore) throws(ReceiptsError) in
                    try ChatPlace.firestore(firestore, over: network, as: user)
                })
        }
    }

    /// The same database as it was at a past time; nil for a Realtime Database, which keeps no versions.
    ///
    /// - Parameter user: The user to act as; nil for the console's own credentials.
    func at(_ time: Timestamp, as user: UserID?) throws(ReceiptsError) -> ChatPlace? {
        guard case .firestore(let firestore) = self else { return nil }
        let settings = firestore.settings
        if let user { settings.credentials = .emulatorUser(uid: user.string) }
        do throws(FirestoreError) {
            return .firestore(
                try Firestore(settings, transport: PastTransport(base: firestore.transport, time: time)))
        } catch {
            throw ReceiptsError(error)
        }
    }

    private static func firestore(
        _ firestore: Firestore, over network: NetworkSwitch, as user: UserID?
    ) throws(ReceiptsError) -> Firestore {
        let settings = firestore.settings
        if let user { settings.credentials = .emulatorUser(uid: user.string) }
        settings.retryPolicy = soon
        let isWrite = { @Sendable (request: HTTPRequest) in request.path?.hasSuffix(":commit") == true }
        let streams = (firestore.transport as? any HTTPStreamingTransport).map {
            PaneStreams(base: $0, network: network, isWrite: isWrite)
        }
        do throws(FirestoreError) {
            return try Firestore(
                settings,
                transport: streams
                    ?? PaneTransport(base: firestore.transport, network: network, isWrite: isWrite))
        } catch {
            throw ReceiptsError(error)
        }
    }

    private static func database(
        _ database: Database, over network: NetworkSwitch, as user: UserID?
    ) throws(ReceiptsError) -> Database {
        var settings = database.settings
        if let user { settings.credentials = .emulatorUser(uid: user.string) }
        settings.retryPolicy = soon
        let isWrite = { @Sendable (request: HTTPRequest) in request.method != .get }
        do throws(DatabaseError) {
            return try Database(
                settings,
                transport: PaneStreams(base: database.transport, network: network, isWrite: isWrite),
                streams: PaneStreams(base: database.streams, network: network, isWrite: isWrite))
        } catch {
            throw ReceiptsError(error)
        }
    }

    /// A short policy, because somebody is watching. Whoever made the request retries it.
    private static let soon = RetryPolicy(
        maximumAttempts: 3, initialDelay: .milliseconds(40), maximumDelay: .milliseconds(200))
}
