extension Explanation {
    /// The explanation for people: a headline, the reason in one sentence, then each rule that was tried with the source that decided,
    /// marked. The rule that came closest is first.
    ///
    ///     DENIED update conversations/c1/messages/m1 as bob
    ///     because text may not change: only status and readBy may
    ///
    ///     firestore.rules:12:27: the condition for update is false
    ///       12 | allow update: if isMember(c) && onlyReceipts();
    ///          |                                 ^^^^^^^^^^^^^^ is false
    ///       …
    ///
    /// - Parameter source: The rules, to quote lines from. Without them, expressions are quoted by themselves.
    public func text(quoting source: SourceFile? = nil) -> String {
        var writer = ExplanationWriter(source)
        writer.write(self)
        return writer.text
    }

    /// The request and the decision: `DENIED update conversations/c1/messages/m1 as bob`.
    public var headline: String {
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

    /// The place of the deciding expression, and the reason, on one line: `firestore.rules:31:7: owner of notes/n1 is "alice", not bob`.
    public var summary: String {
        guard let deciding, attempts.indices.contains(deciding.attempt) else { return reason }
        let (file, place) = (attempts[deciding.attempt].file, deciding.range.start)
        return "\(file):\(place.line):\(place.column): \(deciding.reason)"
    }

    /// The rules that were tried. For a denied request, the one that came closest is first.
    fileprivate var attemptsNearestFirst: [Attempt] {
        guard !isAllowed, let deciding, attempts.indices.contains(deciding.attempt) else { return attempts }
        return [attempts[deciding.attempt]] + attempts[..<deciding.attempt]
            + attempts[(deciding.attempt + 1)...]
    }
}

extension Explanation.Result {
    /// `is false`
    package var phrase: String {
        switch self {
        case .value(let text): "is \(text)"
        case .error(let message): "fails: \(message)"
        case .unknown: "cannot be known"
        case .budgetExceeded: "takes too many expressions"
        }
    }
}

/// Writes an explanation as text.
private struct ExplanationWriter {
    /// The maximum number of rules to write.
    private static let limit = 20

    private let lines: SourceLines?
    private(set) var text = ""

    init(_ source: SourceFile?) {
        lines = source.map { SourceLines($0.content) }
    }

    mutating func write(_ explanation: Explanation) {
        text += explanation.headline + "\n"
        if !explanation.isAllowed, explanation.deciding != nil { text += "because \(explanation.reason)\n" }
        let attempts = explanation.attemptsNearestFirst.prefix(ExplanationWriter.limit)
        for (index, attempt) in attempts.enumerated() {
            if index == 1, !explanation.isAllowed {
                text += "\nAlso tried, but no nearer to allowing it:\n"
            }
            write(attempt, isAllowed: explanation.isAllowed)
        }
        let rest = explanation.attempts.count - ExplanationWriter.limit
        if rest > 0 { text += "\n\(rest) more rules were tried\n" }
        if !explanation.notes.isEmpty { text += "\n" }
        for note in explanation.notes { text += "\(note)\n" }
    }

    private mutating func write(_ attempt: Explanation.Attempt, isAllowed: Bool) {
        let place = attempt.range.start
        text += "\n\(attempt.file):\(place.line):\(place.column): \(attempt.verdict)\n"
        if let finding = attempt.finding, !isAllowed {
            write(finding, indentation: 1)
        } else {
            let label = attempt.finding == nil ? "" : attempt.result.phrase
            frame(attempt.range, attempt.condition, label: label, indentation: 1)
        }
    }

    /// Writes the deciding expressions, with the calls and variables that lead there.
    private mutating func write(_ finding: Explanation.Finding, indentation: Int) {
        if finding.causes.isEmpty || finding.leadsElsewhere {
            frame(finding.range, finding.expression, label: finding.result.phrase, indentation: indentation)
            let margin = SourceLines.margin(line: finding.range.start.line, indentation)
            for value in finding.values { text += "\(margin)= \(value.name) is \(value.value)\n" }
            for note in finding.notes { text += "\(margin)= \(note)\n" }
        }
        for cause in finding.causes {
            write(cause, indentation: indentation + (finding.leadsElsewhere ? 1 : 0))
        }
    }

    /// Writes a line of the source with a range marked.
    private mutating func frame(
        _ range: SourceRange, _ expression: String, label: String, indentation: Int
    ) {
        if let lines {
            text += lines.frame(range.offsets, label: label, indentation: indentation)
        } else {
            text += SourceLines.margin(line: range.start.line, indentation, numbered: true)
            text += "| \(expression)" + (label.isEmpty ? "\n" : " \(label)\n")
        }
    }
}
