import FirestoreModel
import JSONText
import RulesCore
import RulesTesting

/// The outcome of a run of all suites, for a page.
struct SuitesReport: Sendable {
    /// A suite's file, with its cases.
    struct Suite: Sendable {
        let file: String
        let name: String
        /// The rules file.
        let rules: String?
        /// Why it could not be run.
        let problem: String?
        let results: [CaseResult]
    }

    /// A rules file, with the coverage by its suites.
    struct Rules: Sendable {
        let source: SourceFile
        let coverage: (any CoveredRules)?
    }

    let suites: [Suite]
    let rules: [Rules]

    var json: [UInt8] {
        var writer = JSONWriter(.compact)
        writer.object { writer in
            writer.member("suites") { $0.array(suites) { $1.write(to: &$0) } }
            writer.member("rules") { $0.array(rules) { $1.write(to: &$0) } }
        }
        return writer.bytes
    }
}

extension SuitesReport.Suite {
    fileprivate func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("file") { $0.string(file) }
            writer.member("name") { $0.string(name) }
            if let rules { writer.member("rules") { $0.string(rules) } }
            if let problem { writer.member("problem") { $0.string(problem) } }
            writer.member("cases") { writer in
                writer.array(results) { writer, result in
                    writer.object { writer in
                        writer.member("name") { $0.string(result.name) }
                        if let line = result.line { writer.member("line") { $0.integer(line) } }
                        if let failure = result.failure {
                            writer.member("failure") { failure.write(to: &$0) }
                        }
                    }
                }
            }
        }
    }
}

extension CaseFailure {
    fileprivate func write(to writer: inout JSONWriter) {
        writer.object { writer in
            if let step { writer.member("step") { $0.string(step) } }
            if let line { writer.member("line") { $0.integer(line) } }
            writer.member("expected") { $0.string(expected) }
            writer.member("actual") { $0.string(actual) }
            if let message { writer.member("message") { $0.string(message) } }
            if let decision {
                writer.member("decision") { writer in writer.object { decision.members(&$0) } }
            }
        }
    }
}

extension SuitesReport.Rules {
    fileprivate func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("file") { $0.string(source.name) }
            writer.member("content") { $0.string(source.content) }
            guard let coverage else { return }
            writer.member("covered") { $0.integer(coverage.coveredCount) }
            writer.member("conditions") { writer in
                writer.array(coverage.conditions) { writer, condition in
                    writer.object { writer in
                        writer.member("line") { $0.integer(condition.line) }
                        writer.member("text") { $0.string(condition.text) }
                        writer.member("true") { $0.integer(condition.trueCount) }
                        writer.member("false") { $0.integer(condition.falseCount) }
                        writer.member("errors") { $0.integer(condition.errorCount) }
                    }
                }
            }
        }
    }
}
