import FirestoreModel
import FirestoreREST
import FirestoreRules
import HTTPTransport

extension RESTFront {
    /// Explanations of the rules' decisions, latest last: as JSON, or as text for `format=text`.
    func explain(_ project: String, _ context: RequestContext) throws(RPCStatus) -> HTTPExchangeResponse {
        _ = try context.identity()
        let list = try decisions(project, context)
        switch try context.target.value("format") ?? "json" {
        case "json": return .message { list.write(to: &$0.json) }
        case "text": return .text(list.text)
        default: throw .invalidArgument("The parameter format must be json or text.")
        }
    }

    /// The requests that rules have decided, latest last, each with what is needed to decide it again.
    func getRequests(_ project: String, _ context: RequestContext) throws(RPCStatus) -> HTTPExchangeResponse {
        _ = try context.identity()
        let requests = try decisions(project, context).decisions.compactMap { RecordedRequest($0) }
        return .message { writer in
            writer.object { $0.member("requests") { $0.array(requests) { $1.write(to: &$0) } } }
        }
    }

    /// The decisions that the URL asks for.
    private func decisions(
        _ project: String, _ context: RequestContext
    ) throws(RPCStatus) -> DecisionList<RuleDecision> {
        let target = context.target
        if try target.integer("limit") ?? 0 < 0 {
            throw .invalidArgument("The parameter limit must not be negative.")
        }
        let selection = try DecisionSelection(value: target.value, count: target.integer)
        return selection.list(core.rules.recentDecisions(project: project))
    }
}

extension RuleDecision: LoggedDecision {}
