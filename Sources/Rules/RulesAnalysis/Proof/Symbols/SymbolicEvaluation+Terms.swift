import CoreValues
import FirestoreModel
import FirestoreRules

extension SymbolicEvaluation {
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
            return ProofLiteral.float(float) ?? script.unknown(.value, "float \(float.bitPattern)")
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
        var areDefined: [Formula] = []
        for operand in operands {
            parts.append(term(of: operand))
            areDefined.append(isDefined(operand))
        }
        // Without its operands it has no result.
        let isDefined = Formula.all(areDefined)
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

    /// Where a symbol is known to fail, the formula does not hold.
    private mutating func isDefined(_ symbol: Symbol) -> Formula {
        switch symbol {
        case .collection(let collection): return collection.isDefined
        case .difference(_, _, let isDefined): return isDefined
        case .alternatives(let options):
            var choices: [Formula] = []
            for option in options { choices.append(option.condition && isDefined(option.symbol)) }
            return .any(choices)
        case .opaque: return .always
        case .truth, .value, .constant, .list, .map, .path, .failure:
            return term(of: symbol)?.isDefined ?? .always
        }
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
        let member = script.named("(at \(term) \(ProofLiteral.text(name)))")
        witness.addMember(name, of: term, member)
        return member
    }
    mutating func noteSize(of term: String) { witness.noteSize(of: term) }
    mutating func noteDocument(_ term: String, at segments: [String]) {
        witness.add(.init(root: .document(segments)), term)
    }
}
