import EmulatorAccess
import HTTPTransport
import HTTPTypes
import JSONText
import RealtimeDatabaseRules
import RulesCore

/// How often the conditions of a database's rules were true and false since the rules were set.
extension RESTAdapter {
    /// The counts as JSON, in the order of the file, each condition before those inside it.
    func coverage(_ context: RequestContext) throws(RESTFailure) -> HTTPExchangeResponse {
        guard context.method == .get else { throw .methodNotAllowed }
        let rules = databases.database(context.namespace).rules
        let report = rules?.coverage.report
        let tag = "\"\(rules.tag)-\(report?.decisions ?? 0)\""
        if context.headers.value(.ifNoneMatch) == tag { return .notModified(tag) }
        return context.layout.response { writer in
            writer.object { writer in
                writer.member("rules") { $0.string(rules.tag) }
                writer.member("conditions") { writer in
                    writer.array(report?.coverage.conditions ?? []) { $0.condition($1) }
                }
                if let report, report.uncounted > 0 {
                    writer.member("uncountedDecisions") { $0.integer(report.uncounted) }
                }
            }
        }.tagged(tag)
    }

    /// The rules as a page, each condition with its counts.
    ///
    /// Source: https://firebase.google.com/docs/database/security/test-rules-emulator#generate_test_reports
    func coveragePage(_ context: RequestContext) throws(RESTFailure) -> HTTPExchangeResponse {
        guard context.method == .get else { throw .methodNotAllowed }
        guard let report = databases.database(context.namespace).rules?.coverage.report else {
            let source = SourceFile(name: "database.rules.json", content: openRules)
            return .page(CoveredSource(source, []).html)
        }
        let note = CoveredSource.note(uncounted: report.uncounted, of: report.decisions)
        return .page(CoveredSource(report.coverage.source, report.coverage.conditions, note: note).html)
    }
}

extension DatabaseRules? {
    /// Identifies the rules; `open` if none were set.
    var tag: String { self?.tag ?? "open" }
}

extension JSONWriter {
    fileprivate mutating func condition(_ condition: CoveredCondition) {
        object { writer in
            writer.member("sourcePosition") { $0.position(condition.range) }
            writer.member("condition") { $0.string(condition.text) }
            writer.member("true") { $0.integer(condition.trueCount) }
            writer.member("false") { $0.integer(condition.falseCount) }
            writer.member("error") { $0.integer(condition.errorCount) }
        }
    }
}
