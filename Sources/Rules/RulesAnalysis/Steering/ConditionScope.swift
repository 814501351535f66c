import FirestoreModel
import FirestoreRules

/// What names mean inside a condition or a function: where each was computed.
struct ConditionScope {
    struct Bound {
        let expression: EvaluatedExpression
        let scope: ConditionScope
    }

    /// Parameters and `let`s.
    private var locals: [String: Bound] = [:]

    /// The request that is decided, and the template that it matches.
    struct Frame {
        let document: DocumentPath
        let method: RulesMethod
        /// Whether `resource` is what a query says of all its results, rather than a document.
        let isOfResults: Bool
        /// The segment of the document's path that each capture of one segment holds.
        let captures: [String: Int]
    }

    let frame: Frame

    init(_ frame: Frame) {
        self.frame = frame
    }

    subscript(name: String) -> Bound? { locals[name] }

    /// The scope of a function's body.
    func inside(_ call: EvaluatedExpression, _ function: FunctionPlan) -> ConditionScope {
        var inner = ConditionScope(frame)
        for (parameter, argument) in zip(function.parameters, call.operands) {
            inner.locals[parameter] = Bound(expression: argument, scope: self)
        }
        return inner
    }

    /// The scope behind a `let`.
    func after(_ name: String, _ value: EvaluatedExpression) -> ConditionScope {
        var inner = self
        inner.locals[name] = Bound(expression: value, scope: self)
        return inner
    }

    /// An expression that has the same value and can be looked into: the body of a call, the value of a name, the chosen side.
    func unfolded(_ evaluated: EvaluatedExpression) -> (EvaluatedExpression, ConditionScope)? {
        if let body = evaluated.body, let function = evaluated.function {
            return (body, inside(evaluated, function))
        }
        switch evaluated.form {
        case .binding(let name, _):
            guard evaluated.operands.count == 2 else { return nil }
            return (evaluated.operands[1], after(name, evaluated.operands[0]))
        case .expression(let expression):
            switch expression.kind {
            case .name(let name): return self[name].map { ($0.expression, $0.scope) }
            case .conditional:
                guard evaluated.operands.count == 3, let truth = evaluated.operands[0].truth else {
                    return nil
                }
                return (evaluated.operands[truth ? 1 : 2], self)
            default: return nil
            }
        }
    }

    /// The place whose content an expression is; nil if it is computed.
    func place(of evaluated: EvaluatedExpression) -> Place? {
        if let (inner, scope) = unfolded(evaluated) { return scope.place(of: inner) }
        guard case .expression(let expression) = evaluated.form else { return nil }
        switch expression.kind {
        case .name(let name): return place(ofName: name)
        case .member(_, let name):
            guard let receiver = evaluated.operands.first.flatMap({ place(of: $0) }) else { return nil }
            if case .document(let path) = receiver, name.name == "id" {
                return path == frame.document ? .segment(path.segments.count - 1) : nil
            }
            return receiver.member(.field(FieldName(name.name)))
        case .index:
            guard evaluated.operands.count == 2, let receiver = place(of: evaluated.operands[0]) else {
                return nil
            }
            switch evaluated.operands[1].value {
            case .string(let name): return receiver.member(.field(FieldName(name)))
            case .int(let index): return receiver.member(.element(Int(clamping: index)))
            default: return nil
            }
        case .method(_, let method, _):
            guard method.name == "get", evaluated.operands.count == 3,
                case .string(let name)? = evaluated.operands[1].value
            else { return nil }
            return place(of: evaluated.operands[0])?.member(.field(FieldName(name)))
        case .call(let function, _):
            guard function.name == "get" || function.name == "getAfter",
                case .path(let path)? = evaluated.operands.first?.value, let document = DocumentPath(path)
            else { return nil }
            return function.name == "getAfter" && document == frame.document && frame.isWrite
                ? .written : .document(document)
        default: return nil
        }
    }

    private func place(ofName name: String) -> Place? {
        if let index = frame.captures[name] { return .segment(index) }
        switch name {
        case "request": return .request
        case "resource": return frame.isOfResults ? .results : .document(frame.document)
        default: return nil
        }
    }
}

extension ConditionScope.Frame {
    var isWrite: Bool { method == .create || method == .update }

    /// The captures of a statement's template; below a glob they are not at fixed places.
    init(_ request: AnalysedRequest, _ statement: PlannedStatement) {
        var captures: [String: Int] = [:]
        for (index, segment) in statement.segments.enumerated() {
            if case .glob = segment { break }
            if case .capture(let name) = segment, index >= 3 { captures[name.name] = index - 3 }
        }
        // The id of what a list finds is not known.
        let last = request.document.segments.count - 1
        let isOfResults = request.method == .list && !request.query.isNamed
        if isOfResults { captures = captures.filter { $0.value < last } }
        self.init(
            document: request.document, method: request.method, isOfResults: isOfResults, captures: captures)
    }
}
