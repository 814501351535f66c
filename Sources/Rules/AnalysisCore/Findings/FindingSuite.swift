package import CoreValues

/// Findings as the text of a suite file.
package struct FindingSuite<Scenario: ReportedScenario> {
    private let name: String
    private let rules: String
    private let findings: [SearchFinding<Scenario>]

    /// - Parameters:
    ///   - name: The suite's name.
    ///   - rules: The rules file, relative to the suite's.
    ///   - findings: All of one time; see ``included``.
    package init(name: String, rules: String, _ findings: [SearchFinding<Scenario>]) {
        self.name = name
        self.rules = rules
        self.findings = findings
    }

    /// The findings whose requests have the time of the first: a suite has one time. The rest is left out.
    package var included: [SearchFinding<Scenario>] {
        findings.filter { $0.scenario.time == findings[0].scenario.time }
    }

    /// The file as YAML.
    package var text: String {
        let time = findings.first?.scenario.time ?? SearchTime.now
        var text = SuiteText.head(name, rules: rules, now: time)
        for finding in included { text += SuiteText.lines(of: finding.suiteCase) }
        return text
    }
}

/// The time of requests, unless rules make another one interesting.
package enum SearchTime {
    package static let now = Timestamp(seconds: 1_767_268_800, nanoseconds: 0)
}
