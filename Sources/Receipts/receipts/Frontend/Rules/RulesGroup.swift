import FirestoreModel
import PrintableText
import RulesCore
import RulesTesting

/// Suites for one rules file.
struct RulesGroup {
    /// The rules file.
    let source: SourceFile
    /// The suites.
    var suites: [TestSuite]

    /// Reads suites and their rules.
    ///
    /// - Throws: ``CommandFailure`` for an unreadable or invalid file.
    static func read(
        _ options: SuiteOptions, database: DatabaseID, in context: CommandContext
    ) async throws -> [RulesGroup] {
        var groups: [RulesGroup] = []
        for path in options.suites {
            let suite = try await read(suite: path, rules: options.rules, database: database, in: context)
            guard let rules = options.rules ?? suite.rules.map({ InputFile.path($0, namedBy: path) }) else {
                throw CommandFailure(.wrongUsage, "\(path) does not name a rules file; pass --rules FILE")
            }
            let kept = options.filter.map { suite.filtered($0) } ?? suite
            if let index = groups.firstIndex(where: { $0.file == rules }) {
                groups[index].suites.append(kept)
            } else {
                let text = try await InputFile.text(rules, as: "rules", in: context)
                let source = SourceFile(name: rules, content: text)
                groups.append(RulesGroup(source: source, suites: [kept]))
            }
            if suite.isOfDatabase != TestedRules.areOfDatabase(rules) {
                let kind = suite.isOfDatabase ? "the Realtime Database" : "Firestore"
                throw CommandFailure(.wrongUsage, "\(path) is for \(kind), but \(rules) is not")
            }
        }
        if let filter = options.filter, groups.allSatisfy({ $0.suites.allSatisfy { $0.count == 0 } }) {
            throw CommandFailure(.wrongUsage, "no case has \"\(filter)\" in its name")
        }
        return groups
    }

    private static func read(
        suite path: String, rules: String?, database: DatabaseID, in context: CommandContext
    ) async throws -> TestSuite {
        let text = try await InputFile.text(path, as: "suite", in: context)
        do throws(SuiteProblem) {
            return try TestSuite(text, file: path, rules: rules, database: database)
        } catch {
            throw CommandFailure(.wrongUsage, error.description.printable)
        }
    }

    /// The file of the rules.
    var file: String { source.name }

    /// The project of suites on the embedded emulator.
    static let database = DatabaseID(project: "demo-rules")
}
