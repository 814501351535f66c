import FirestoreModel

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
        var text = SuiteText.head(name, rules: rules, now: time)
        for finding in included { text += SuiteText.lines(of: finding.suiteCase) }
        return text
    }
}
