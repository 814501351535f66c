import HTTPTransport
import HTTPTypes
import JSONText
import RulesCore

extension RESTAdapter {
    /// Explanations of the rules' decisions, latest last: as JSON, or as text for `format=text`.
    func decisions(_ context: RequestContext) throws(RESTFailure) -> HTTPExchangeResponse {
        let list = try list(context)
        if context.target["format"] == "text" { return .text(.ok, list.text) }
        return context.layout.response { list.write(to: &$0) }
    }

    /// The requests that rules have decided, latest last, each with what is needed to decide it again.
    func requests(_ context: RequestContext) throws(RESTFailure) -> HTTPExchangeResponse {
        let requests = try list(context).decisions.compactMap { RecordedDatabaseRequest($0) }
        return context.layout.response { writer in
            writer.object { $0.member("requests") { $0.array(requests) { $0.tree($1.json) } } }
        }
    }

    /// The decisions that the URL asks for.
    private func list(_ context: RequestContext) throws(RESTFailure) -> DecisionList<DatabaseRuleDecision> {
        try selection(context).list(databases.database(context.namespace).recentDecisions)
    }

    /// What an administrator asks for in a log.
    func selection(_ context: RequestContext) throws(RESTFailure) -> DecisionSelection {
        try context.checkAdministrator()
        guard context.method == .get else { throw .methodNotAllowed }
        let target = context.target
        return try DecisionSelection(
            value: { (name) throws(RESTFailure) in target[name] }, count: target.count)
    }
}

extension DatabaseRuleDecision: LoggedDecision {}

extension RequestTarget {
    /// A numeric parameter; nil if there is none.
    fileprivate func count(_ name: String) throws(RESTFailure) -> Int? {
        guard let text = self[name] else { return nil }
        guard let count = Int(text), count >= 0 else {
            throw .badRequest("\(name) must be a whole number from 0 on.")
        }
        return count
    }
}
