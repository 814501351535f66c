extension DatabaseExplanation {
    /// The explanation for people: a headline, then for each rule that was asked the source that decided, marked.
    ///
    ///     DENIED write /messages/c1/m1/readBy/bob as bob
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

    /// The expressions that decided, on one line: `database.rules.json:31:7: a == b is false; …`.
    package var summary: String {
        let decisive = attempts.flatMap { attempt in
            (attempt.finding?.decisive ?? []).map { (attempt.file, $0) }
        }
        let texts = decisive.prefix(3).map { file, finding in
            let notes = finding.notes.isEmpty ? "" : " (\(finding.notes.joined(separator: "; ")))"
            return "\(file):\(finding.range.start.line):\(finding.range.start.column): \(finding.expression) "
                + finding.result.phrase + notes
        }
        let more = decisive.count > texts.count ? ["\(decisive.count - texts.count) more"] : []
        return (texts + more + notes.prefix(1)).joined(separator: "; ")
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
        for attempt in explanation.attempts.prefix(ExplanationWriter.limit) {
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
        let margin = RulesText.margin(of: finding.range, 1)
        for value in finding.values { text += "\(margin)= \(value.name) is \(value.value)\n" }
        for note in finding.notes { text += "\(margin)= \(note)\n" }
    }

    /// Writes a line of the source with a stretch of it marked.
    private mutating func frame(_ range: RulesRange, _ expression: String, label: String) {
        if let source {
            text += source.frame(range, label: label, indentation: 1)
        } else {
            let number = String(range.start.line)
            text += "\(RulesText.margin(of: range, 1).dropLast(number.count + 1))\(number) | \(expression)"
            text += label.isEmpty ? "\n" : " \(label)\n"
        }
    }
}
