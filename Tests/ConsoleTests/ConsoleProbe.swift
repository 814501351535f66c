import FirestoreClient
import FirestoreEmulator
import HTTPServing
import HTTPTransport
import HTTPTypes
import JSONText
import ReadReceipts
import RealtimeDatabase
import RealtimeDatabaseEmulator
import ReceiptWorker
import TestSupport

@testable import ReceiptConsole

/// A console on a test server, without a socket.
struct ConsoleProbe {
    let console: ReceiptConsole
    let server: TestServer
    /// The Realtime Database beside it.
    let database: DatabaseEmulator

    init(
        _ server: TestServer? = nil, host: String = "127.0.0.1", token: String? = nil, outbox: Outbox? = nil,
        panes: ConsoleConfiguration.Panes = .asTheirUsers, transport: (any HTTPTransport)? = nil,
        stores: Set<ReceiptStore> = [.firestore], metrics: (@Sendable () async -> String?)? = nil
    ) throws {
        let server = try server ?? TestServer()
        self.server = server
        let database = DatabaseEmulator()
        self.database = database
        var configuration = ConsoleConfiguration(panes: panes, outbox: outbox, token: token)
        configuration.workerMetrics = metrics
        if stores.contains(.firestore) {
            configuration.firestore = try server.firestore(through: transport, clock: ContinuousClock())
        }
        if stores.contains(.realtimeDatabase) {
            configuration.realtimeDatabase = try ConsoleProbe.admin(of: database)
        }
        configuration.pace = .forTests
        console = try ReceiptConsole(configuration, host: host, port: 0)
    }

    /// A Realtime Database, as an administrator.
    static func admin(of emulator: DatabaseEmulator) throws -> Database {
        try Database(
            DatabaseSettings(
                projectID: "demo", endpoint: .emulator(host: "127.0.0.1", port: 9000),
                credentials: .emulatorAdmin), transport: emulator.transport)
    }

    /// The response to a request.
    struct Answer {
        let status: Int
        let fields: HTTPFields
        let body: [UInt8]

        var text: String { String(decoding: body, as: UTF8.self) }
        var json: JSON { (try? JSONParser.parse(body)) ?? .null }
        /// The error message.
        var error: String? { json["error"]?.string }
    }

    /// Sends a request.
    func callAsFunction(
        _ method: HTTPRequest.Method = .get, _ path: String, _ body: String = "",
        host: String = "127.0.0.1:4000",
        with fields: [String: String] = [:]
    ) async -> Answer {
        var request = HTTPRequest(method: method, scheme: "http", authority: host, path: path)
        for (name, value) in fields {
            if let name = HTTPField.Name(name) { request.headerFields[name] = value }
        }
        let response: HTTPExchangeResponse
        switch console.router.reply(to: request, Array(body.utf8)) {
        case .now(let now, _): response = now
        case .later(let work): response = await work()
        case .stream(let head, _): response = HTTPExchangeResponse(head: head)
        }
        return Answer(
            status: response.head.status.code, fields: response.head.headerFields, body: response.body)
    }
}

extension ConsoleProbe {
    /// Sets the emulator's rules.
    func setRules(_ text: String) async -> Answer {
        let body: JSON = ["rules": ["files": [["name": "firestore.rules", "content": .string(text)]]]]
        return await self(
            .put, "/api/firestore/emulator/v1/projects/\(server.project):securityRules", body.compactText)
    }
}

extension ConsolePace {
    /// No person reads here, so messages need not stay on the screen for a second.
    static var forTests: ConsolePace {
        var pace = ConsolePace(isTold: false, isBilled: false)
        pace.listening.interval = .milliseconds(10)
        pace.listening.refreshInterval = .milliseconds(20)
        pace.reading = ReadingTiming(dwell: .zero, flushDelay: .zero)
        pace.pushedReading = pace.reading
        pace.details = .milliseconds(10)
        pace.conversation = .milliseconds(20)
        pace.queue = .milliseconds(10)
        pace.changes = .milliseconds(1)
        pace.samples = .milliseconds(10)
        pace.probes.tick = .milliseconds(5)
        pace.probes.soonest = .milliseconds(5)
        return pace
    }
}
