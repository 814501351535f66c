import CurlHTTP
import FirestoreClient
import HTTPTransport
import ReadReceipts
import ReceiptWorker

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The database that a command's options name.
struct Connection: Sendable {
    let firestore: Firestore
    let service: ReceiptService
    let project: String
    /// The server, for people.
    let server: String
    /// The libcurl client, when the connection goes over the network.
    let httpClient: HTTPClient?
    /// Whether anybody can be acted as, as on an emulator.
    let knowsUsers: Bool

    /// Finds the server and the credentials.
    ///
    /// - Parameters:
    ///   - options: The command's options.
    ///   - user: The user to act as, unless as an administrator; nil for commands that act as one anyway.
    ///   - given: Credentials in place of those that the options name.
    ///   - context: The environment, and a transport that may stand in for the network.
    /// - Throws: ``CommandFailure`` that says which option is wrong or missing.
    init(
        _ options: ConnectionOptions, user: String?, credentials given: Credentials? = nil,
        in context: CommandContext
    ) async throws {
        if user?.isEmpty == true { throw CommandFailure(.wrongUsage, "the user id is empty") }
        let environment = context.environment
        func variable(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }
        var named = options.project ?? variable("GCLOUD_PROJECT") ?? variable("GOOGLE_CLOUD_PROJECT")

        let endpoint: FirestoreEndpoint
        let credentials: Credentials
        var quotaProject: String?
        if let address = options.emulator ?? variable("FIRESTORE_EMULATOR_HOST") {
            do {
                endpoint = try FirestoreEndpoint.emulator(address)
            } catch {
                throw CommandFailure(.wrongUsage, error.message)
            }
            credentials =
                given ?? (options.admin || user == nil ? .emulatorAdmin : .emulatorUser(uid: user ?? ""))
            if options.credentials != nil {
                throw CommandFailure(
                    .wrongUsage,
                    "--credentials is for production, but \(options.emulator == nil ? "FIRESTORE_EMULATOR_HOST" : "--emulator") "
                        + "names an emulator; leave one of them out")
            }
        } else {
            var found = given.map { ProductionCredentials($0) }
            if found == nil { found = try await ProductionCredentials.find(options, in: context) }
            guard let found else {
                throw CommandFailure(
                    .wrongUsage,
                    "no server: pass --emulator HOST:PORT, or set FIRESTORE_EMULATOR_HOST, or for production pass --credentials "
                        + "FILE or set FIRESTORE_TOKEN to an access token")
            }
            guard let project = named ?? found.project else {
                throw CommandFailure(
                    .wrongUsage, "production needs a project: pass --project ID or set GCLOUD_PROJECT")
            }
            named = project
            endpoint = .production
            (credentials, quotaProject) = (found.credentials, found.quotaProject)
        }

        project = named ?? "demo-receipts"
        server = endpoint.description
        let client = context.transport == nil ? HTTPClient() : nil
        httpClient = client
        knowsUsers = endpoint != .production
        firestore = try Firestore(
            FirestoreSettings(
                projectID: project, endpoint: endpoint, credentials: credentials,
                retryPolicy: Connection.retryPolicy, quotaProjectID: quotaProject),
            transport: context.transport ?? client ?? HTTPClient())
        service = ReceiptService(firestore: firestore, schema: try Connection.schema(options.schema))
    }

    /// The chats as another user of an emulator sees them, over the same connections.
    func service(as user: String) throws(FirestoreError) -> ReceiptService {
        try service(as: .emulatorUser(uid: user))
    }

    /// The chats as somebody else sees them, over the same connections.
    func service(as credentials: Credentials) throws(FirestoreError) -> ReceiptService {
        ReceiptService(firestore: try firestore.acting(as: credentials), schema: service.schema)
    }

    /// How an administrator's writes are sent where nobody has said so: production is to be approached slowly.
    var usualWrites: ReceiptDestination.Writes { knowsUsers ? .commits : .bulk }

    /// Somebody waits at the other end: give up within about two seconds when no server answers.
    private static let retryPolicy = RetryPolicy(initialDelay: .milliseconds(100), maximumDelay: .seconds(2))

    static func schema(_ name: String) throws -> ReceiptSchema {
        if let preset = ReceiptSchema.preset(named: name) { return preset }
        guard name.hasSuffix(".json") || name.contains("/") else {
            throw CommandFailure(
                .wrongUsage,
                "there is no schema \"\(name)\": known are "
                    + "\(ReceiptSchema.presets.map(\.name).joined(separator: ", ")); else give the path of a JSON file"
            )
        }
        return try JSONFile.read(ReceiptSchema.self, from: name, as: "schema")
    }
}
