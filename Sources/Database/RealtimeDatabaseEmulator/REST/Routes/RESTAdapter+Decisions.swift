import CoreValues
import HTTPTransport
import HTTPTypes
import JSONText
import RulesCore

/// Explanations of the rules' decisions.
extension RESTAdapter {
    /// Returns the latest decisions of a database's rules, latest last: as JSON, or as text for `format=text`.
    ///
    /// `denied=true` leaves out allowed requests, `background=false` background reads, `after` those up to a number;
    /// `limit` keeps the last ones, and `number` the one with that number.
    func decisions(_ context: RequestContext) throws(RESTFailure) -> HTTPExchangeResponse {
        try context.checkAdministrator()
        guard context.method == .get else { throw .methodNotAllowed }
        let deniedOnly = context.target["denied"] == "true"
        let limit = try context.target.count("limit") ?? .max
        let after = try context.target.count("after") ?? 0
        let number = try context.target.count("number")
        let hasBackground = context.target["background"] != "false"
        let decisions = databases.database(context.namespace).recentDecisions.filter { decision in
            decision.number > after && (number ?? decision.number) == decision.number
                && (!deniedOnly || !decision.isAllowed) && (hasBackground || !decision.isBackground)
        }.suffix(limit)
        if context.target["format"] == "text" {
            let texts = decisions.map { "#\($0.number) \($0.time) \($0.text)" }
            return .text(.ok, texts.isEmpty ? "No decisions yet.\n" : texts.joined(separator: "\n"))
        }
        return context.layout.response { writer in
            writer.object { writer in
                writer.member("decisions") { writer in
                    writer.array(decisions) { writer, decision in
                        writer.object { writer in
                            writer.member("number") { $0.integer(decision.number) }
                            writer.member("time") { $0.string(decision.time.description) }
                            if decision.isBackground { writer.member("background") { $0.boolean(true) } }
                            decision.explanation.members(&writer)
                        }
                    }
                }
            }
        }
    }
}

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
