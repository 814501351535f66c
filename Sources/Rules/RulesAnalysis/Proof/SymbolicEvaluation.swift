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
    private(set) var universe = Universe()
    /// The names of what became a function of which nothing is known.
    private(set) var constructs: Set<String> = []
    let method: RulesMethod
    /// The functions around that may still be entered, so that rules with calls in a ring end.
    private static let deepest = 40

    init(_ method: RulesMethod) {
        self.method = method
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
        case .get, .list: break
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
            let (isTrue, isFalse) = truth(of: equality(first, second))
            return .truth(isTrue: isFalse, isFalse: isTrue)
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

    // MARK: Terms

    /// Where a symbol is true and where it is false; elsewhere it fails, or is no bool.
    mutating func truth(of symbol: Symbol) -> (isTrue: Formula, isFalse: Formula) {
        switch symbol {
        case .truth(let isTrue, let isFalse): return (script.named(isTrue), script.named(isFalse))
        case .constant(.bool(let truth)): return (Formula(truth), Formula(!truth))
        case .value(let term, let isDefined):
            return (
                isDefined && Formula("(isTrue \(term))"), isDefined && Formula("(isFalse \(term))")
            )
        case .opaque(let key):
            let isTrue = Formula(script.unknown(.truth, "\(key) is true"))
            let isFalse = Formula(script.unknown(.truth, "\(key) is false"))
            assume(!(isTrue && isFalse))
            return (isTrue, isFalse)
        case .alternatives(let options):
            var (isTrue, isFalse): ([Formula], [Formula]) = ([], [])
            for option in options {
                let truth = truth(of: option.symbol)
                isTrue.append(option.condition && truth.isTrue)
                isFalse.append(option.condition && truth.isFalse)
            }
            return (.any(isTrue), .any(isFalse))
        case .constant, .list, .map, .path, .collection, .difference, .failure: return (.never, .never)
        }
    }

    /// A term with the symbol's value; nil for what the solver is not shown.
    mutating func term(of symbol: Symbol) -> (term: String, isDefined: Formula)? {
        switch symbol {
        case .value(let term, let isDefined): return (term, isDefined)
        case .truth(let isTrue, let isFalse):
            let isTrue = script.named(isTrue)
            return ("(truth \(isTrue.text))", script.named(isTrue || isFalse))
        case .constant(let value): return (term(of: value), .always)
        case .list(let elements):
            guard let list = composite("list", .list, elements) else { return nil }
            assume(Formula("(= (count \(list.term)) \(elements.count))"))
            return list
        case .map(let entries):
            return composite("map \(entries.map(\.key))", .map, entries.map(\.value))
        case .path(let segments):
            let texts = segments.map { self.segment(of: $0) }
            let isDefined = texts.map { $0?.isDefined ?? .never }
            let term = script.call("path", texts.map { ($0?.term ?? "\"\"", .text) }, .value)
            let path = script.named(term)
            assume(isKind(path, .path))
            return (path, .all(isDefined))
        case .failure: return ("none", .never)
        case .collection, .difference, .alternatives, .opaque: return nil
        }
    }

    private mutating func composite(
        _ name: String, _ kind: ProofPrelude.Kind, _ parts: [Symbol]
    ) -> (term: String, isDefined: Formula)? {
        var terms: [(term: String, sort: ProofScript.Sort)] = []
        var isDefined = Formula.always
        for part in parts {
            guard let part = term(of: part) else { return nil }
            terms.append((part.term, .value))
            isDefined = isDefined && part.isDefined
        }
        let term = script.named(script.call(name, terms, .value))
        assume(isKind(term, kind))
        return (term, isDefined)
    }

    private mutating func term(of value: RuleValue) -> String {
        switch value {
        case .null: return "none"
        case .bool(let truth): return "(truth \(truth))"
        case .int(let int): return "(int \(ProofLiteral.int(int)))"
        case .float(let float):
            if let real = ProofLiteral.real(float) { return "(float \(real))" }
            return script.unknown(.value, "float \(float.bitPattern)")
        case .string(let text): return "(text \(ProofLiteral.text(text)))"
        case .bytes(let bytes):
            let term = script.unknown(.value, "bytes \(bytes)")
            assume(isKind(term, .bytes))
            return term
        case .timestamp(let time):
            return "(time \(ProofLiteral.nanoseconds(time.seconds, time.nanoseconds)))"
        case .duration(let duration):
            return "(span \(ProofLiteral.nanoseconds(duration.seconds, duration.nanoseconds)))"
        case .list, .set, .map, .path, .latlng, .mapDiff, .vector, .constraint:
            return script.unknown(.value, "constant \(value)")
        }
    }

    /// A segment of a path: texts stand for themselves.
    mutating func segment(of symbol: Symbol) -> (term: String, isDefined: Formula)? {
        if case .constant(.string(let text)) = symbol { return (ProofLiteral.text(text), .always) }
        guard let (term, isDefined) = term(of: symbol) else { return nil }
        if term.hasPrefix("(text ") { return (String(term.dropFirst(6).dropLast()), isDefined) }
        return ("(segment \(term))", isDefined && Formula("(isSegment \(term))"))
    }

    /// A key that equal symbols share.
    mutating func key(of symbol: Symbol) -> String {
        switch symbol {
        case .opaque(let key): key
        case .collection(let collection): collection.key
        case .difference(let new, let old, _): "difference \(new) \(old)"
        case .list(let elements): "[\(elements.map { key(of: $0) }.joined(separator: ", "))]"
        case .path(let segments): "/\(segments.map { key(of: $0) }.joined(separator: "/"))"
        case .map(let entries):
            "{\(entries.map { "\($0.key): \(key(of: $0.value))" }.joined(separator: ", "))}"
        case .alternatives(let options):
            "(\(options.map { "\($0.condition.text) ? \(key(of: $0.symbol))" }.joined(separator: " : ")))"
        case .failure: "failure"
        case .truth, .value, .constant:
            term(of: symbol).map { "\($0.term) where \($0.isDefined.text)" } ?? "?"
        }
    }

    /// The result of something that the solver is not shown: a function of its operands.
    mutating func unknown(_ name: String, _ operands: [Symbol]) -> Symbol {
        constructs.insert(name)
        var parts: [(term: String, isDefined: Formula)?] = []
        for operand in operands { parts.append(term(of: operand)) }
        // Without its operands it has no result.
        let isDefined = Formula.all(parts.compactMap { $0?.isDefined })
        let terms = parts.compactMap { $0.map { (term: $0.term, sort: ProofScript.Sort.value) } }
        guard terms.count == operands.count else {
            let keys = operands.map { key(of: $0) }
            let result = Symbol.opaque("\(name)(\(keys.joined(separator: ", ")))")
            let (isTrue, isFalse) = truth(of: result)
            assume(.implication(isTrue || isFalse, isDefined))
            return result
        }
        let term = script.named(script.call(name, terms, .value))
        let works = Formula(script.call("\(name) works", terms, .truth))
        return .value(term, isDefined: script.named(isDefined && works))
    }

    /// Notes a value that elements are compared with.
    mutating func note(_ symbol: Symbol) {
        switch symbol {
        case .constant(.string(let text)):
            universe.add(.init(term: "(text \(ProofLiteral.text(text)))", literal: text))
        case .list(let elements): for element in elements { note(element) }
        default:
            if let term = term(of: symbol)?.term { universe.add(.init(term: term, literal: nil)) }
        }
    }

    // MARK: Facts

    func isNull(_ term: String) -> Formula { Formula("((_ is none) \(term))") }
    func isText(_ term: String) -> Formula { Formula("((_ is text) \(term))") }
    func isKind(_ term: String, _ kind: ProofPrelude.Kind) -> Formula {
        Formula("(isKind \(term) \(kind.rawValue))")
    }
    func has(_ term: String, _ name: String) -> Formula {
        Formula("(has \(term) \(ProofLiteral.text(name)))")
    }
    mutating func at(_ term: String, _ name: String) -> String {
        script.named("(at \(term) \(ProofLiteral.text(name)))")
    }
}
