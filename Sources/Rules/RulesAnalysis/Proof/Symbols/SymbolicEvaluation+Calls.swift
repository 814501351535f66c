import FirestoreModel
import FirestoreRules

extension SymbolicEvaluation {
    // MARK: Methods

    mutating func invoke(_ name: String, _ receiver: Symbol, _ arguments: [Symbol]) -> Symbol {
        if let value = constant(receiver), let values = constants(arguments),
            let result = try? BuiltInMethod.all[name]?.call(value, CallArguments(values), WorkMeter())
        {
            return .constant(result)
        }
        switch (name, arguments.count) {
        case ("hasOnly", 1), ("hasAny", 1), ("hasAll", 1): return test(name, receiver, arguments[0])
        case ("union", 1), ("intersection", 1), ("difference", 1):
            return combination(name, receiver, arguments[0])
        case ("size", 0): return size(receiver)
        case ("keys", 0): return keys(receiver)
        case ("affectedKeys", 0), ("changedKeys", 0), ("unchangedKeys", 0), ("addedKeys", 0),
            ("removedKeys", 0):
            return keys(of: receiver, name)
        case ("toSet", 0):
            return collection(receiver, asSet: true).map { set($0) } ?? unknown(name, [receiver])
        case ("diff", 1): return difference(receiver, arguments[0])
        case ("get", 2): return lookup(receiver, arguments[0], otherwise: arguments[1])
        case ("matches", 1): return match(receiver, arguments[0])
        default:
            // There is no value with such a method.
            return BuiltInMethod.all[name] == nil ? .failure : unknown(name, [receiver] + arguments)
        }
    }

    /// `text.matches(pattern)`
    private mutating func match(_ receiver: Symbol, _ pattern: Symbol) -> Symbol {
        guard followsPatterns, case .constant(.string(let text)) = pattern, let language = ProofPattern(text),
            let (term, isDefined) = term(of: receiver)
        else { return unknown("matches", [receiver, pattern]) }
        matched.insert(term)
        let isMatch = script.named(Formula("(str.in_re (string \(term)) \(language.text))"))
        let works = isDefined && isText(term)
        return .truth(isTrue: works && isMatch, isFalse: works && !isMatch)
    }

    /// A list of keys becomes a set of the same contents.
    private func set(_ collection: SymbolicCollection) -> Symbol {
        .collection(
            SymbolicCollection(
                isSet: true, isDefined: collection.isDefined, contents: collection.contents,
                key: collection.isSet ? collection.key : "set of \(collection.key)"))
    }

    private mutating func difference(_ new: Symbol, _ old: Symbol) -> Symbol {
        guard let new = term(of: new), let old = term(of: old) else { return unknown("diff", [new, old]) }
        return .difference(
            new: new.term, old: old.term,
            isDefined: script.named(
                .all([new.isDefined, old.isDefined, isKind(new.term, .map), isKind(old.term, .map)])))
    }

    /// `map.get(key, default)`
    private mutating func lookup(_ receiver: Symbol, _ key: Symbol, otherwise: Symbol) -> Symbol {
        guard case .constant(.string(let name)) = key, let map = term(of: receiver),
            let standard = term(of: otherwise)
        else { return unknown("get", [receiver, key, otherwise]) }
        note(key)
        let hasKey = has(map.term, name)
        return .value(
            script.named("(ite \(hasKey.text) \(at(map.term, name)) \(standard.term))"),
            isDefined: script.named(.all([map.isDefined, standard.isDefined, isKind(map.term, .map)])))
    }

    // MARK: Functions

    mutating func builtIn(_ name: String, _ arguments: [Symbol]) -> Symbol {
        if let function = BuiltInFunction.all[name], let values = constants(arguments),
            let result = try? function.call(CallArguments(values), WorkMeter())
        {
            return .constant(result)
        }
        switch (name, arguments.count) {
        case ("get", 1): return document(arguments[0], after: false)
        case ("getAfter", 1): return document(arguments[0], after: true)
        case ("exists", 1): return existence(arguments[0], after: false)
        case ("existsAfter", 1): return existence(arguments[0], after: true)
        case ("debug", 1): return arguments[0]
        default: return BuiltInFunction.all[name] == nil ? .failure : unknown(name, arguments)
        }
    }

    /// The document at a path: null or a map.
    private mutating func document(_ path: Symbol, after: Bool) -> Symbol {
        let name = after ? "getAfter" : "get"
        guard case .path(let segments) = path else { return document(atValue: path, name) }
        var terms: [(term: String, sort: ProofScript.Sort)] = []
        var isDefined = Formula.always
        for symbol in segments {
            guard let segment = segment(of: symbol) else { return unknown(name, [path]) }
            terms.append((segment.term, .text))
            isDefined = isDefined && segment.isDefined
        }
        let key = after ? "document after" : "document"
        let document = script.named(script.call(key, terms, .value))
        if !after { noteDocument(document, at: terms.map(\.term)) }
        let data = at(document, "data")
        assume(
            isNull(document)
                || .all([isKind(document, .map), has(document, "data"), isKind(data, .map)]))
        let isPath = Formula(script.call("is path", terms, .truth))
        // No segment is empty.
        for segment in terms { assume(.implication(isPath, !Formula("(= \(segment.term) \"\")"))) }
        let isOwn = isRequested(terms.map(\.term))
        assume(.implication(isOwn, isPath))
        link(document, where: isOwn, after: after)
        return .value(document, isDefined: script.named(isDefined && isPath))
    }

    /// The document that a value of the type `path` leads to.
    private mutating func document(atValue path: Symbol, _ name: String) -> Symbol {
        let result = unknown(name, [path])
        guard case .value(let document, let works) = result, let (term, _) = term(of: path) else {
            return result
        }
        return .value(document, isDefined: script.named(works && isKind(term, .path)))
    }

    /// Whether a path is that of the request.
    private mutating func isRequested(_ segments: [String]) -> Formula {
        var conditions = [Formula("(= \(script.unknown(.int, "segments")) \(segments.count))")]
        for (index, segment) in segments.enumerated() {
            let own = self.segment(index)
            if segment != own { conditions.append(Formula("(= \(segment) \(own))")) }
        }
        return .all(conditions)
    }

    /// The document of the request is `resource`, and after a write `request.resource`.
    private mutating func link(_ document: String, where isOwn: Formula, after: Bool) {
        let resource = value("resource")
        switch (method, after) {
        case (.list, _): return
        case (_, false), (.get, true): assume(.implication(isOwn, Formula("(= \(document) \(resource))")))
        case (.create, true), (.update, true):
            let data = at(at(value("request"), "resource"), "data")
            let isWritten = isKind(document, .map) && Formula("(= \(at(document, "data")) \(data))")
            assume(.implication(isOwn, isWritten))
        case (.delete, true): assume(.implication(isOwn, isNull(document)))
        }
    }

    private mutating func existence(_ path: Symbol, after: Bool) -> Symbol {
        let found = document(path, after: after)
        guard case .value(let document, let isDefined) = found else {
            return unknown(after ? "existsAfter" : "exists", [path])
        }
        return .truth(isTrue: isDefined && !isNull(document), isFalse: isDefined && isNull(document))
    }

    // MARK: Literals

    private func constant(_ symbol: Symbol) -> RuleValue? {
        if case .constant(let value) = symbol { value } else { nil }
    }

    private func constants(_ symbols: [Symbol]) -> [RuleValue]? {
        let values = symbols.compactMap { constant($0) }
        return values.count == symbols.count ? values : nil
    }
}
