import PrintableText

extension DatabaseExplanation {
    /// The explanation for people: a headline, the reason in one sentence, then for each rule that was asked the source that decided,
    /// marked; first for the one that came nearest.
    ///
    ///     DENIED write /messages/c1/m1/readBy/bob as bob
    ///     because there is nothing at /messages/c1
    ///
    ///     database.rules.json:12:25: the .write rule of /messages/$conversation is false
    ///        12 | ".write": "auth != null && data.exists()"
    ///           |                            ^^^^^^^^^^^^^ is false
    ///           = data is /messages/c1, where nothing is
    ///
    /// - Parameter source: The rules, to quote lines from; without them expressions are quoted by themselves.
    package func text(quoting source: RulesText? = nil) -> String {
        var writer = ExplanationWriter(source)
        writer.write(self)
        return writer.text
    }

    /// Who asked for what, and the answer: `DENIED write /messages/c1 as bob`.
    package var headline: String {
        var line = isAllowed ? "ALLOWED" : "DENIED"
        if operations.count == 1, let operation = operations.first {
            line += " \(operation.method) \(operation.target)"
        } else {
            line += " \(operationCount) operations"
        }
        line += user.map { " as \($0)" } ?? " as nobody"
        if operations.count == 1, operationCount > 1 {
            line += " (number \(firstOperation) of \(operationCount) in the request)"
        }
        return line
    }

    /// Where what decided stands, and what it says, on one line: `database.rules.json:31:7: eve is not in /members/c1`.
    package var summary: String {
        guard let deciding, attempts.indices.contains(deciding.attempt) else { return reason }
        let (file, place) = (attempts[deciding.attempt].file, deciding.range.start)
        return "\(file):\(place.line):\(place.column): \(deciding.reason)"
    }

    /// The rules that were asked; of a denied request the one first that came nearest.
    fileprivate var attemptsNearestFirst: [Attempt] {
        guard !isAllowed, let deciding, attempts.indices.contains(deciding.attempt) else { return attempts }
        return [attempts[deciding.attempt]] + attempts[..<deciding.attempt]
            + attempts[(deciding.attempt + 1)...]
    }
}

/// Writes an explanation as text.
struct ExplanationWriter {
    /// The most rules that are written.
    private static let limit = 20

    private let source: RulesText?
    private(set) var text = ""

    init(_ source: RulesText?) {
        self.source = source
    }

    mutating func write(_ explanation: DatabaseExplanation) {
        text += explanation.headline + "\n"
        if !explanation.isAllowed, explanation.deciding != nil { text += "because \(explanation.reason)\n" }
        let attempts = explanation.attemptsNearestFirst.prefix(ExplanationWriter.limit)
        for (index, attempt) in attempts.enumerated() {
            if index == 1, !explanation.isAllowed {
                text += "\nAlso asked, but no nearer to allowing it:\n"
            }
            write(attempt, isAllowed: explanation.isAllowed)
        }
        let rest = explanation.attempts.count - ExplanationWriter.limit
        if rest > 0 { text += "\n\(rest) more rules were asked\n" }
        if !explanation.notes.isEmpty { text += "\n" }
        for note in explanation.notes { text += "\(note)\n" }
    }

    private mutating func write(_ attempt: DatabaseExplanation.Attempt, isAllowed: Bool) {
        let place = attempt.range.start
        text += "\n\(attempt.file):\(place.line):\(place.column): "
        text += "the \(attempt.rule) rule of \(attempt.path) "
        guard let finding = attempt.finding, !isAllowed else {
            text += (attempt.finding == nil ? "is always \(attempt.condition)" : attempt.result.phrase) + "\n"
            frame(
                attempt.range, attempt.condition,
                label: isAllowed && attempt.finding != nil ? attempt.result.phrase : "")
            return
        }
        text += attempt.result.phrase + "\n"
        for finding in finding.decisive { write(finding) }
    }

    /// Writes what decided.
    private mutating func write(_ finding: DatabaseExplanation.Finding) {
        frame(finding.range, finding.expression, label: finding.result.phrase)
        let margin = SourceLines.margin(line: finding.range.start.line, 1)
        for value in finding.values { text += "\(margin)= \(value.name) is \(value.value)\n" }
        for note in finding.notes { text += "\(margin)= \(note)\n" }
    }

    /// Writes a line of the source with a stretch of it marked.
    private mutating func frame(_ range: RulesRange, _ expression: String, label: String) {
        if let source {
            text += source.frame(range, label: label, indentation: 1)
        } else {
            text += SourceLines.margin(line: range.start.line, 1, numbered: true) + "| \(expression)"
            text += label.isEmpty ? "\n" : " \(label)\n"
        }
    }
}
