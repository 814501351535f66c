package import JSONText
import PrintableText
import RulesCore

extension SearchFinding {
    /// The finding for people: the sentence, what is stored, the request, and the lines that decide.
    package var lines: [String] {
        let requests = earlier + [scenario]
        var lines = [sentence] + requests[0].storedLines
        for (index, request) in requests.enumerated() {
            lines += request.requestLines(number: requests.count > 1 ? index + 1 : nil)
        }
        if let old { lines += old.lines(titled: "before") }
        lines += new.lines(titled: "now")
        if let claim { lines.append("  claim: \(claim.holds.onOneLine.printable(limit: 300))") }
        return lines
    }

    /// The finding as an object: kind, rule, sentence, what is stored, request, the decisions, and a case for a suite.
    package var json: JSON {
        var members = [
            JSON.Member("finding", .string(kind.rawValue)),
            JSON.Member("rule", .string("\(rule.file):\(rule.line)")),
            JSON.Member("sentence", .string(sentence)),
            JSON.Member("documents", (earlier.first ?? scenario).stored),
        ]
        if !earlier.isEmpty {
            members.append(JSON.Member("earlier", .array(earlier.map(\.requestObject))))
        }
        members.append(JSON.Member("request", scenario.requestObject))
        if let claim { members.append(JSON.Member("claim", .string(claim.name))) }
        if let old { members.append(JSON.Member("before", old.decisionObject)) }
        members.append(JSON.Member("now", new.decisionObject))
        members.append(JSON.Member("case", suiteCase))
        return .object(members)
    }

    /// The request as a case of a suite. It expects what the new rules decide; for a claim, that the request is denied.
    package var suiteCase: JSON {
        scenario.suiteCase(sentence, after: earlier, isAllowed: claim == nil && new.isAllowed)
    }
}
