import FirestoreModel
import FirestoreRules
package import JSONText
import PrintableText
import RulesCore

extension RulesFinding {
    /// The finding for people: the sentence, the documents, the request, and the lines that decide.
    package var lines: [String] {
        let requests = earlier + [scenario]
        var lines = [sentence] + ScenarioReport(requests[0]).documentLines
        for (index, request) in requests.enumerated() {
            lines += ScenarioReport(request).requestLines(number: requests.count > 1 ? index + 1 : nil)
        }
        if let old { lines += ScenarioReport.lines("before", old) }
        lines += ScenarioReport.lines("now", new)
        if let claim { lines.append("  claim: \(claim.holds.onOneLine.printable(limit: 300))") }
        return lines
    }

    /// The finding as an object: kind, rule, sentence, documents, request, the decisions, and a case for a suite.
    package var json: JSON {
        var members = [
            JSON.Member("finding", .string(kind.rawValue)),
            JSON.Member("rule", .string("\(rule.file):\(rule.line)")),
            JSON.Member("sentence", .string(sentence)),
            JSON.Member("documents", ScenarioReport(earlier.first ?? scenario).documents),
        ]
        if !earlier.isEmpty {
            members.append(JSON.Member("earlier", .array(earlier.map { ScenarioReport($0).request })))
        }
        members.append(JSON.Member("request", ScenarioReport(scenario).request))
        if let claim { members.append(JSON.Member("claim", .string(claim.name))) }
        if let old { members.append(JSON.Member("before", ScenarioReport.json(old))) }
        members.append(JSON.Member("now", ScenarioReport.json(new)))
        members.append(JSON.Member("case", suiteCase))
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
