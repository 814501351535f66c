import CurlHTTP
import FirestoreClient
import FirestoreEmulator
import FirestoreModel
import FirestoreRules
import PrintableText
import RulesAnalysis
import RulesCore
import RulesTesting

/// What a search begins with: the requests of suites, and the documents and the latest requests of a running emulator.
struct SearchSeeds {
    let options: SearchOptions
    let context: CommandContext

    /// So many documents are read.
    private static let most = 2000

    /// - Parameters:
    ///   - ruleset: The rules on which suites run.
    ///   - rules: The rules that are searched, which say what documents a request needs.
    /// - Throws: ``CommandFailure`` for a suite that cannot be read, and for an emulator that does not answer.
    func scenarios(_ ruleset: Ruleset, for rules: [AnalysedRules]) async throws -> [Scenario] {
        var scenarios: [Scenario] = []
        for path in options.suites { scenarios += try await requests(of: path, ruleset, rules) }
        if let address = options.fromEmulator {
            scenarios += DocumentSeeds.scenarios(of: try await documents(of: address), for: rules)
            for record in try await recordedRequests(of: address) {
                scenarios += RequestSeeds.scenarios(of: record.request, record.source, by: rules)
            }
        }
        if !options.suites.isEmpty || options.fromEmulator != nil {
            context.console.err("begins with \(scenarios.count.counted("request"))")
        }
        return scenarios
    }

    private func requests(
        of path: String, _ ruleset: Ruleset, _ rules: [AnalysedRules]
    ) async throws -> [Scenario] {
        let text = try await InputFile.text(path, as: "suite", in: context)
        let suite: SuiteFile
        do throws(SuiteProblem) {
            suite = try SuiteFile(text, file: path, database: RulesGroup.database)
        } catch {
            throw CommandFailure(.wrongUsage, error.description.printable)
        }
        guard
            let runner = FirestoreSuiteRunner(
                rules: ruleset, database: RulesGroup.database, place: .embedded(lanes: RulesSession.lanes))
        else { return [] }
        let run = try await FirestoreSuitesRun([suite], rules: ruleset, on: runner)
        return run.cases.flatMap(\.decisions).flatMap { decision -> [Scenario] in
            guard case .request(let request, let source) = decision.subject else { return [] }
            return RequestSeeds.scenarios(of: request, source, by: rules)
        }
    }

    private func documents(of address: String) async throws -> [(path: DocumentPath, fields: MapValue)] {
        let project = options.emulatedProject(context)
        do throws(FirestoreError) {
            let settings = FirestoreSettings(
                projectID: project, endpoint: try .emulator(address), retryPolicy: .never)
            let firestore = try Firestore(settings, transport: context.transport ?? HTTPClient())
                .acting(as: .emulatorAdmin)
            // Every document of every collection.
            let query = StructuredQuery(
                from: [.init("", allDescendants: true)], limit: SearchSeeds.most)
            return try await firestore.runQuery(parent: nil, query).documents.map {
                ($0.name.path, $0.fields)
            }
        } catch {
            throw CommandFailure(
                error.code == .invalidArgument ? .wrongUsage : .unreachable,
                "no documents of \(project) at \(address): \(error.message)".printable)
        }
    }

    /// The latest requests that the rules of the emulator have decided; none of an emulator that does not keep them, as Google's.
    private func recordedRequests(of address: String) async throws -> [DecisionRecord] {
        let project = options.emulatedProject(context)
        let requests = RecordedRequests(
            at: try FirestoreEndpoint.emulator(address).authority,
            path: "/emulator/v1/projects/\(project):requests", of: project, address: address)
        return try await requests.read(over: context.transport ?? HTTPClient()) { (body) throws(RPCStatus) in
            try RecordedRequest.decode(body).map { (request) throws(RPCStatus) in try request.record }
        }
    }
}
