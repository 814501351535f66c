import JSONText
import TestSupport

/// Writes down what a server has made of an expression, a thing a line:
///
/// - `refused 3: Unexpected 'x'.`: the rules do not compile.
/// - `warning 3: Invalid variable name: x.`
/// - `= 5`: the value.
/// - `error 3-5: Divide by zero error.`: it has none; what is to blame stands in these columns.
/// - `unknown`: it had none before the stored documents were read. `skipped`: it was not needed.
/// - `answer 403: ...`: what the request got, when that does not follow from the above.
///
/// A value that was had more than once ends in ` x3`; so does an error that was not had twice, as an error is unless the
/// request is a list.
struct ProbeAnswer {
    let setup: ProbeSetup

    /// What is said about rules that are not taken.
    func refusal(_ upload: RESTAnswer) -> [String] {
        let message = upload.json?["error"]?["message"]?.string ?? upload.text
        let prefix = "Error compiling rules:\n"
        guard upload.status == 400, message.hasPrefix(prefix) else {
            return ["upload \(upload.status): \(RuleValueText.escaped(message))"]
        }
        return message.dropFirst(prefix.count).split(separator: "\n").map { line in
            guard let match = line.firstMatch(of: /^L(\d+):(\d+) (.*)$/), let row = Int(match.1),
                let column = Int(match.2)
            else { return "refused: \(line)" }
            return "refused \(place(line: row, column: column)): \(match.3)"
        }
    }

    /// What is said about rules that are taken, and what they yield.
    func lines(upload: RESTAnswer, answer: RESTAnswer, coverage: RESTAnswer) -> [String] {
        var lines = (upload.json?["issues"]?.array ?? []).map(issue)
        if coverage.status != 200 { lines.append("coverage \(coverage.status)") }
        let root = (coverage.json?["report"]?.array ?? []).first { node in
            number(node["sourcePosition"]?["line"]) == ProbeSetup.line
        }
        let evaluations = root.map { self.evaluations($0) } ?? []
        lines += evaluations.map { line($0) }
        if setup.showsNodes, let root {
            let node = setup.isCondition ? root : root["children"]?.array?.first
            for child in node?["children"]?.array ?? [] { lines += nodes(child, depth: 0) }
        }
        return lines + self.answer(answer, after: evaluations)
    }

    // MARK: Issues

    private func issue(_ json: JSON) -> String {
        let severity = json["severity"]?.string == "WARNING" ? "warning" : json["severity"]?.string ?? ""
        let text = RuleValueText.escaped(json["description"]?.string ?? "")
        guard let position = json["sourcePosition"], position["line"] != nil else {
            return "\(severity): \(text)"
        }
        return "\(severity) \(place(position)): \(text)"
    }

    /// Where something is: columns of the expression, counted from 1.
    private func place(_ position: JSON) -> String {
        let place = place(line: number(position["line"]) ?? 0, column: number(position["column"]) ?? 0)
        let length = (number(position["endOffset"]) ?? 0) - (number(position["currentOffset"]) ?? 0)
        guard length > 0, let start = place.split(separator: " ").last.flatMap({ Int($0) }) else {
            return place
        }
        return "\(place)-\(start + length)"
    }

    private func place(line: Int, column: Int) -> String {
        switch line {
        case ProbeSetup.line: "\(column - setup.indentation)"
        case ProbeSetup.line - 2: "in function \(column)"
        default: "in line \(line) \(column)"
        }
    }

    // MARK: Values

    private struct Evaluation {
        let value: JSON
        let count: Int

        var error: (cause: String, position: JSON)? {
            guard let error = value["undefined"], let cause = error["causeMessage"]?.string else {
                return nil
            }
            return (cause, error["sourcePosition"] ?? .object([]))
        }
        var isUnknown: Bool { value == .object([JSON.Member("undefined", .object([]))]) }
        var isSkipped: Bool { value == .object([]) }
    }

    /// The values of the expression: of the condition, or of the only element of the list in it.
    private func evaluations(_ root: JSON) -> [Evaluation] {
        let node = setup.isCondition ? root : root["children"]?.array?.first ?? root
        return evaluations(of: node).map { evaluation in
            let element = setup.isCondition ? nil : evaluation.value["listValue"]?["values"]?.array?.first
            return Evaluation(value: element ?? evaluation.value, count: evaluation.count)
        }
    }

    private func evaluations(of node: JSON) -> [Evaluation] {
        (node["values"]?.array ?? []).map { json in
            Evaluation(value: json["value"] ?? .null, count: number(json["count"]) ?? 0)
        }
    }

    private func line(_ evaluation: Evaluation) -> String {
        let usualCount = evaluation.error == nil || setup.ruleMethod == "list" ? 1 : 2
        let count = evaluation.count == usualCount ? "" : " x\(evaluation.count)"
        return text(evaluation) + count
    }

    private func text(_ evaluation: Evaluation) -> String {
        if evaluation.isSkipped { return "skipped" }
        if evaluation.isUnknown { return "unknown" }
        guard let error = evaluation.error else { return "= " + RuleValueText.text(evaluation.value) }
        return "error \(place(error.position)): \(RuleValueText.escaped(error.cause))"
    }

    /// A node below the expression, with what is below it.
    private func nodes(_ node: JSON, depth: Int) -> [String] {
        let values = evaluations(of: node).map { line($0) }
        let indentation = String(repeating: "  ", count: depth)
        let place = node["sourcePosition"].map(place) ?? ""
        let own = "\(indentation)at \(place) \(values.isEmpty ? "never" : values.joined(separator: ", "))"
        return [own] + (node["children"]?.array ?? []).flatMap { nodes($0, depth: depth + 1) }
    }

    // MARK: The answer to the request

    /// The line about the answer; none when the answer is just what follows from the values.
    private func answer(_ answer: RESTAnswer, after evaluations: [Evaluation]) -> [String] {
        let message = answer.json?["error"]?["message"]?.string ?? ""
        if answer.status == 403, message == self.message(after: evaluations) { return [] }
        if setup.isCondition, [200, 404].contains(answer.status) { return ["allowed"] }
        return ["answer \(answer.status): \(RuleValueText.escaped(message))"]
    }

    /// The message of a denial for which the expression was evaluated so.
    private func message(after evaluations: [Evaluation]) -> String {
        let entries = evaluations.flatMap { evaluation in
            let text =
                if evaluation.isUnknown {
                    "evaluation error at L\(ProbeSetup.line):1"
                } else if let error = evaluation.error {
                    error.cause
                } else {
                    "false"
                }
            return Array(
                repeating: "\(text) for '\(setup.ruleMethod)' @ L\(ProbeSetup.line)", count: evaluation.count)
        }
        return "\n" + entries.joined(separator: ", ")
    }

    private func number(_ json: JSON?) -> Int? {
        if case .number(let digits)? = json { Int(digits) } else { nil }
    }
}

extension RulesRejection {
    /// From the lines of an answer; nil where the rules are taken.
    init?(lines: [String]) {
        var issues: [Issue] = []
        for line in lines {
            guard let match = line.firstMatch(of: /^refused ([^:]*): (.*)$/) else { return nil }
            issues.append(Issue(place: String(match.1), text: String(match.2)))
        }
        if issues.isEmpty { return nil }
        self.init(issues: issues)
    }
}
