import FirestoreRules
import JSONText
import RealtimeDatabaseRules
import RulesTesting

/// Says what is wrong with rules files.
struct RulesCheckFrontend {
    let command: RulesCheckCommand
    let context: CommandContext

    func run() async throws -> ExitStatus {
        var counts = (errors: 0, warnings: 0)
        for path in command.files {
            let text = try await InputFile.text(path, as: "rules", in: context)
            let source = SourceFile(name: path, content: text)
            for finding in TestSuite.areOfDatabase(path) ? databaseFindings(source) : findings(source) {
                switch finding.severity {
                case .error: counts.errors += 1
                case .warning: counts.warnings += 1
                }
                print(finding, source)
            }
        }
        if command.format == .text {
            context.console.err(
                "\(counts.errors) \(counts.errors == 1 ? "error" : "errors"), "
                    + "\(counts.warnings) \(counts.warnings == 1 ? "warning" : "warnings")")
        }
        return counts.errors > 0 || (command.strict && counts.warnings > 0) ? .failed : .done
    }

    /// Something to say about a rules file of either kind.
    private struct Finding {
        let severity: Diagnostic.Severity
        let place: (line: Int, column: Int)?
        let message: String
        /// With the line that it is about.
        let text: String
    }

    private func findings(_ source: SourceFile) -> [Finding] {
        Ruleset(source).diagnostics.map { diagnostic in
            Finding(
                severity: diagnostic.severity,
                place: diagnostic.range.map { ($0.start.line, $0.start.column) },
                message: diagnostic.message, text: diagnostic.text(in: source))
        }
    }

    private func databaseFindings(_ source: SourceFile) -> [Finding] {
        do throws(RulesRefusal) {
            _ = try DatabaseRuleset(source.content, name: source.name)
            return []
        } catch {
            return error.problems.map { problem in
                Finding(
                    severity: .error, place: (problem.range.start.line, problem.range.start.column),
                    message: problem.message, text: [problem].text(in: error.source).trimmedEnd)
            }
        }
    }

    private func print(_ finding: Finding, _ source: SourceFile) {
        switch command.format {
        case .text: context.console.out(finding.text.printableLines)
        case .json:
            context.console.out(
                JSON.object([
                    "file": .string(source.name), "line": finding.place.map { .integer($0.line) },
                    "column": finding.place.map { .integer($0.column) },
                    "severity": .string(finding.severity == .error ? "error" : "warning"),
                    "message": .string(finding.message),
                ]).compactText)
        }
    }
}
