import ClientCore
import CurlHTTP
import FirestoreClient
import HTTPTransport
import PrintableText
import ReadReceipts
import RealtimeDatabase
import ReceiptWorker

/// The connection to the database of a command's options.
struct Connection: Sendable {
    let database: ConnectedDatabase
    let service: ReceiptService
    let project: String
    /// The server, for display.
    let server: String
    /// The libcurl client, if Firestore is reached over the network.
    let httpClient: HTTPClient?
    /// Whether the command can act as any user, as on an emulator.
    let knowsUsers: Bool
    /// Asks an emulator why its rules denied a request; nil in production.
    let decisions: DecisionQuestions?

    /// Finds the server and the credentials.
    ///
    /// - Parameters:
    ///   - options: The command's options.
    ///   - user: The user to act as, unless `--admin` is set; nil for commands that always act as an administrator.
    ///   - given: Credentials that replace those of the options.
    ///   - force: Whether to write even if messages have another schema.
    ///   - alsoSchema: Another schema to write receipts in.
    ///   - writesPerCommit: The maximum number of writes in a commit; nil for the default.
    ///   - observer: Hears of the calls to the database.
    ///   - context: The environment, and a transport that may replace the network.
    /// - Throws: ``CommandFailure`` for invalid or missing options.
    init(
        _ options: ConnectionOptions, user: UserID?, credentials given: Credentials? = nil,
        force: Bool = false, alsoSchema: String? = nil, writesPerCommit: Int? = nil,
        observer: (any CallObserver)? = nil, in context: CommandContext
    ) async throws {
        let schema = try Connection.schema(options.schema)
        let variable =
            schema.store == .firestore ? "FIRESTORE_EMULATOR_HOST" : "FIREBASE_DATABASE_EMULATOR_HOST"
        let choice = try await ServerChoice(
            options, emulatorIn: variable, user: user, credentials: given, in: context)
        let client = context.transport == nil ? HTTPClient() : nil
        let transport = context.transport ?? client ?? HTTPClient()
        switch schema.store {
        case .firestore:
            let (firestore, endpoint) = try ConnectedDatabase.firestore(
                choice, over: transport, observer: observer,
                logger: context.logger("firestore-client", options))
            database = .firestore(firestore)
            httpClient = client
            server = endpoint.description
            decisions =
                choice.knowsUsers
                ? DecisionQuestions(
                    to: endpoint.authority, path: "/emulator/v1/projects/\(choice.project):explain?",
                    over: transport) : nil
        case .realtimeDatabase:
            let profiles = try await Connection.profiles(
                options, beside: choice, user: user, observer: observer, in: context, over: transport)
            let (realtime, name) = try ConnectedDatabase.realtimeDatabase(
                choice, url: options.databaseURL, over: context.streams, observer: observer)
            database = .realtimeDatabase(realtime, profiles: profiles)
            httpClient = nil
            server = name
            let settings = realtime.settings
            decisions =
                choice.knowsUsers
                ? DecisionQuestions(
                    to: settings.endpoint.address(of: settings.name).authority,
                    path: "/.inspect/decisions.json?ns=\(settings.name)&", over: context.streams ?? transport)
                : nil
        }
        project = choice.project
        knowsUsers = choice.knowsUsers
        var service = database.service(schema: schema)
        service.force = force
        if let writesPerCommit { service.writesPerCommit = writesPerCommit }
        if let alsoSchema {
            let other = try Connection.schema(alsoSchema)
            if let problem = service.unsuitable(other) { throw CommandFailure(.wrongUsage, problem) }
            service.alsoWrites = other
        }
        self.service = service
    }

    /// The Firestore with the profiles for a Realtime Database: in production the project's, otherwise the emulator in the environment.
    private static func profiles(
        _ options: ConnectionOptions, beside choice: ServerChoice, user: UserID?,
        observer: (any CallObserver)?,
        in context: CommandContext, over transport: any HTTPTransport
    ) async throws -> Firestore? {
        let logger = context.logger("firestore-client", options)
        guard choice.knowsUsers else {
            return try ConnectedDatabase.firestore(
                choice, over: transport, observer: observer, logger: logger
            ).0
        }
        var options = options
        options.emulator = nil
        guard context.environment["FIRESTORE_EMULATOR_HOST"].map({ !$0.isEmpty }) ?? false else { return nil }
        let profileChoice = try await ServerChoice(
            options, emulatorIn: "FIRESTORE_EMULATOR_HOST", user: user, credentials: choice.credentials,
            in: context)
        return try ConnectedDatabase.firestore(
            profileChoice, over: transport, observer: observer, logger: logger
        ).0
    }

    /// The chats as another user of an emulator, over the same connections.
    func service(as user: UserID) throws -> ReceiptService {
        try service(as: .emulatorUser(uid: user.string))
    }

    /// The chats as an emulator's administrator, over the same connections.
    ///
    /// - Throws: ``ReceiptsError`` if that is not possible.
    func administrator() throws(ReceiptsError) -> ReceiptService {
        do {
            return try service(as: .emulatorAdmin)
        } catch {
            throw ReceiptsError(.server, "cannot act as an administrator")
        }
    }

    /// The chats with other credentials, over the same connections.
    func service(as credentials: Credentials) throws -> ReceiptService {
        var other = try database.service(as: credentials, schema: service.schema)
        other.force = service.force
        (other.alsoWrites, other.writesPerCommit) = (service.alsoWrites, service.writesPerCommit)
        return other
    }

    /// The default for an administrator's writes: in bulk in production, where the rate must grow slowly.
    var usualWrites: ReceiptDestination.Writes { knowsUsers ? .commits : .bulk }

    static func schema(_ name: String) throws -> ReceiptSchema {
        if let preset = ReceiptSchema.preset(named: name) { return preset }
        guard name.hasSuffix(".json") || name.contains("/") else {
            let known = ReceiptSchema.presets.map(\.name)
            throw CommandFailure(
                .wrongUsage,
                "there is no schema \"\(name.beginning(limit: 60))\".\(Spelling.question(name, among: known)) Choose "
                    + "\(known.joined(separator: ", ")), or the path of a JSON file")
        }
        return try SchemaFile.read(name)
    }
}
