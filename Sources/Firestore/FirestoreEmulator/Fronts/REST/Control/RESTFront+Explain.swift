import FirestoreModel
import FirestoreREST
import FirestoreRules
import HTTPTransport
import JSONText

extension RESTFront {
    /// Explanations of the rules' decisions, latest last: as JSON, or as text for `format=text`.
    ///
    /// `denied=true` leaves out allowed requests, `background=false` background reads, `after` those up to a number;
    /// `limit` keeps the last ones, and `number` the one with that number.
    func explain(_ project: String, _ context: RequestContext) throws(RPCStatus) -> HTTPExchangeResponse {
        _ = try context.identity()
        let format = try context.target.value("format") ?? "json"
        let deniedOnly = try context.target.value("denied") == "true"
        let limit = try context.target.integer("limit") ?? .max
        let after = try context.target.integer("after") ?? 0
        let number = try context.target.integer("number")
        let hasBackground = try context.target.value("background") != "false"
        if limit < 0 { throw .invalidArgument("The parameter limit must not be negative.") }
        let decisions = core.rules.recentDecisions(project: project).filter { decision in
            decision.number > after && (number ?? decision.number) == decision.number
                && (!deniedOnly || !decision.isAllowed) && (hasBackground || !decision.isBackground)
        }.suffix(limit)
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

extension WireEncoder {
    fileprivate mutating func decision(_ decision: RuleDecision) {
        object { writer in
            writer.member("number") { $0.integer(decision.number) }
            writer.member("time") { $0.string(decision.time.description) }
            if decision.isBackground { writer.member("background") { $0.boolean(true) } }
            decision.explanation.members(&writer.json)
        }
    }
}
