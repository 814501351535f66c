import FirestoreModel
import PrintableText

/// The values around an expression that decided, and what they mean.
struct Facts {
    /// The maximum numbers of values and names to list, and of elements to compare.
    private static let limit = (values: 6, names: 8, elements: 1000)

    private let source: SourceText
    /// Whether the request is a query, where `resource` is only what the filters say.
    private let isQuery: Bool
    private let work: WorkMeter
    private(set) var values: [Explanation.NamedValue] = []
    private(set) var notes: [String] = []

    init(_ source: SourceText, isQuery: Bool, _ work: WorkMeter) {
        self.source = source
        self.isQuery = isQuery
        self.work = work
    }

    /// The parameters of a call.
    mutating func add(argumentsOf call: EvaluatedExpression, of function: FunctionPlan) {
        for (parameter, argument) in zip(function.parameters, call.operands) {
            add(parameter, argument)
        }
    }

    /// The operands that an expression was computed from, without constants.
    mutating func add(operandsOf evaluated: EvaluatedExpression, isNested: Bool = false) {
        for operand in evaluated.operands where !operand.form.isConstant {
            if isNested, operand.value?.isWide ?? true { continue }
            add(source.text(source.range(of: operand.form), limit: Explainer.quotation), operand)
            if !isNested, operand.isComputed { add(operandsOf: operand, isNested: true) }
        }
    }

    private mutating func add(_ name: String, _ evaluated: EvaluatedExpression) {
        guard let value = evaluated.value, values.count < Facts.limit.values,
            !values.contains(where: { $0.name == name })
        else { return }
        values.append(Explanation.NamedValue(name: name, value: ValueSummary(value).text))
    }

    /// Notes on an expression, beyond its values.
    mutating func addNotes(on evaluated: EvaluatedExpression) {
        guard case .expression(let expression) = evaluated.form else { return }
        switch evaluated.outcome {
        case .failure(.error(let error, _)): addNotes(on: error, evaluated)
        case .failure(.unknown):
            notes.append(
                "a query is allowed or denied by its filters alone, whatever is stored: they do not settle this"
            )
        case .failure(.budgetExceeded):
            notes.append("one decision may take \(ExpressionBudget.limit) expressions")
        case .value(.bool(false)): addNotes(onFalse: expression, evaluated.operands)
        case .value, nil: return
        }
    }

    private mutating func addNotes(onFalse expression: Expression, _ operands: [EvaluatedExpression]) {
        guard operands.count == 2, let left = operands[0].value, let right = operands[1].value else { return }
        switch expression.kind {
        case .method(_, let name, _):
            guard let these = left.elements, let others = right.elements else { return }
            if name.name == "hasOnly" { note("too many", these, without: others) }
            if name.name == "hasAll" { note("missing", others, without: these) }
        case .binary(.equal, _, _, _):
            guard case .map(let these) = left, case .map(let others) = right,
                let keys = try? MapDiff(new: these, old: others).keys(.affected, work).elements
            else { return }
            list("different", Array(keys))
        default: return
        }
    }

    private mutating func note(_ title: String, _ elements: [RuleValue], without others: [RuleValue]) {
        let (elements, others) = (elements.prefix(Facts.limit.elements), others.prefix(Facts.limit.elements))
        let lookup = try? RuleSet(RuleList(Array(others)), work)
        list(title, elements.filter { element in (try? lookup?.contains(element, work)) == false })
    }

    private mutating func list(_ title: String, _ values: [RuleValue]) {
        if values.isEmpty { return }
        var texts = values.prefix(Facts.limit.names).map { ValueSummary($0).text }
        if values.count > texts.count { texts.append("… \(values.count - texts.count) more") }
        notes.append("\(title): \(texts.joined(separator: ", "))")
    }

    private mutating func addNotes(on error: RuleError, _ evaluated: EvaluatedExpression) {
        let receiver = evaluated.operands.first
        switch (error, receiver?.value) {
        case (.undefinedProperty(let name), .map) where isQuery && (receiver?.isOfResource ?? false):
            notes.append(
                "the query has no filter on \(name.beginning(limit: 100)), so rules know nothing of it")
        case (.undefinedProperty, .map(let map)):
            let names = map.names.map { RuleValue.string($0.string) }
            if names.isEmpty { notes.append("it has no fields at all") } else { list("it has", names) }
        case (.nullValue, .null):
            if let receiver, case .expression(let expression) = receiver.form,
                let reason = expression.nullReason
            {
                values.removeAll { $0.value == "null" }
                notes.append(reason)
            }
        default: return
        }
    }
}

extension EvaluatedExpression {
    /// Whether this is `resource.data`, or a part of it.
    fileprivate var isOfResource: Bool {
        guard case .expression(let expression) = form else { return false }
        if case .name("resource") = expression.kind { return true }
        return operands.first?.isOfResource ?? false
    }

    /// Whether the value is computed from others rather than looked up.
    fileprivate var isComputed: Bool {
        guard case .expression(let expression) = form else { return false }
        switch expression.kind {
        case .call, .method, .binary, .unary, .index: return true
        default: return false
        }
    }
}

extension Expression {
    /// Why an expression of the environment is null.
    fileprivate var nullReason: String? {
        switch kind {
        case .name("resource"): "resource is null: the document does not exist"
        case .member(let receiver, let name):
            switch (receiver.kind, name.name) {
            case (.name("request"), "auth"): "request.auth is null: nobody is signed in"
            case (.name("request"), "resource"): "request.resource is null: a delete leaves no document"
            default: nil
            }
        case .call(let name, _) where name.name == "get" || name.name == "getAfter":
            "\(name.name)() is null: that document does not exist"
        default: nil
        }
    }
}

extension RuleValue {
    /// The elements of a list or a set.
    fileprivate var elements: [RuleValue]? {
        switch self {
        case .list(let list): Array(list.prefix(1000))
        case .set(let set): Array(set.elements.prefix(1000))
        default: nil
        }
    }

    /// Whether the value is large, like a whole document, so that a summary says little about it.
    fileprivate var isWide: Bool {
        switch self {
        case .map, .mapDiff: true
        default: false
        }
    }
}
