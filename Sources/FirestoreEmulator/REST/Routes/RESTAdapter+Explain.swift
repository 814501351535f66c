import FirestoreModel
import FirestoreREST
import FirestoreRules
import HTTPTransport

extension RESTAdapter {
    /// Why the project's rules have decided as they did, the latest decision last: as JSON, or as text for `format=text`.
    ///
    /// `denied=true` leaves out what was allowed, `after` those up to a number, and `limit` keeps the last ones.
    func explain(_ project: String, _ context: RequestContext) throws(RPCStatus) -> HTTPExchangeResponse {
        _ = try context.identity()
        let format = try context.target.value("format") ?? "json"
        let deniedOnly = try context.target.value("denied") == "true"
        let limit = try context.target.integer("limit") ?? .max
        let after = try context.target.integer("after") ?? 0
        if limit < 0 { throw .invalidArgument("The parameter limit must not be negative.") }
        let decisions = core.rules.recentDecisions(project: project)
            .filter { $0.number > after && (!deniedOnly || !$0.isAllowed) }.suffix(limit)
        switch format {
        case "json":
            return .message { writer in
                writer.object { writer in
                    writer.member("decisions") { writer in
                        writer.array(decisions) { writer, decision in writer.decision(decision) }
                    }
                }
            }
        case "text":
            let texts = decisions.map { "#\($0.number) \($0.time) \($0.text)" }
            return .text(texts.isEmpty ? "No decisions yet.\n" : texts.joined(separator: "\n"))
        default: throw .invalidArgument("The parameter format must be json or text.")
        }
    }
}

extension JSONWriter {
    fileprivate mutating func decision(_ decision: RuleDecision) {
        object { writer in
            writer.member("number") { $0.integer(decision.number) }
            writer.member("time") { $0.string(decision.time.description) }
            decision.explanation.members(&writer)
        }
    }
}
