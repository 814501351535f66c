import FirestoreModel
import FirestoreRules
import RulesTesting

/// Suites that go by one rules file.
struct RulesGroup {
    let rules: Ruleset
    var suites: [SuiteFile]

    /// Reads suites, and the rules that they are for.
    ///
    /// - Throws: ``CommandFailure`` for a file that cannot be read or is not right.
    static func read(_ options: SuiteOptions, database: DatabaseID) throws -> [RulesGroup] {
        var groups: [RulesGroup] = []
        for path in options.suites {
            let suite = try read(suite: path, database: database)
            guard let rules = options.rules ?? suite.rules.map({ InputFile.path($0, namedBy: path) }) else {
                throw CommandFailure(.wrongUsage, "\(path) names no rules file: pass --rules FILE")
            }
            let kept = options.filter.map { suite.filtered($0) } ?? suite
            if let index = groups.firstIndex(where: { $0.rules.source.name == rules }) {
                groups[index].suites.append(kept)
            } else {
                let source = SourceFile(name: rules, content: try InputFile.read(rules, as: "rules"))
                groups.append(RulesGroup(rules: Ruleset(source), suites: [kept]))
            }
        }
        if let filter = options.filter, groups.allSatisfy({ $0.suites.allSatisfy { $0.count == 0 } }) {
            throw CommandFailure(.wrongUsage, "no case has \"\(filter)\" in its name")
        }
        return groups
    }

    private static func read(suite path: String, database: DatabaseID) throws -> SuiteFile {
        let text = try InputFile.read(path, as: "suite")
        do throws(SuiteProblem) {
            return try SuiteFile(text, file: path, database: database)
        } catch {
            throw CommandFailure(.wrongUsage, error.description.printable)
        }
    }

    /// The file of the rules.
    var file: String { rules.source.name }

    /// The project that suites run in on the embedded emulator.
    static let database = DatabaseID(project: "demo-rules")
}
