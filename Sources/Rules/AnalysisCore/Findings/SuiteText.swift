package import CoreValues
package import JSONText

/// A suite file as YAML.
package enum SuiteText {
    /// What stands before the cases.
    package static func head(_ name: String, rules: String, now: Timestamp) -> String {
        "suite: \(FlowText.scalar(name))\nrules: \(FlowText.scalar(rules))\n"
            + "now: \(JSON.string(now.description).compactText)\ncases:\n"
    }

    /// A case as an element of the list of cases. Documents get a line each.
    package static func lines(of suiteCase: JSON) -> String {
        guard case .object(let members) = suiteCase else { return "" }
        return members.enumerated().map { index, member in
            (index == 0 ? "  - " : "    ") + text(of: member)
        }.joined()
    }

    private static func text(of member: JSON.Member) -> String {
        guard member.name == "given", case .object(let documents) = member.value else {
            return "\(member.name): \(FlowText.text(of: member.value))\n"
        }
        return "given:\n"
            + documents.map { "      \(FlowText.scalar($0.name)): \(FlowText.text(of: $0.value))\n" }.joined()
    }
}
