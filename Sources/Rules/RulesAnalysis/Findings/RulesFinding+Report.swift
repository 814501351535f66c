import FirestoreModel
import FirestoreRules
package import JSONText
import PrintableText
import RulesCore

extension RulesFinding {
    /// The finding for people: the sentence, the documents, the request, and the lines that decide.
    package var lines: [String] {
        var lines = [sentence]
        let requests = earlier + [scenario]
        let documents = requests[0].world.documents.sorted { $0.path < $1.path }
        lines.append(documents.isEmpty ? "  documents: none" : "  documents:")
        for document in documents {
            let text = FlowText.text(of: SuiteJSON.fields(document.fields))
            lines.append(
                "    \(document.path.description.printable(limit: 200)): \(text.printable(limit: 600))")
        }
        for (index, request) in requests.enumerated() {
            let number = requests.count > 1 ? " \(index + 1)" : ""
            let user = FlowText.text(of: SuiteJSON.user(request.request.user)).printable(limit: 300)
            lines.append("  request\(number): as \(user)")
            for member in SuiteJSON.operation(request) {
                let value = FlowText.text(of: member.value).printable(limit: 600)
                lines.append("    \(member.name): \(value)")
            }
        }
        if let old { lines += RulesFinding.lines("before", old) }
        lines += RulesFinding.lines("now", new)
        if let claim { lines.append("  claim: \(claim.holds.onOneLine.printable(limit: 300))") }
        return lines
    }

    /// The expression that decided, and why.
    private static func lines(_ title: String, _ explanation: Explanation) -> [String] {
        let verdict = explanation.isAllowed ? "allowed" : "denied"
        guard let deciding = explanation.deciding else {
            return ["  \(title) \(verdict): \(explanation.reason)"]
        }
        return ["  \(title) \(verdict): \(explanation.summary)", "    \(deciding.expression)"]
    }

    /// The finding as an object: kind, rule, sentence, documents, request, the decisions, and a case for a suite.
    package var json: JSON {
        var members = [
            JSON.Member("finding", .string(kind.rawValue)),
            JSON.Member("rule", .string("\(rule.file):\(rule.line)")),
            JSON.Member("sentence", .string(sentence)),
            JSON.Member("documents", SuiteJSON.documents((earlier.first ?? scenario).world)),
        ]
        if !earlier.isEmpty {
            members.append(JSON.Member("earlier", .array(earlier.map { RulesFinding.request($0) })))
        }
        members.append(JSON.Member("request", RulesFinding.request(scenario)))
        if let claim { members.append(JSON.Member("claim", .string(claim.name))) }
        if let old { members.append(JSON.Member("before", RulesFinding.json(old))) }
        members.append(JSON.Member("now", RulesFinding.json(new)))
        members.append(JSON.Member("case", suiteCase))
        return .object(members)
    }

    private static func request(_ scenario: Scenario) -> JSON {
        let request = scenario.request
        var members = [
            JSON.Member("method", .string(request.method.rawValue)),
            JSON.Member(
                "path",
                .string(
                    (request.method == .list
                        ? request.document.collection.description : request.document.description))),
            JSON.Member(
                "auth",
                request.user.map { user in
                    .object([
                        JSON.Member("uid", .string(user.uid)),
                        JSON.Member("token", SuiteJSON.fields(user.claims)),
                    ])
                } ?? .null),
            JSON.Member("time", .string(request.time.description)),
        ]
        if request.method == .create || request.method == .update {
            members.append(JSON.Member("data", SuiteJSON.fields(request.data)))
        }
        if request.method == .list, let query = SuiteJSON.operation(scenario).first, query.name == "query" {
            members.append(JSON.Member("query", query.value))
        }
        return .object(members)
    }

    private static func json(_ explanation: Explanation) -> JSON {
        var members = [
            JSON.Member("allowed", .boolean(explanation.isAllowed)),
            JSON.Member("reason", .string(explanation.reason)),
        ]
        if let deciding = explanation.deciding, explanation.attempts.indices.contains(deciding.attempt) {
            let file = explanation.attempts[deciding.attempt].file
            members.append(JSON.Member("at", .string("\(file):\(deciding.range.start.line)")))
            members.append(JSON.Member("expression", .string(deciding.expression)))
        }
        return .object(members)
    }

    /// The request as a case of a suite. It expects what the new rules decide; for a claim, that the request is denied.
    package var suiteCase: JSON {
        SuiteJSON.suiteCase(sentence, scenario, after: earlier, isAllowed: claim == nil && new.isAllowed)
    }
}

extension String {
    /// The text with its line breaks as blanks.
    var onOneLine: String { split(whereSeparator: \.isWhitespace).joined(separator: " ") }
}
