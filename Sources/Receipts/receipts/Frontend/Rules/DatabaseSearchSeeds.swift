import CurlHTTP
import DatabaseRulesAnalysis
import PrintableText
import RealtimeDatabase
import RealtimeDatabaseEmulator
import RealtimeDatabaseModel
import RealtimeDatabaseRules
import RulesTesting

/// What a search of rules of the Realtime Database begins with: the requests of suites, and the data and the latest requests of a
/// running emulator.
struct DatabaseSearchSeeds {
    let options: SearchOptions
    let context: CommandContext

    /// - Parameter rules: The rules on which suites run, and which say what a request is about.
    /// - Throws: ``CommandFailure`` for a suite that cannot be read, and for an emulator that does not answer.
    func scenarios(_ rules: DatabaseRuleset) async throws -> [DatabaseScenario] {
        var scenarios: [DatabaseScenario] = []
        for path in options.suites { scenarios += try await requests(of: path, rules) }
        if let address = options.fromEmulator {
            scenarios += DataSeeds.scenarios(of: try await data(of: address), for: rules)
            scenarios += try await recordedRequests(of: address).compactMap { DatabaseScenario($0.request) }
        }
        if !options.suites.isEmpty || options.fromEmulator != nil {
            context.console.err("begins with \(scenarios.count.counted("request"))")
        }
        return scenarios
    }

    private func requests(of path: String, _ rules: DatabaseRuleset) async throws -> [DatabaseScenario] {
        let text = try await InputFile.text(path, as: "suite", in: context)
        let suite: TestSuite
        do throws(SuiteProblem) {
            suite = try TestSuite(text, file: path, rules: rules.source.name, database: RulesGroup.database)
        } catch {
            throw CommandFailure(.wrongUsage, error.description.printable)
        }
        guard let suite = suite.database else {
            throw CommandFailure(.wrongUsage, "\(path) is not for the Realtime Database")
        }
        let run = try await DatabaseSuitesRun([suite], rules: rules, lanes: RulesSession.lanes)
        return run.cases.flatMap(\.decisions).compactMap { DatabaseScenario($0.request) }
    }

    private func data(of address: String) async throws -> DataNode {
        let project = options.emulatedProject(context)
        do throws(DatabaseError) {
            let database = try Database(settings(of: address), transport: context.streams ?? HTTPClient())
            return try await database.reference().getData().node
        } catch {
            throw CommandFailure(
                error.code == .invalidArgument ? .wrongUsage : .unreachable,
                "no data of \(project) at \(address): \(error.message)".printable)
        }
    }

    private func settings(of address: String) throws(DatabaseError) -> DatabaseSettings {
        DatabaseSettings(
            projectID: options.emulatedProject(context), endpoint: try .emulator(address),
            credentials: .emulatorAdmin, retryPolicy: .never)
    }

    /// The latest requests that the rules of the emulator have decided; none of an emulator that does not keep them.
    private func recordedRequests(of address: String) async throws -> [RecordedDatabaseRequest] {
        let settings = try settings(of: address)
        let requests = RecordedRequests(
            at: settings.endpoint.address(of: settings.name).authority,
            path: "/.inspect/requests.json?ns=\(settings.name)", of: settings.projectID, address: address)
        return try await requests.read(over: context.streams ?? HTTPClient()) { (body) throws(DataProblem) in
            try RecordedDatabaseRequest.decode(body)
        }
    }
}
