import PrintableText
import RulesCore

/// Why an expression has its value, in one sentence without a full stop: `bob is not a participant of conversations/team`.
struct Sentence {
    /// The maximum length of a sentence, in characters.
    private static let limit = 300

    typealias Side = RulesCore.Side<DocumentPart, RuleValue>

    /// The id of the signed-in user; nil if nobody is signed in.
    let user: String?
    let operation: Explanation.Operation
    let isQuery: Bool
    /// Whether the statement allowed the request, so that nothing had to be otherwise.
    let isAllowed: Bool
    let source: SourceText
    /// The budget of the whole explanation.
    let work: WorkMeter

    /// The sentence.
    ///
    /// - Parameter values: The operands of an expression without a sentence of its own.
    func text(
        _ evaluated: EvaluatedExpression, _ scope: Explainer.Scope, _ values: [Explanation.NamedValue]
    ) -> String {
        (known(evaluated, scope) ?? plain(evaluated, values)).printable(limit: Sentence.limit)
    }

    private func known(_ evaluated: EvaluatedExpression, _ scope: Explainer.Scope) -> String? {
        guard case .expression(let expression) = evaluated.form else { return nil }
        switch evaluated.outcome {
        case .failure(.error(let error, _)): return failure(error, evaluated, scope)
        case .failure(.unknown): return "the filters of the query do not settle \(quoted(evaluated))"
        case .failure(.budgetExceeded):
            return "the rules take more than \(ExpressionBudget.limit) expressions to decide about this"
        case .value(.bool(let truth)):
            let isOfQuery = evaluated.operands.contains {
                if case .constraint = $0.value { true } else { false }
            }
            return isOfQuery ? nil : condition(expression, evaluated, scope, is: truth)
        case .value, nil: return nil
        }
    }

    private func condition(
        _ expression: Expression, _ evaluated: EvaluatedExpression, _ scope: Explainer.Scope, is truth: Bool
    ) -> String? {
        let sides = evaluated.operands.map { side($0, scope) }
        switch expression.kind {
        case .literal:
            return "\(operation.method) of \(operation.target) is \(truth ? "always" : "never") allowed"
        case .binary(let sign, _, _, _):
            guard sides.count == 2 else { return nil }
            return comparison(sign, sides[0], sides[1], is: truth)
        case .typeTest(_, let type):
            guard let side = sides.first, let words = Sentence.types[type.name] else { return nil }
            return "\(side.name) is \(side.value), \(truth ? "which is" : "not") \(words)"
        case .method(_, let name, _): return method(name.name, sides, is: truth)
        case .call(let name, _):
            guard name.name == "exists" || name.name == "existsAfter",
                case .path(let path)? = sides.first?.raw
            else { return nil }
            return path.documentText + (truth ? " exists" : " does not exist")
        case .member, .index, .name:
            return side(evaluated, scope).noun.map { "\($0.text) is \(truth)" }
        default: return nil
        }
    }

    private static let types = [
        "bool": "true or false", "bytes": "bytes", "duration": "a duration", "float": "a fractional number",
        "int": "a whole number", "latlng": "a place", "list": "a list", "map": "a map", "number": "a number",
        "path": "a path", "string": "a text", "timestamp": "a time",
    ]

    /// A sentence for any expression.
    private func plain(_ evaluated: EvaluatedExpression, _ values: [Explanation.NamedValue]) -> String {
        let result: String
        switch evaluated.outcome {
        case .failure(.error(let error, _)):
            return "\(quoted(evaluated)) failed: \(error.message.sentence)"
        case .value(let value): result = "\(quoted(evaluated)) was \(ValueSummary(value).text)"
        case .failure, nil: return "\(quoted(evaluated)) cannot be known"
        }
        if values.isEmpty { return result }
        return result + " (\(values.map { "\($0.name) is \($0.value)" }.joined(separator: ", ")))"
    }

    // MARK: Words

    /// A part of the expression that decided.
    func side(_ evaluated: EvaluatedExpression, _ scope: Explainer.Scope) -> Side {
        let noun = NounReader(target: operation.target).noun(evaluated, scope)
        var name = noun?.text ?? quoted(evaluated)
        // Of stored data, a query only knows its filters.
        if isQuery, case .place(.field(let field, of: operation.target, .stored)) = noun {
            name = "\(field) in the query"
        }
        return Side(
            noun: noun, name: name, value: word(evaluated.value, noun),
            raw: evaluated.value, isConstant: evaluated.form.isConstant)
    }

    /// A value. The user's own id has no quotes.
    private func word(_ value: RuleValue?, _ noun: Noun?) -> String {
        guard let value else { return "unknown" }
        if case .string(let text) = value, let user, text.printable(limit: 100) == user { return user }
        return ValueSummary(value).text
    }

    private func quoted(_ evaluated: EvaluatedExpression) -> String {
        "`\(source.text(of: evaluated.form, limit: Explainer.quotation))`"
    }

    /// The sender of the request.
    var asker: String { user ?? "nobody" }
}

extension String {
    /// A message as a part of a sentence.
    fileprivate var sentence: String {
        let text = printable(limit: 160)
        return text.hasSuffix(".") ? String(text.dropLast()) : text
    }
}
