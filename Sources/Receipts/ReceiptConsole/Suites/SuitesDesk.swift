import FirestoreModel
import HTTPTransport
import HTTPTypes
import RulesCore
import RulesTesting

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Runs the suites of a project when a page asks and their files have changed, and adds cases to them.
actor SuitesDesk {
    /// How many cases run at a time, beside everything else that the console does.
    private static let lanes = 2
    private static let database = DatabaseID(project: "demo-rules")

    private let files: SuiteFiles
    private var latest: (tag: String, run: Task<[UInt8], any Error>)?
    /// The mutants of the rules files that a page has looked at, to make cases of.
    private var mutants: [String: (source: SourceFile, survivors: [Mutant])] = [:]

    init(_ files: SuiteFiles) {
        self.files = files
    }

    /// The paths of the suites for Firestore, or of those for a Realtime Database.
    nonisolated func paths(ofDatabase: Bool) -> [String] {
        files.find().filter { path in
            let suite = try? TestSuite(files.read(path) ?? "", file: path, database: SuitesDesk.database)
            return suite?.isOfDatabase == ofDatabase
        }
    }

    /// The outcome of the suites as their files are now, without a body if the page has it already.
    func answer(unless tag: String?) async throws -> HTTPExchangeResponse {
        let read = read()
        let current = read.tag
        if let tag, tag == current {
            return HTTPExchangeResponse(head: HTTPResponse(status: .notModified)).with(tag: current)
        }
        let body = try await outcome(of: read, current)
        return HTTPExchangeResponse.json(body).with(tag: current)
    }

    /// Runs suites, unless they have been run already.
    private func outcome(of read: ReadSuites, _ tag: String) async throws -> [UInt8] {
        if let latest, latest.tag == tag, let body = try? await latest.run.value { return body }
        let run = Task { try await read.run(lanes: SuitesDesk.lanes, database: SuitesDesk.database).json }
        latest = (tag, run)
        return try await run.value
    }

    // MARK: Mutants

    /// Changes a rules file in many small ways, and tells which changes no case notices.
    func survivors(of file: String) async throws -> HTTPExchangeResponse {
        let read = read()
        guard let run = try await read.run(of: file, lanes: SuitesDesk.lanes, database: SuitesDesk.database)
        else { throw ConsoleFailure(.notFound, "no suite that can be run names the rules \(file)") }
        if run.results.contains(where: { $0.failure != nil }) {
            throw ConsoleFailure(.conflict, "cases fail on the unchanged rules; fix that first")
        }
        let results = try await run.mutants(lanes: SuitesDesk.lanes)
        let report = MutationReport(results, file: file, known: KnownEquivalents())
        let source = SourceFile(name: file, content: read.texts[file] ?? "")
        let shown = SurvivorsReport(report: report)
        mutants[file] = (source, shown.survivors.map(\.result.mutant))
        return .json(shown.json)
    }

    /// A case that notices a change, made from a request that the rules with and without it decide differently.
    func caseAgainst(_ id: String, of file: String) async throws -> HTTPExchangeResponse {
        guard let (source, survivors) = mutants[file],
            let mutant = survivors.first(where: { $0.id == id })
        else { throw ConsoleFailure(.notFound, "this change is no longer known; look for changes again") }
        guard let found = try await SurvivorCase.find(in: source, changed: mutant.source) else {
            throw ConsoleFailure(
                .notFound,
                "no request was found that the rules decide otherwise; perhaps the change has no effect")
        }
        let files = paths(ofDatabase: TestedRules.areOfDatabase(file))
        return try .json(MadeCase(name: found.name, text: found.text, files: files))
    }

    private func read() -> ReadSuites {
        var read = ReadSuites()
        for path in files.find() { read.add(path, files.read(path), database: SuitesDesk.database) }
        for rules in read.rulesFiles { read.texts[rules] = files.read(rules) }
        return read
    }

    /// Adds a case to a suite. The file is replaced only if it is a suite with one more case then.
    func add(_ text: String, to path: String) throws -> HTTPExchangeResponse {
        guard files.find().contains(path) else {
            throw ConsoleFailure(.forbidden, "\(path) is not one of the project's suites")
        }
        guard let content = files.read(path) else {
            throw ConsoleFailure(.notFound, "\(path) cannot be read")
        }
        let added: String
        do throws(SuiteAddition.Problem) {
            added = try SuiteAddition(of: text, to: content).content
        } catch {
            throw ConsoleFailure(.conflict, "\(path): \(error.reason)")
        }
        do {
            let before = try TestSuite(content, file: path, database: SuitesDesk.database)
            let after = try TestSuite(added, file: path, database: SuitesDesk.database)
            guard after.count == before.count + 1 else {
                throw ConsoleFailure(.conflict, "\(path): the case does not fit there, so copy it instead")
            }
        } catch let problem as SuiteProblem {
            throw ConsoleFailure(.conflict, problem.description)
        }
        do {
            try files.write(added, path)
        } catch {
            throw ConsoleFailure(.internalServerError, "\(path) cannot be written: \(error)")
        }
        return try .json(["file": path])
    }
}

/// Suites as their files are at one moment.
private struct ReadSuites: Sendable {
    private var suites: [(path: String, text: String?, suite: Result<TestSuite, SuiteProblem>)] = []
    /// The texts of the rules files.
    var texts: [String: String] = [:]

    mutating func add(_ path: String, _ text: String?, database: DatabaseID) {
        let suite: Result<TestSuite, SuiteProblem>
        do throws(SuiteProblem) {
            suite = .success(try TestSuite(text ?? "", file: path, database: database))
        } catch {
            suite = .failure(error)
        }
        suites.append((path, text, suite))
    }

    /// The rules files that the suites name.
    var rulesFiles: Set<String> { Set(suites.compactMap { rules(of: $0) }) }

    private func rules(
        of one: (path: String, text: String?, suite: Result<TestSuite, SuiteProblem>)
    ) -> String? {
        guard case .success(let suite) = one.suite, let named = suite.rules else { return nil }
        if named.hasPrefix("/") { return named }
        let folder = URL(filePath: one.path).deletingLastPathComponent()
        return folder.appending(path: named).standardized.relativePath
    }

    /// Identifies the content of all files.
    var tag: String {
        var hasher = Hasher()
        for one in suites {
            hasher.combine(one.path)
            hasher.combine(one.text)
        }
        for (file, text) in texts.sorted(by: { $0.key < $1.key }) {
            hasher.combine(file)
            hasher.combine(text)
        }
        return "\"\(String(UInt(bitPattern: hasher.finalize()), radix: 36))\""
    }

    /// Runs the suites of one rules file; nil if no suite names it, or if it cannot be read.
    func run(of file: String, lanes: Int, database: DatabaseID) async throws -> (any SuitesRun)? {
        let fitting = suites.filter { rules(of: $0) == file }.compactMap { try? $0.suite.get() }
        guard let text = texts[file], !fitting.isEmpty else { return nil }
        do {
            return try await TestedRules(SourceFile(name: file, content: text))
                .run(fitting, database: database, lanes: lanes)
        } catch let error as CancellationError {
            throw error
        } catch {
            throw ConsoleFailure(.conflict, "\(file): \(error)")
        }
    }

    func run(lanes: Int, database: DatabaseID) async throws -> SuitesReport {
        var reports: [SuitesReport.Suite] = []
        var rules: [SuitesReport.Rules] = []
        var runs: [String: Result<[CaseResult], any Error>] = [:]
        for file in rulesFiles.sorted() {
            guard let text = texts[file] else { continue }
            let source = SourceFile(name: file, content: text)
            let fitting = suites.filter { self.rules(of: $0) == file }.compactMap { try? $0.suite.get() }
            do {
                let run = try await TestedRules(source).run(fitting, database: database, lanes: lanes)
                runs[file] = .success(run.results)
                rules.append(SuitesReport.Rules(source: source, coverage: run.coverage))
            } catch let error as CancellationError {
                throw error
            } catch {
                runs[file] = .failure(error)
                rules.append(SuitesReport.Rules(source: source, coverage: nil))
            }
        }
        for one in suites {
            let file = self.rules(of: one)
            var (problem, results): (String?, [CaseResult]) = (nil, [])
            switch (one.suite, file.flatMap { runs[$0] }) {
            case (.failure(let failure), _):
                problem = one.text == nil ? "the file cannot be read" : failure.description
            case (.success, .success(let all)?): results = all.filter { $0.file == one.path }
            case (.success, .failure(let error)?): problem = "\(error)"
            case (.success, nil):
                problem = file.map { "the rules \($0) cannot be read" } ?? "the suite names no rules file"
            }
            let name = (try? one.suite.get())?.name ?? one.path
            reports.append(
                SuitesReport.Suite(
                    file: one.path, name: name, rules: file, problem: problem, results: results))
        }
        return SuitesReport(suites: reports, rules: rules)
    }
}

extension TestSuite {
    fileprivate var name: String {
        switch self {
        case .firestore(let suite): suite.name
        case .database(let suite): suite.name
        }
    }
}
