extension Explanation {
    /// The explanation for people: a headline, then for each allow statement that was tried the source lines that decided, marked.
    ///
    ///     DENIED update conversations/c1/messages/m1 as bob
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

    /// The expressions that decided, on one line: `firestore.rules:31:7: a == b is false; …`.
    public var summary: String {
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

/// Writes an explanation as text.
struct ExplanationWriter {
    /// The most statements that are written, and the most characters of a line of the source.
    private static let limit = (attempts: 20, width: 120)

    private let source: SourceText?
    private(set) var text = ""

    init(_ source: SourceText?) {
        self.source = source
    }

    mutating func write(_ explanation: Explanation) {
        text += explanation.headline + "\n"
        for attempt in explanation.attempts.prefix(ExplanationWriter.limit.attempts) {
            write(attempt, isAllowed: explanation.isAllowed)
        }
        let rest = explanation.attempts.count - ExplanationWriter.limit.attempts
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
            let margin = self.margin(finding.range, indentation)
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
        let margin = self.margin(range, indentation)
        let number = String(range.start.line)
        text += "\(margin.dropLast(number.count + 1))\(number) | "
        guard let source else {
            text += "\(expression) \(label)\n"
            return
        }
        let (line, column) = source.line(at: range.start, width: ExplanationWriter.limit.width)
        let length = min(source.length(inLine: range), max(1, line.unicodeScalars.count - column))
        text += line + "\n"
        text += "\(margin)| " + String(repeating: " ", count: column) + String(repeating: "^", count: length)
        text += label.isEmpty ? "\n" : " \(label)\n"
    }

    /// The blanks before the bar.
    private func margin(_ range: SourceRange, _ indentation: Int) -> String {
        String(repeating: " ", count: indentation * 2 + max(4, String(range.start.line).count) + 1)
    }
}
