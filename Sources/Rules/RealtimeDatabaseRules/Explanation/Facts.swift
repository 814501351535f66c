import RulesCore

/// The values around an expression that decided, and what they mean.
struct Facts {
    /// The most values to list.
    private static let limit = 6

    private let explainer: Explainer
    private(set) var values: [Explanation.NamedValue] = []
    private(set) var notes: [String] = []

    init(on expression: RuleExpression, _ explainer: Explainer) {
        self.explainer = explainer
        add(operandsOf: expression)
        if isNobody(expression) { notes.append("nobody is signed in: auth is null") }
    }

    /// The operands that an expression was computed from, without constants.
    private mutating func add(operandsOf expression: RuleExpression) {
        for operand in expression.operands where !operand.isConstant {
            switch operand.kind {
            case .list: add(operandsOf: operand)
            case _: add(operand)
            }
        }
    }

    private mutating func add(_ expression: RuleExpression) {
        let name = explainer.text(of: expression)
        guard case .value(let value)? = explainer.outcome(of: expression), values.count < Facts.limit,
            !values.contains(where: { $0.name == name })
        else { return }
        var text = ValueSummary(value).text
        if let place = place(of: expression) { text += ", at \(place)" }
        values.append(Explanation.NamedValue(name: name, value: text))
    }

    /// The path that `snapshot.val()` read.
    private func place(of expression: RuleExpression) -> String? {
        guard case .call(let receiver, "val", _) = expression.kind,
            case .value(.snapshot(let snapshot))? = explainer.outcome(of: receiver)
        else { return nil }
        return ValueSummary.text(snapshot.path)
    }

    private func isNobody(_ expression: RuleExpression) -> Bool {
        if case .variable("auth") = expression.kind, case .value(.null)? = explainer.outcome(of: expression) {
            return true
        }
        return expression.operands.contains(where: isNobody)
    }
}
