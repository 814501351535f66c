import FirestoreModel
import FirestoreREST
import FirestoreRules
import HTTPTransport

extension RESTFront {
    /// Explanations of the rules' decisions, latest last: as JSON, or as text for `format=text`.
    func explain(_ project: String, _ context: RequestContext) throws(RPCStatus) -> HTTPExchangeResponse {
        _ = try context.identity()
        let target = context.target
        let format = try target.value("format") ?? "json"
        if try target.integer("limit") ?? 0 < 0 {
            throw .invalidArgument("The parameter limit must not be negative.")
        }
        let selection = try DecisionSelection(value: target.value, count: target.integer)
        let list = selection.list(core.rules.recentDecisions(project: project))
        switch format {
        case "json": return .message { list.write(to: &$0.json) }
        case "text": return .text(list.text)
        default: throw .invalidArgument("The parameter format must be json or text.")
        }
    }
}

extension RuleDecision: LoggedDecision {}
