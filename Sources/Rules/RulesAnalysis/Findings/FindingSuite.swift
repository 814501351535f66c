import FirestoreModel
import JSONText

/// Findings as the text of a suite file.
package struct FindingSuite {
    private let name: String
    private let rules: String
    private let findings: [RulesFinding]

    /// - Parameters:
    ///   - name: The suite's name.
    ///   - rules: The rules file, relative to the suite's.
    ///   - findings: All of one time; see ``included``.
    package init(name: String, rules: String, _ findings: [RulesFinding]) {
        self.name = name
        self.rules = rules
        self.findings = findings
    }

    /// The findings whose requests have the time of the first: a suite has one time. The rest is left out.
    package var included: [RulesFinding] {
        findings.filter { $0.scenario.request.time == findings[0].scenario.request.time }
    }

    /// The file as YAML.
    package var text: String {
        let time = findings.first?.scenario.request.time ?? RulesVocabulary.now
        var text = "suite: \(FlowText.scalar(name))\nrules: \(FlowText.scalar(rules))\n"
        text += "now: \(JSON.string(time.description).compactText)\ncases:\n"
        for finding in included {
            guard case .object(let members) = finding.suiteCase else { continue }
            for (index, member) in members.enumerated() {
                text += index == 0 ? "  - " : "    "
                text += FindingSuite.text(of: member)
            }
        }
        return text
    }

    /// A member of a case. Documents get a line each.
    private static func text(of member: JSON.Member) -> String {
        guard member.name == "given", case .object(let documents) = member.value else {
            return "\(member.name): \(FlowText.text(of: member.value))\n"
        }
        return "given:\n"
            + documents.map { "      \(FlowText.scalar($0.name)): \(FlowText.text(of: $0.value))\n" }.joined()
    }
}
