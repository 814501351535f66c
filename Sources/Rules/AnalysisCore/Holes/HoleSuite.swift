import CoreValues
import JSONText

/// Holes as the text of a suite file: cases that fail until the holes are closed.
package struct HoleSuite<Scenario: ReportedScenario> {
    /// Nobody reads a longer case.
    private static var longestCase: Int { 2000 }

    private let name: String
    private let rules: String
    /// The holes with a request that fits into the suite: a suite has one time.
    package let included: [FoundHole<Scenario>]

    /// - Parameters:
    ///   - name: The suite's name.
    ///   - rules: The rules file, relative to the suite's.
    package init(name: String, rules: String, _ holes: [FoundHole<Scenario>]) {
        self.name = name
        self.rules = rules
        let time = holes.lazy.compactMap(\.request).first?.scenario.time
        included = holes.filter { hole in
            guard let request = hole.request, let text = hole.suiteCase?.compactText else { return false }
            return request.scenario.time == time && text.utf8.count <= HoleSuite.longestCase
        }
    }

    /// The file as YAML.
    package var text: String {
        let time = included.first?.request?.scenario.time ?? SearchTime.now
        return SuiteText.head(name, rules: rules, now: time)
            + included.compactMap(\.suiteCase).map { SuiteText.lines(of: $0) }.joined()
    }
}
