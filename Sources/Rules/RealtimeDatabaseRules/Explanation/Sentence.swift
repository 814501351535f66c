import PrintableText
import RealtimeDatabaseModel
import RulesCore

/// Why an expression has its value, in one sentence without a full stop: `eve is not in /members/c1`.
struct Sentence {
    /// The most characters of a sentence.
    private static let limit = 300

    typealias Side = RulesCore.Side<DataPlace, RuleValue>

    let explainer: Explainer
    /// The id of the signed-in user; nil if nobody is signed in.
    let user: String?

    /// The sentence.
    ///
    /// - Parameter values: What the expression was computed from, for expressions that are not understood any further.
    func text(_ expression: RuleExpression, _ values: [Explanation.NamedValue]) -> String {
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

    /// A sentence that fits any expression.
    private func plain(
        _ expression: RuleExpression, _ values: [Explanation.NamedValue]
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
        case .less: return truth ? nil : order(.less, left, right)
        case .lessOrEqual: return truth ? nil : order(.atMost, left, right)
        case .greater: return truth ? nil : order(.more, left, right)
        case .greaterOrEqual: return truth ? nil : order(.atLeast, left, right)
        case .add, .subtract, .multiply, .divide, .remainder: return nil
        }
    }

    /// Two values that are different and should be equal, or are equal and should be different.
    private func equality(_ left: Side, _ right: Side, isWanted: Bool) -> String? {
        let comparison = Comparison(left, right)
        let (subject, other) = (comparison.subject, comparison.other)
        if subject.isNobody || other.isNobody { return "nobody is signed in" }
        switch subject.noun {
        case .signIn where other.isConstant && other.isNull, .user where other.isConstant && other.isNull:
            return isWanted ? "\(asker) is signed in" : nil
        case .claim(let name) where subject.isNull && isWanted:
            return "the token of \(asker) has no claim \(name)"
        case .place(let place) where subject.isNull: return nothing(at: place.path)
        case .place(let place) where other.isConstant && other.isNull:
            return isWanted ? "there is something at \(ValueSummary.text(place.path)) already" : nil
        default: break
        }
        if isWanted, case .place(let place) = left.noun, case .place(let second) = right.noun,
            place.path == second.path, place.isNew != second.isNew
        {
            let (stored, sent) = place.isNew ? (right, left) : (left, right)
            return Side.change(of: ValueSummary.text(place.path), from: stored, to: sent)
        }
        return comparison.equality(isWanted: isWanted, asker: asker)
    }

    private func order(
        _ bound: Comparison<DataPlace, RuleValue>.Bound, _ left: Side, _ right: Side
    ) -> String {
        let comparison = Comparison(left, right)
        if case .place(let place) = comparison.subject.noun, comparison.subject.isNull {
            return nothing(at: place.path)
        }
        return comparison.order(bound)
    }

    /// Nothing is there. If the place is the user's own among others, the user is not one of them.
    func nothing(at path: DatabasePath) -> String {
        if let user, let last = path.keys.last, path.keys.count > 1, last.string.printable(limit: 100) == user
        {
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

    /// A value. The user's own id has no quotes.
    private func word(_ value: RuleValue?) -> String {
        guard let value else { return "unknown" }
        switch value {
        case .string(let text) where user != nil && text.printable(limit: 100) == user: return user ?? ""
        case .snapshot(let snapshot): return ValueSummary(RuleValue(snapshot.node)).text
        default: return ValueSummary(value).text
        }
    }

    /// Who sent the request.
    private var asker: String { user ?? "nobody" }
}

extension Side<DataPlace, RuleValue> {
    var isNull: Bool { if case .null = raw { true } else { false } }
    /// Whether it is the user, and nobody is signed in.
    var isNobody: Bool { isNull && (noun == .user || noun == .signIn) }
}
