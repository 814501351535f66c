import HTTPTransport
import HTTPTypes
import RulesCore

extension RESTAdapter {
    /// Explanations of the rules' decisions, latest last: as JSON, or as text for `format=text`.
    func decisions(_ context: RequestContext) throws(RESTFailure) -> HTTPExchangeResponse {
        try context.checkAdministrator()
        guard context.method == .get else { throw .methodNotAllowed }
        let target = context.target
        let selection = try DecisionSelection(
            value: { (name) throws(RESTFailure) in target[name] }, count: target.count)
        let list = selection.list(databases.database(context.namespace).recentDecisions)
        if target["format"] == "text" { return .text(.ok, list.text) }
        return context.layout.response { list.write(to: &$0) }
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
