import CoreValues
import FirestoreModel
import FirestoreRules

/// Evaluates conditions for all requests and all documents at once, into terms of a solver.
///
/// What it has no terms for becomes a function of which nothing is known but that the same arguments give the same result. So whatever is
/// proven holds for the rules as well. The budget of expressions and the limits on `get` are left aside.
struct SymbolicEvaluation {
    var script = ProofScript()
    /// What collections are asked for.
    var universe = Universe()
    /// The names of what became a function of which nothing is known.
    var constructs: Set<String> = []
    /// The texts that patterns are asked about: only their lengths are known.
    var matched: Set<String> = []
    /// What terms stand for in a scenario.
    var witness = ProofWitness()
    let method: RulesMethod
    /// Whether patterns become regular languages of the solver, which can take it long, instead of functions.
    let followsPatterns: Bool
    /// The functions around that may still be entered, so that rules with calls in a ring end.
    private static let deepest = 40

    init(_ method: RulesMethod, followsPatterns: Bool) {
        self.method = method
        self.followsPatterns = followsPatterns
        assumeEnvironment()
    }

    /// Ends the first of two evaluations, in which the universe was collected.
    mutating func completeUniverse() {
        universe.complete()
        script.forgetFacts()
        assumeEnvironment()
    }

    // MARK: The request

    private mutating func assumeEnvironment() {
        let request = value("request")
        witness.add(.init(root: .request), request)
        assume(isKind(request, .map))
        for name in ["auth", "time", "method", "path"] { assume(has(request, name)) }
        let auth = at(request, "auth")
        let token = at(auth, "token")
        let uid = at(auth, "uid")
        assume(
            isNull(auth)
                || .all([
                    isKind(auth, .map), has(auth, "uid"), has(auth, "token"), isKind(token, .map),
                    isNull(uid) || isText(uid),
                ]))
        assume(Formula("((_ is time) \(at(request, "time")))"))
        assume(Formula("(= \(at(request, "method")) (text \(ProofLiteral.text(method.rawValue))))"))
        let resource = value("resource")
        witness.add(.init(root: .resource), resource)
        let written = at(request, "resource")
        switch method {
        case .get, .delete: assume(isNull(resource) || isDocument(resource))
        case .update: assume(isDocument(resource))
        case .create: assume(isNull(resource))
        case .list: break
        }
        switch method {
        case .create, .update: assume(.all([has(request, "resource"), isDocument(written)]))
        case .delete: assume(.all([has(request, "resource"), isNull(written)]))
        // A document that a transaction verifies is in both places.
        case .get: assume(.implication(has(request, "resource"), Formula("(= \(written) \(resource))")))
        case .list: break
        }
    }

    /// Whether a value is a document with its fields.
    private mutating func isDocument(_ term: String) -> Formula {
        .all([
            isKind(term, .map), has(term, "data"), has(term, "id"), isKind(at(term, "data"), .map),
            isText(at(term, "id")),
        ])
    }

    /// A constant of the environment.
    mutating func value(_ name: String) -> String { script.unknown(.value, name) }

    /// The text of a segment of the request's path.
    mutating func segment(_ index: Int) -> String { script.unknown(.text, "segment \(index)") }

    /// The capture of a segment. Lists do not know the id of what they find.
    mutating func capture(_ index: Int) -> Symbol {
        let isDefined =
            method == .list && index > 2
            ? Formula(script.unknown(.truth, "segment \(index) is known")) : .always
        return .value("(text \(segment(index)))", isDefined: isDefined)
    }

    mutating func assume(_ fact: Formula) { script.assume(fact) }

    // MARK: Expressions

    /// Where an expression is true.
    mutating func isTrue(_ expression: FirestoreRules.Expression, _ scope: SymbolicScope) -> Formula {
        truth(of: evaluate(expression, scope)).isTrue
    }

    mutating func evaluate(_ expression: FirestoreRules.Expression, _ scope: SymbolicScope) -> Symbol {
        switch expression.kind {
        case .literal(let literal): return .constant(literal.value)
        case .name(let name): return variable(name, scope)
        case .list(let elements): return .list(elements.map { evaluate($0, scope) })
        case .map(let entries): return map(entries, scope)
        case .path(let segments): return path(segments, scope)
        case .member(let receiver, let name): return member(evaluate(receiver, scope), name.name)
        case .index(let receiver, let index):
            let index = evaluate(index, scope)
            return each(evaluate(receiver, scope)) { $0.index($1, index) }
        case .slice(let receiver, let from, let to):
            let ends = [from, to].map { end in end.map { evaluate($0, scope) } ?? .constant(.null) }
            return unknown("slice", [evaluate(receiver, scope)] + ends)
        case .call(let name, let arguments): return call(name.name, arguments, scope)
        case .method(let receiver, let name, let arguments):
            let symbols = arguments.map { evaluate($0, scope) }
            if case .name(let package) = receiver.kind, BuiltInFunction.packages.contains(package) {
                return builtIn("\(package).\(name.name)", symbols)
            }
            return each(evaluate(receiver, scope)) { evaluation, receiver in
                guard let first = symbols.first else { return evaluation.invoke(name.name, receiver, []) }
                return evaluation.each(first) {
                    $0.invoke(name.name, receiver, [$1] + symbols.dropFirst())
                }
            }
        case .unary(.not, let operand):
            let (isTrue, isFalse) = truth(of: evaluate(operand, scope))
            return .truth(isTrue: isFalse, isFalse: isTrue)
        case .unary(.negative, let operand): return negative(evaluate(operand, scope))
        case .binary(let operation, let left, let right, _): return binary(operation, left, right, scope)
        case .typeTest(let operand, let type): return isInstance(evaluate(operand, scope), type.name)
        case .conditional(let condition, let first, let second):
            return choice(
                truth(of: evaluate(condition, scope)), evaluate(first, scope), evaluate(second, scope))
        }
    }

    private mutating func variable(_ name: String, _ scope: SymbolicScope) -> Symbol {
        if let symbol = scope[name] { return symbol }
        switch name {
        case "request": return .value(value("request"), isDefined: .always)
        // What a list finds is known by the filters alone, in ways of its own.
        case "resource" where method == .list: return .opaque("resource")
        case "resource": return .value(value("resource"), isDefined: .always)
        default: return .failure
        }
    }

    private mutating func map(
        _ entries: [FirestoreRules.Expression.MapEntry], _ scope: SymbolicScope
    ) -> Symbol {
        let symbols = entries.map { (key: evaluate($0.key, scope), value: evaluate($0.value, scope)) }
        let named = symbols.compactMap { entry -> (key: String, value: Symbol)? in
            guard case .constant(.string(let key)) = entry.key, isLiteral(entry.value) else { return nil }
            return (key, entry.value)
        }
        if named.count == entries.count, Set(named.map(\.key)).count == named.count { return .map(named) }
        return unknown("map", symbols.flatMap { [$0.key, $0.value] })
    }

    /// Whether a symbol has its value in every world.
    private func isLiteral(_ symbol: Symbol) -> Bool {
        switch symbol {
        case .constant: true
        case .list(let elements): elements.allSatisfy(isLiteral)
        case .map(let entries): entries.allSatisfy { isLiteral($0.value) }
        default: false
        }
    }

    private mutating func path(
        _ segments: [FirestoreRules.Expression.PathSegment], _ scope: SymbolicScope
    ) -> Symbol {
        var symbols: [Symbol] = []
        for segment in segments {
            switch segment {
            case .literal(let text, _): symbols.append(.constant(.string(text)))
            case .interpolation(let expression): symbols.append(evaluate(expression, scope))
            case .variable(let name), .globVariable(let name):
                return unknown("template \(name.name) \(segments.count)", symbols)
            }
        }
        return .path(symbols)
    }

    private mutating func call(
        _ name: String, _ arguments: [FirestoreRules.Expression], _ scope: SymbolicScope
    ) -> Symbol {
        let symbols = arguments.map { evaluate($0, scope) }
        guard let (function, home) = scope.function(name) else { return builtIn(name, symbols) }
        guard function.parameters.count == symbols.count, scope.depth < SymbolicEvaluation.deepest else {
            return .failure
        }
        var inner = home
        for (parameter, symbol) in zip(function.parameters, symbols) { inner.define(parameter.name, symbol) }
        for binding in function.bindings {
            inner.define(binding.name.name, evaluate(binding.value, inner))
        }
        return evaluate(function.result, inner)
    }

    private mutating func binary(
        _ operation: BinaryOperator, _ left: FirestoreRules.Expression, _ right: FirestoreRules.Expression,
        _ scope: SymbolicScope
    ) -> Symbol {
        let (first, second) = (evaluate(left, scope), evaluate(right, scope))
        switch operation {
        case .and:
            let (a, b) = (truth(of: first), truth(of: second))
            return .truth(isTrue: a.isTrue && b.isTrue, isFalse: a.isFalse || b.isFalse)
        case .or:
            let (a, b) = (truth(of: first), truth(of: second))
            return .truth(isTrue: a.isTrue || b.isTrue, isFalse: a.isFalse && b.isFalse)
        case .in: return each(second) { $0.contains($1, first) }
        case .equal: return equality(first, second)
        case .notEqual:
            return inequality(first, second)
        case .less, .lessOrEqual, .greater, .greaterOrEqual: return comparison(operation, first, second)
        case .add, .subtract, .multiply, .divide, .remainder: return arithmetic(operation, first, second)
        }
    }

    /// `condition ? first : second`
    private mutating func choice(
        _ condition: (isTrue: Formula, isFalse: Formula), _ first: Symbol, _ second: Symbol
    ) -> Symbol {
        joined([(condition.isTrue, first), (condition.isFalse, second)])
    }

    /// One of several symbols, as simple as it can be said.
    mutating func joined(_ options: [(condition: Formula, symbol: Symbol)]) -> Symbol {
        let options = options.filter { $0.condition != .never }
        if options.contains(where: { if case .truth = $0.symbol { true } else { false } }) {
            let (isTrue, isFalse) = truth(of: .alternatives(options))
            return .truth(isTrue: isTrue, isFalse: isFalse)
        }
        guard options.allSatisfy({ isPlain($0.symbol) }) else { return .alternatives(options) }
        var value = "none"
        var isDefined: [Formula] = []
        for option in options.reversed() {
            guard let part = term(of: option.symbol) else { return .alternatives(options) }
            isDefined.append(option.condition && part.isDefined)
            value = value == "none" ? part.term : "(ite \(option.condition.text) \(part.term) \(value))"
        }
        return .value(script.named(value), isDefined: script.named(.any(isDefined)))
    }

    /// Whether a symbol is best said by its term: nothing is known of what is in a list that became one.
    private func isPlain(_ symbol: Symbol) -> Bool {
        switch symbol {
        case .value, .constant, .truth, .failure: true
        case .list(let elements): elements.isEmpty
        case .path, .map, .collection, .difference, .alternatives, .opaque: false
        }
    }

    /// Does the same with each alternative.
    mutating func each(_ symbol: Symbol, _ operation: (inout Self, Symbol) -> Symbol) -> Symbol {
        guard case .alternatives(let options) = symbol else { return operation(&self, symbol) }
        var results: [(condition: Formula, symbol: Symbol)] = []
        for option in options {
            results.append((option.condition, each(option.symbol, operation)))
        }
        return joined(results)
    }
}
