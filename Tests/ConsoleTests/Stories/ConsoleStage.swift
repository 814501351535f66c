import FirestoreClient
import FirestoreEmulator
import FirestoreRules
import ReadReceipts
import RealtimeDatabase
import RealtimeDatabaseEmulator
import ReceiptWorker
import TestSupport
import Testing

@testable import ReceiptConsole

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A console on a socket, beside emulators of this process under the rules of the chats; and a browser that looks at it.
struct ConsoleStage: Sendable {
    static let project = "demo-receipts"

    let browser: Browser
    /// The Firestore, as an administrator.
    let admin: Firestore
    /// The Realtime Database, as an administrator.
    let database: Database
    /// The address of the console.
    let url: String

    private let emulator: Emulator
    private let databaseEmulator: DatabaseEmulator
    private let console: StagedConsole
    /// The console's connection to each of the databases.
    private let firestoreWay: SwitchedTransport
    private let databaseWay: SwitchedStreams

    /// Runs a story. The browser must not report any error or violation of the policy. Exceptions are the responses
    /// of a server that refuses requests, which browsers count as errors and which are part of some stories.
    ///
    /// - Parameters:
    ///   - stores: The kinds of databases that the console shows.
    ///   - rulesFile: The file with the rules of all of them.
    ///   - suites: The suites of the project.
    ///   - rememberedCalls: How many calls the emulators record.
    ///   - isTold: Whether the console is notified of changes, as beside the emulator.
    static func run(
        _ stores: Set<ReceiptStore> = [.firestore], width: Int = 1280, height: Int = 800,
        outbox: Outbox? = nil, findOutbox: (@Sendable () -> Outbox?)? = nil,
        metrics: (@Sendable () async -> String?)? = nil, workerHistory: WorkerHistory = WorkerHistory(),
        isTold: Bool = true, rememberedCalls: Int = 200,
        rulesFile: RulesFile? = nil, suites: SuiteFiles? = nil, refusals: Set<Int> = [],
        _ story: @escaping @Sendable (ConsoleStage) async throws -> Void
    ) async throws {
        let changes = ChangeTap()
        var emulatorConfiguration = EmulatorConfiguration(onChange: { changes.changed() })
        emulatorConfiguration.rememberedCalls = rememberedCalls
        let emulator = Emulator(configuration: emulatorConfiguration)
        #expect(emulator.setRules(try rules(), project: project).isEmpty)
        let admin = try Firestore(
            FirestoreSettings(
                projectID: project, endpoint: .emulator(host: "127.0.0.1", port: 8080),
                credentials: .emulatorAdmin), transport: emulator.transport)
        var databaseConfiguration = DatabaseEmulatorConfiguration(onChange: { changes.changed() })
        databaseConfiguration.rememberedCalls = rememberedCalls
        let databaseEmulator = DatabaseEmulator(configuration: databaseConfiguration)
        let database = try Database(
            DatabaseSettings(
                projectID: project, endpoint: .emulator(host: "127.0.0.1", port: 9000),
                credentials: .emulatorAdmin), transport: databaseEmulator.transport)
        #expect(
            databaseEmulator.setRules(
                try file("database.rules.json"), namespace: database.settings.name) == [])
        let firestoreWay = SwitchedTransport(emulator.transport)
        let databaseWay = SwitchedStreams(databaseEmulator.transport)
        var configuration = ConsoleConfiguration(
            firestore: stores.contains(.firestore)
                ? try Firestore(admin.settings, transport: firestoreWay) : nil,
            realtimeDatabase: stores.contains(.realtimeDatabase)
                ? try Database(database.settings, transport: databaseWay) : nil,
            outbox: outbox, findOutbox: findOutbox)
        (configuration.suites, configuration.workerMetrics) = (suites, metrics)
        configuration.workerHistory = workerHistory
        (configuration.rulesFile, configuration.databaseRulesFile) = (rulesFile, rulesFile)
        let console = StagedConsole(configuration, isTold ? changes : nil)
        try await console.start()
        do {
            let url = "http://127.0.0.1:\(await console.port)"
            try await Browser.run(width: width, height: height) { browser in
                // Animations keep a machine without a graphics card busy.
                try await browser.prefer(.light, reducedMotion: true)
                try await story(
                    ConsoleStage(
                        browser: browser, admin: admin, database: database, url: url, emulator: emulator,
                        databaseEmulator: databaseEmulator, console: console, firestoreWay: firestoreWay,
                        databaseWay: databaseWay))
                let complaints = try await browser.errors().filter { complaint in
                    complaint.source != "network"
                        || !refusals.contains { complaint.text.contains("status of \($0)") }
                            && !(refusals.contains(0) && complaint.text.contains("net::ERR_"))
                }
                #expect(complaints.isEmpty, "the browser says: \(complaints)")
            }
        } catch {
            await console.stop()
            throw error
        }
        await console.stop()
    }

    /// Runs the body while the console is stopped.
    func withoutConsole(_ body: () async throws -> Void) async throws {
        await console.stop()
        try await body()
        try await console.start()
    }

    /// Disconnects the databases from the console, or reconnects them.
    func setOutage(_ isOut: Bool) {
        firestoreWay.isDown = isOut
        databaseWay.isDown = isOut
    }

    /// The number of requests the console has sent to the Firestore.
    var requests: Int { firestoreWay.requests }

    /// Replaces the emulator's rules.
    func setRules(_ text: String) {
        let rules = SourceFile(name: "firestore.rules", content: text)
        #expect(emulator.setRules(rules, project: ConsoleStage.project).isEmpty)
    }

    /// Replaces a part of the emulator's configured rules, the first one that reads so.
    func changeRules(_ part: String, to other: String) throws {
        setRules(try ConsoleStage.file("firestore.rules").replacing(part, with: other, maxReplacements: 1))
    }

    /// Replaces the Realtime Database's rules.
    func setDatabaseRules(_ text: String) {
        #expect(databaseEmulator.setRules(text, namespace: database.settings.name) == [])
    }

    private static func rules() throws -> SourceFile {
        SourceFile(name: "firestore.rules", content: try file("firestore.rules"))
    }

    /// A file of the emulators' configuration.
    private static func file(_ name: String) throws -> String {
        let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "emulator-config/\(name)")
        return try String(contentsOf: file, encoding: .utf8)
    }

    // MARK: The conversation

    /// Creates a conversation with messages, each from a sender.
    func conversation(
        _ id: String, _ schema: ReceiptSchema, _ members: [String], title: String? = nil,
        messages: [(sender: String, text: String)] = []
    ) async throws {
        if schema.store == .realtimeDatabase {
            return try await databaseConversation(id, schema, members, title: title, messages: messages)
        }
        var fields: [String: Any] = [schema.members: members]
        if let title { fields["groupName"] = title }
        try await admin.document("\(schema.conversations)/\(id)").setData(fields)
        for start in stride(from: 0, to: messages.count, by: 500) {
            let batch = admin.batch()
            for number in start..<min(start + 500, messages.count) {
                var message: [String: Any] = [
                    schema.sender: messages[number].sender, schema.text: messages[number].text,
                    schema.timestamp: Timestamp(seconds: 1_790_000_000 + Int64(number), nanoseconds: 0),
                ]
                if schema.cursors == nil { message[schema.readBy] = [String]() }
                if let field = schema.messageID { message[field] = "m\(number)" }
                if let field = schema.status { message[field] = "sent" }
                if let field = schema.deliveredTo { message[field] = [String]() }
                batch.setData(
                    message,
                    forDocument: admin.document("\(schema.conversations)/\(id)/\(schema.messages)/m\(number)")
                )
            }
            try await batch.commit()
        }
    }

    private func databaseConversation(
        _ id: String, _ schema: ReceiptSchema, _ members: [String], title: String?,
        messages: [(sender: String, text: String)]
    ) async throws {
        var values: [String: DatabaseValue] = [:]
        values["\(schema.conversations)/\(id)"] = [
            schema.members: .object(Dictionary(members.map { ($0, true) }) { first, _ in first }),
            "groupName": title.map(DatabaseValue.string) ?? .null,
        ]
        for (number, message) in messages.enumerated() {
            values["\(schema.messages)/\(id)/m\(number)"] = [
                schema.sender: .string(message.sender), schema.text: .string(message.text),
                schema.timestamp: .number(Double(1_790_000_000_000 + number * 1000)),
            ]
        }
        try await database.reference().updateChildValues(values)
    }

    /// Gives users their names, in both databases.
    func profiles(_ names: [String: String]) async throws {
        for (id, name) in names {
            try await database.reference(withPath: "users/\(id)/displayName").setValue(.string(name))
        }
        let batch = admin.batch()
        for (id, name) in names {
            batch.setData(["displayName": name], forDocument: admin.document("users/\(id)"))
        }
        try await batch.commit()
    }

    /// The chats as in a user's own app, without the console.
    func service(_ user: UserID, _ schema: ReceiptSchema = .status) throws -> ReceiptService {
        let credentials = Credentials.emulatorUser(uid: user.string)
        return switch schema.store {
        case .firestore: ReceiptService(firestore: try admin.acting(as: credentials), schema: schema)
        case .realtimeDatabase:
            ReceiptService(database: try database.acting(as: credentials), schema: schema)
        }
    }

    // MARK: What the page shows

    /// Opens a conversation on the devices of some members side by side, and waits until they show it.
    func open(_ schema: ReceiptSchema, _ conversation: String, _ users: [String]) async throws {
        try await browser.open("\(url)/#/chat/\(schema.name)/\(conversation)/\(users.joined(separator: ","))")
        for user in users { try await browser.wait(for: "\(device(user))[data-state=open]") }
    }

    /// The device of a user.
    func device(_ user: String) -> String { "section[data-pane][data-user=\"\(user)\"]" }

    /// A message on the device of a user.
    func message(_ id: String, of user: String) -> String { "\(device(user)) [data-message=\"\(id)\"]" }

    /// Waits until one of the user's own messages has a symbol in a colour, and perhaps a text.
    func waitForReceipt(
        _ symbol: String, _ tint: String, _ text: String? = nil, beside message: String
    ) async throws {
        try await browser.wait(
            for: "\(message) .receipt[data-symbol=\(symbol)][data-tint=\(tint)]", containing: text)
    }

    /// Writes a message on a device.
    func send(_ text: String, from user: String) async throws {
        try await browser.find("\(device(user)) [data-composer]").type(text)
        try await browser.find("\(device(user)) [data-action=send]").click()
    }

    /// Replaces the text of a field.
    func write(_ text: String, into field: String) async throws {
        let field = try await browser.wait(for: field)
        try await field.clear()
        try await field.type(text)
    }

    /// Disconnects a device, or reconnects it.
    func flipNetwork(of user: String) async throws {
        try await browser.find("\(device(user)) [data-action=offline]").click()
    }

    /// Saves a screenshot in the folder that RECEIPTS_SCREENSHOTS names, if any.
    func picture(_ name: String) async throws {
        guard let folder = SystemEnvironment.screenshots else { return }
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try Data(try await browser.screenshot()).write(to: URL(filePath: "\(folder)/\(name).png"))
    }
}
