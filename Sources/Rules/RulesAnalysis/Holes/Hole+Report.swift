package import JSONText
package import RulesCore

extension Hole {
    /// The requests that show the hole, with the decisions on them, indented.
    package var lines: [String] {
        var lines: [String] = []
        if let request {
            lines += ScenarioReport(request.scenario).lines
            lines += ScenarioReport.lines("now", request.explanation)
        }
        if let contrast {
            lines += ScenarioReport(contrast.shown.scenario).requestLines()
            lines += ScenarioReport.lines(contrast.title, contrast.shown.explanation)
        }
        return lines
    }

    /// The hole as an object: kind, severity, rule, sentence, and the requests that show it.
    ///
    /// - Parameter file: The rules file's name.
    package func json(in file: String) -> JSON {
        var members = [
            JSON.Member("finding", .string("hole")),
            JSON.Member("check", .string(kind.rawValue)),
            JSON.Member("severity", .string(severity.rawValue)),
            JSON.Member("rule", .string(range.map { "\(file):\($0.start.line)" } ?? file)),
            JSON.Member("sentence", .string(message)),
        ]
        if let request {
            let report = ScenarioReport(request.scenario)
            members.append(JSON.Member("documents", report.documents))
            members.append(JSON.Member("request", report.request))
            members.append(JSON.Member("now", ScenarioReport.json(request.explanation)))
        }
        if let contrast {
            members.append(JSON.Member("contrast", ScenarioReport(contrast.shown.scenario).request))
        }
        if let suiteCase { members.append(JSON.Member("case", suiteCase)) }
        return .object(members)
    }

    /// A case that fails until the hole is closed; nil without a request.
    package var suiteCase: JSON? {
        request.map { SuiteJSON.suiteCase(message, $0.scenario, isAllowed: false) }
    }

    /// The hole as a result of a report.
    package func sarif(in file: String) -> SARIFReport.Result {
        let level: SARIFReport.Level =
            switch severity {
            case .error: .error
            case .warning: .warning
            case .note: .note
            }
        return SARIFReport.Result(
            rule: kind.rawValue, level: level, message: message, file: file, range: range)
    }
}

extension HoleKind {
    /// All kinds, for a report.
    package static var sarifRules: [SARIFReport.Rule] {
        allCases.map { SARIFReport.Rule(id: $0.rawValue, summary: $0.summary) }
    }
}
