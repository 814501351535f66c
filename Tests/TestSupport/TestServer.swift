import CurlHTTP
public import FirestoreClient
public import FirestoreEmulator
import Foundation
public import HTTPTransport
import HTTPTypes
import Synchronization

/// The server that a test talks to: the one that `FIRESTORE_EMULATOR_HOST` names, else an embedded emulator in this process.
///
/// Each test server has a project of its own, so that tests run side by side on one server and see nothing of each other.
public struct TestServer: Sendable {
    /// Where the server is; made up for the embedded one.
    public let endpoint: FirestoreEndpoint
    /// Carries requests to it.
    public let transport: any HTTPStreamingTransport
    /// The project that this test has for itself.
    public let project: String
    /// True when the server is Google's emulator.
    public let isGoogles: Bool
    /// The embedded emulator; nil when the server is another process.
    public let emulator: Emulator?

    /// Finds the server, with a project of its own.
    public init() throws {
        if let address = SystemEnvironment.emulatorHost {
            try self.init(googles: address)
        } else {
            var configuration = EmulatorConfiguration()
            if SystemEnvironment.emulatorProfile == "production" {
                configuration.profile = .production
                configuration.indexes = try TestServer.indexes()
            }
            if let faults = SystemEnvironment.emulatorFaults {
                configuration.faults = try EmulatorFaults(json: faults)
            }
            self.init(embedded: configuration)
        }
    }

    /// An embedded emulator, whatever server other tests talk to.
    public init(embedded configuration: EmulatorConfiguration) {
        let emulator = Emulator(configuration: configuration)
        endpoint = .emulator(host: "127.0.0.1", port: 8080)
        transport = emulator.transport
        project = TestServer.nextProject
        isGoogles = false
        self.emulator = emulator
    }

    private init(googles address: String) throws {
        endpoint = try FirestoreEndpoint.emulator(address)
        transport = TestServer.client
        project = TestServer.nextProject
        isGoogles = true
        emulator = nil
    }

    /// The indexes that the receipts need in production.
    private static func indexes() throws -> IndexConfiguration {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
        let file = root.appending(path: "emulator-config/firestore.indexes.json")
        return try IndexConfiguration(json: String(contentsOf: file, encoding: .utf8))
    }

    private static var nextProject: String {
        "test-\(TestServer.run)-\(TestServer.nextNumber.add(1, ordering: .relaxed).newValue)"
    }

    /// The database, as an administrator or as somebody else.
    ///
    /// - Parameters:
    ///   - credentials: Whom to act as.
    ///   - transport: What carries the requests, when not the server's own.
    ///   - retryPolicy: How often to try again.
    ///   - clock: The client's clock. On the usual one, the waits between attempts take no time, so the client cannot listen, because it
    ///     could not wait for signs of life.
    public func firestore(
        as credentials: Credentials = .emulatorAdmin, through transport: (any HTTPTransport)? = nil,
        retryPolicy: RetryPolicy = .default, clock: (any Clock<Duration>)? = nil
    ) throws -> Firestore {
        let settings = FirestoreSettings(
            projectID: project, endpoint: endpoint, credentials: credentials, retryPolicy: retryPolicy)
        guard let clock else {
            let whole = InterceptingTransport(base: transport ?? self.transport) { _ in }
            return try Firestore(settings, transport: whole, clock: InstantClock())
        }
        return try Firestore(settings, transport: transport ?? self.transport, clock: clock)
    }

    /// Keeps projects of one test run apart from those of another on the same server.
    private static let run = String(UInt32.random(in: .min ... .max), radix: 36)
    private static let nextNumber = Atomic(0)
    private static let client = HTTPClient()
}
