import PrintableText

extension Explanation {
    /// The explanation for people: a headline, the reason in one sentence, then for each allow statement that was tried the source
    /// lines that decided, marked; first for the one that came nearest.
    ///
    ///     DENIED update conversations/c1/messages/m1 as bob
    ///     because text may not change: only status and readBy may
    ///
    ///     firestore.rules:12:27: the condition for update is false
    ///       12 | allow update: if isMember(c) && onlyReceipts();
    ///          |                                 ^^^^^^^^^^^^^^ is false
    ///       …
    ///
    /// - Parameter source: The rules, to quote lines from; without them expressions are quoted by themselves.
    public func text(quoting source: SourceFile? = nil) -> String {
        var writer = ExplanationWriter(source.map { SourceText($0) })
        writer.write(self)
        return writer.text
    }

    /// Who asked for what, and the answer: `DENIED update conversations/c1/messages/m1 as bob`.
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

    /// Where what decided stands, and what it says, on one line: `firestore.rules:31:7: owner of notes/n1 is "alice", not bob`.
    public var summary: String {
        guard let deciding, attempts.indices.contains(deciding.attempt) else { return reason }
        let (file, place) = (attempts[deciding.attempt].file, deciding.range.start)
        return "\(file):\(place.line):\(place.column): \(deciding.reason)"
    }
}

extension Explanation.Result {
    /// `is false`
    var phrase: String {
        switch self {
        case .value(let text): "is \(text)"
        case .error(let message): "fails: \(message)"
        case .unknown: "cannot be known"
        case .budgetExceeded: "takes too many expressions"
        }
    }
}

extension Explanation {
    /// The statements that were tried; of a denied request the one first that came nearest.
    var attemptsNearestFirst: [Attempt] {
        guard !isAllowed, let deciding, attempts.indices.contains(deciding.attempt) else { return attempts }
        return [attempts[deciding.attempt]] + attempts[..<deciding.attempt]
            + attempts[(deciding.attempt + 1)...]
    }
}

/// Writes an explanation as text.
struct ExplanationWriter {
    /// The most statements that are written.
    private static let limit = 20

    private let source: SourceText?
    private(set) var text = ""

    init(_ source: SourceText?) {
        self.source = source
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
        if rest > 0 { text += "\n\(rest) more allow statements were tried\n" }
        if !explanation.notes.isEmpty { text += "\n" }
        for note in explanation.notes { text += "\(note)\n" }
    }

    private mutating func write(_ attempt: Explanation.Attempt, isAllowed: Bool) {
        let place = attempt.range.start
        text += "\n\(attempt.file):\(place.line):\(place.column): "
        guard let finding = attempt.finding else {
            text += "\(attempt.operation.method) is always allowed\n"
            frame(attempt.range, attempt.condition, label: "", indentation: 1)
            return
        }
        text += "the condition for \(attempt.operation.method) \(attempt.result.phrase)\n"
        if isAllowed {
            frame(attempt.range, attempt.condition, label: attempt.result.phrase, indentation: 1)
        } else {
            write(finding, indentation: 1)
        }
    }

    /// Writes what decided, and the calls and variables that lead there.
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

    /// Writes a line of the source with a stretch of it marked.
    private mutating func frame(
        _ range: SourceRange, _ expression: String, label: String, indentation: Int
    ) {
        guard let source else {
            let margin = SourceLines.margin(line: range.start.line, indentation, numbered: true)
            text += "\(margin)| \(expression) \(label)\n"
            return
        }
        text += source.frame(range, label: label, indentation: indentation)
    }
}
