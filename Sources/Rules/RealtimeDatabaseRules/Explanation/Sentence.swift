import PrintableText
import RealtimeDatabaseModel
import RulesCore

/// Why an expression has its value, in one sentence without a full stop: `eve is not in /members/c1`.
struct Sentence {
    /// The maximum length of a sentence, in characters.
    private static let limit = 300

    typealias Side = RulesCore.Side<DataPlace, RuleValue>

    let explainer: Explainer
    /// The id of the signed-in user; nil if nobody is signed in.
    let user: String?
    /// Whether the rule allowed the request, so that nothing had to be otherwise.
    let isAllowed: Bool

    /// The sentence.
    ///
    /// - Parameter values: The operands of an expression without a sentence of its own.
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

    /// A sentence for any expression.
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
        case .equal, .identical: return equality(left, right, areEqual: truth)
        case .notEqual, .notIdentical: return equality(left, right, areEqual: !truth)
        case .less: return order(.less, left, right, isMet: truth)
        case .lessOrEqual: return order(.atMost, left, right, isMet: truth)
        case .greater: return order(.more, left, right, isMet: truth)
        case .greaterOrEqual: return order(.atLeast, left, right, isMet: truth)
        case .add, .subtract, .multiply, .divide, .remainder: return nil
        }
    }

    private func equality(_ left: Side, _ right: Side, areEqual: Bool) -> String? {
        let comparison = Comparison(left, right, isAllowed: isAllowed)
        let (subject, other) = (comparison.subject, comparison.other)
        if subject.isNobody || other.isNobody { return "nobody is signed in" }
        switch subject.noun {
        case .signIn where other.isConstant && other.isNull, .user where other.isConstant && other.isNull:
            return areEqual ? nil : "\(asker) is signed in"
        case .claim(let name) where subject.isNull && !areEqual:
            return "the token of \(asker) has no claim \(name)"
        case .place(let place) where subject.isNull: return nothing(at: place.path)
        case .place(let place) where other.isConstant && other.isNull:
            return areEqual ? nil : "there is something at \(ValueSummary.text(place.path))" + already
        default: break
        }
        if !areEqual, case .place(let place) = left.noun, case .place(let second) = right.noun,
            place.path == second.path, place.isNew != second.isNew
        {
            let (stored, sent) = place.isNew ? (right, left) : (left, right)
            return Side.change(
                of: ValueSummary.text(place.path), from: stored, to: sent, isAllowed: isAllowed)
        }
        return comparison.equality(areEqual: areEqual, asker: asker)
    }

    private func order(
        _ bound: Comparison<DataPlace, RuleValue>.Bound, _ left: Side, _ right: Side, isMet: Bool
    ) -> String {
        let comparison = Comparison(left, right, isAllowed: isAllowed)
        if case .place(let place) = comparison.subject.noun, comparison.subject.isNull {
            return nothing(at: place.path)
        }
        return comparison.order(bound, isMet: isMet)
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

    /// The sender of the request.
    private var asker: String { user ?? "nobody" }

    /// Follows what had to be absent.
    var already: String { isAllowed ? "" : " already" }
}

extension Side<DataPlace, RuleValue> {
    var isNull: Bool { if case .null = raw { true } else { false } }
    /// Whether it is the user, and nobody is signed in.
    var isNobody: Bool { isNull && (noun == .user || noun == .signIn) }
}
