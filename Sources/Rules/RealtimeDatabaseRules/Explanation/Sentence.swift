import PrintableText
import RealtimeDatabaseModel

/// Why an expression is what it is, in one sentence without a full stop: `eve is not in /members/c1`.
struct Sentence {
    /// How long a sentence gets.
    private static let limit = 300

    /// A side of a comparison.
    struct Side {
        let noun: Noun?
        /// As it stands in the sentence.
        let name: String
        /// Its value in short.
        let value: String
        let raw: RuleValue?
        let isConstant: Bool

        var isNull: Bool { if case .null = raw { true } else { false } }
        /// Whether it is the user, and nobody is signed in.
        var isNobody: Bool { isNull && (noun == .user || noun == .signIn) }
    }

    let explainer: Explainer
    /// The id of whoever asks; nil for nobody signed in.
    let user: String?

    /// The sentence.
    ///
    /// - Parameter values: What the expression was computed from, for those of which nothing more is known.
    func text(_ expression: RuleExpression, _ values: [DatabaseExplanation.NamedValue]) -> String {
        (known(expression) ?? plain(expression, values)).printable(limit: Sentence.limit)
    }

    private func known(_ expression: RuleExpression) -> String? {
        guard let truth = explainer.outcome(of: expression)?.truth else { return nil }
        switch expression.kind {
        case .binary(let sign, let left, let right):
            return comparison(sign, side(left), side(right), is: truth)
        case .call(let receiver, let name, let arguments):
            return call(name, side(receiver), arguments, is: truth)
        case .property, .index, .variable:
            return explainer.noun(expression).map { "\($0.text) is \(truth)" }
        case .null, .boolean, .number, .string, .pattern, .list, .not, .negative, .logical, .conditional:
            return nil
        }
    }

    /// What can be said of any expression.
    private func plain(
        _ expression: RuleExpression, _ values: [DatabaseExplanation.NamedValue]
    ) -> String {
        let quoted = "`\(explainer.text(of: expression))`"
        let result: String
        switch explainer.outcome(of: expression) {
        case .failure(let failure): return "\(quoted) failed: \(failure.message.printable(limit: 160))"
        case .value(let value): result = "\(quoted) was \(ValueSummary(value).text)"
        case nil: return "\(quoted) was not looked at"
        }
        if values.isEmpty { return result }
        return result + " (\(values.map { "\($0.name) is \($0.value)" }.joined(separator: "; ")))"
    }

    // MARK: Comparisons

    private func comparison(
        _ sign: BinaryOperator, _ left: Side, _ right: Side, is truth: Bool
    ) -> String? {
        switch sign {
        case .equal, .identical: return equality(left, right, isWanted: !truth)
        case .notEqual, .notIdentical: return equality(left, right, isWanted: truth)
        case .less, .lessOrEqual, .greater, .greaterOrEqual: return truth ? nil : order(sign, left, right)
        case .add, .subtract, .multiply, .divide, .remainder: return nil
        }
    }

    /// Two values that are different and should be equal, or are equal and should be different.
    private func equality(_ left: Side, _ right: Side, isWanted: Bool) -> String? {
        let (subject, other) = left.weight >= right.weight ? (left, right) : (right, left)
        if subject.isNobody || other.isNobody { return "nobody is signed in" }
        switch subject.noun {
        case .signIn where other.isConstant && other.isNull, .user where other.isConstant && other.isNull:
            return isWanted ? "\(asker) is signed in" : nil
        case .claim(let name) where subject.isNull && isWanted:
            return "the token of \(asker) has no claim \(name)"
        case .place(let path, _) where subject.isNull: return nothing(at: path)
        case .place(let path, _) where other.isConstant && other.isNull:
            return isWanted ? "there is something at \(ValueSummary.text(path)) already" : nil
        default: break
        }
        guard isWanted else { return "\(subject.name) is \(subject.value), and must not be" }
        if case .place(let path, isNew: let isNew) = left.noun, case .place(path, isNew: !isNew) = right.noun
        {
            let (stored, sent) = isNew ? (right, left) : (left, right)
            return
                "\(ValueSummary.text(path)) may not change: it is \(stored.value), and \(sent.value) was sent"
        }
        if subject.noun == .user { return "\(asker) is not \(other.mention)" }
        return "\(subject.name) is \(subject.value), not \(other.mention)"
    }

    private func order(_ sign: BinaryOperator, _ left: Side, _ right: Side) -> String? {
        let isSwapped = left.weight < right.weight
        let (subject, other) = isSwapped ? (right, left) : (left, right)
        if case .place(let path, _) = subject.noun, subject.isNull { return nothing(at: path) }
        let words: String
        switch (sign, isSwapped) {
        case (.less, false), (.greater, true): words = "less than"
        case (.lessOrEqual, false), (.greaterOrEqual, true): words = "at most"
        case (.greater, false), (.less, true): words = "more than"
        default: words = "at least"
        }
        return "\(subject.name) is \(subject.value), and must be \(words) \(other.mention)"
    }

    /// Nothing is there: where the place is that of the user among others, the user is not one of them.
    func nothing(at path: DatabasePath) -> String {
        if let user, let last = path.keys.last, path.keys.count > 1, last.text.printable(limit: 100) == user {
            return "\(user) is not in \(ValueSummary.text(DatabasePath(Array(path.keys.dropLast()))))"
        }
        return "there is nothing at \(ValueSummary.text(path))"
    }

    // MARK: Words

    func side(_ expression: RuleExpression) -> Side {
        let noun = explainer.noun(expression)
        var raw: RuleValue?
        if case .value(let value)? = explainer.outcome(of: expression) { raw = value }
        return Side(
            noun: noun, name: noun?.text ?? "`\(explainer.text(of: expression))`", value: word(raw), raw: raw,
            isConstant: expression.isConstant)
    }

    /// A value: that of a user's id without quotes, as people say it.
    private func word(_ value: RuleValue?) -> String {
        guard let value else { return "unknown" }
        switch value {
        case .string(let text) where user != nil && text.printable(limit: 100) == user: return user ?? ""
        case .snapshot(let snapshot): return ValueSummary(RuleValue(snapshot.node)).text
        default: return ValueSummary(value).text
        }
    }

    /// Who asks.
    private var asker: String { user ?? "nobody" }
}

extension Sentence.Side {
    /// How much it deserves to be what the sentence is about: data, then what is worked out, then the user and constants.
    fileprivate var weight: Int {
        switch noun {
        case .place, .claim, .length: 5
        case .pathVariable: 4
        case nil: isConstant ? 0 : 3
        case .user, .signIn: 2
        case .time: 1
        }
    }

    /// As it stands behind what it is compared with.
    fileprivate var mention: String {
        switch noun {
        case nil, .user, .signIn: value
        case .time: "the time of the request"
        case .some(let noun): "\(value) (\(noun.text))"
        }
    }
}
