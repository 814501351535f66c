package import JSONText
package import RulesCore

extension FoundHole {
    /// The requests that show the hole, with the decisions on them, indented.
    package var lines: [String] {
        var lines: [String] = []
        if let request {
            lines += request.scenario.lines
            lines += request.explanation.lines(titled: "now")
        }
        if let contrast {
            lines += contrast.shown.scenario.requestLines()
            lines += contrast.shown.explanation.lines(titled: contrast.title)
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
            members.append(JSON.Member("documents", request.scenario.stored))
            members.append(JSON.Member("request", request.scenario.requestObject))
            members.append(JSON.Member("now", request.explanation.decisionObject))
        }
        if let contrast {
            members.append(JSON.Member("contrast", contrast.shown.scenario.requestObject))
        }
        if let suiteCase { members.append(JSON.Member("case", suiteCase)) }
        return .object(members)
    }

    /// A case that fails until the hole is closed; nil without a request.
    package var suiteCase: JSON? {
        request.map { $0.scenario.suiteCase(message, isAllowed: false) }
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
