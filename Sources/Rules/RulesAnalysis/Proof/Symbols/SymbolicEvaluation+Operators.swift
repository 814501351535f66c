import FirestoreRules

extension SymbolicEvaluation {
    /// Both operands as terms; nil if the solver is not shown one of them.
    private mutating func terms(
        _ left: Symbol, _ right: Symbol
    ) -> (left: String, right: String, areDefined: Formula)? {
        guard let first = term(of: left), let second = term(of: right) else { return nil }
        return (first.term, second.term, first.isDefined && second.isDefined)
    }

    /// A condition that has a value where its operands have one.
    private func truth(_ condition: Formula, where isDefined: Formula) -> Symbol {
        .truth(isTrue: isDefined && condition, isFalse: isDefined && !condition)
    }

    // MARK: Comparisons

    mutating func equality(_ left: Symbol, _ right: Symbol) -> Symbol {
        if case .constant(let a) = left, case .constant(let b) = right,
            let isEqual = try? Operators.isEqual(a, b, WorkMeter())
        {
            return .truth(isTrue: Formula(isEqual), isFalse: Formula(!isEqual))
        }
        if case .collection(let a) = left, case .collection(let b) = right, a.isSet, b.isSet {
            return equality(a, b)
        }
        switch (left, right) {
        case (.alternatives, _): return each(left) { $0.equality($1, right) }
        case (_, .alternatives): return each(right) { $0.equality(left, $1) }
        case (.value(let term, let isDefined), .list(let elements)) where elements.isEmpty,
            (.list(let elements), .value(let term, let isDefined)) where elements.isEmpty:
            _ = size(.value(term, isDefined: isDefined))
            return truth(isKind(term, .list) && Formula("(= (count \(term)) 0)"), where: isDefined)
        default: break
        }
        guard let (a, b, areDefined) = terms(left, right) else { return unknownTest("==", left, right) }
        return truth(isEqual(a, b), where: areDefined)
    }

    /// `left != right`
    mutating func inequality(_ left: Symbol, _ right: Symbol) -> Symbol {
        switch (left, right) {
        case (.alternatives, _): return each(left) { $0.inequality($1, right) }
        case (_, .alternatives): return each(right) { $0.inequality(left, $1) }
        // What the filters of a list do not imply is neither equal nor unequal.
        case (.opaque, _), (_, .opaque): return unknownTest("!=", left, right)
        default:
            let (isTrue, isFalse) = truth(of: equality(left, right))
            return .truth(isTrue: isFalse, isFalse: isTrue)
        }
    }

    /// The result of a test of which nothing is known but that its operands can change places.
    private mutating func unknownTest(_ name: String, _ left: Symbol, _ right: Symbol) -> Symbol {
        unknown(name, key(of: left) < key(of: right) ? [left, right] : [right, left])
    }

    /// `==` of two terms that have values. Null is compared most, and only equals itself.
    private func isEqual(_ left: String, _ right: String) -> Formula {
        if right == "none" { return isNull(left) }
        if left == "none" { return isNull(right) }
        // Which one stands first makes no difference.
        let (first, second) = left < right ? (left, right) : (right, left)
        return Formula("(equal \(first) \(second))")
    }

    mutating func comparison(_ operation: BinaryOperator, _ left: Symbol, _ right: Symbol) -> Symbol {
        guard let (a, b, areDefined) = terms(left, right) else {
            switch operation {
            case .greater: return unknown("<", [right, left])
            case .greaterOrEqual: return unknown("<=", [right, left])
            default: return unknown(operation.rawValue, [left, right])
            }
        }
        let condition =
            switch operation {
            case .less: Formula("(less \(a) \(b))")
            case .lessOrEqual: Formula("(lessOrEqual \(a) \(b))")
            case .greater: Formula("(less \(b) \(a))")
            default: Formula("(lessOrEqual \(b) \(a))")
            }
        // Of two texts one comes first, unless they are equal.
        let texts = isText(a) && isText(b)
        assume(
            .implication(
                texts && Formula("(before (string \(a)) (string \(b)))"),
                !Formula("(before (string \(b)) (string \(a)))")))
        assume(
            .implication(
                texts,
                .any([
                    Formula("(= \(a) \(b))"), Formula("(before (string \(a)) (string \(b)))"),
                    Formula("(before (string \(b)) (string \(a)))"),
                ])))
        let isComparable = areDefined && Formula("(isComparable \(a) \(b))")
        return truth(script.named(condition), where: script.named(isComparable))
    }

    // MARK: Arithmetic

    mutating func arithmetic(_ operation: BinaryOperator, _ left: Symbol, _ right: Symbol) -> Symbol {
        guard operation == .add || operation == .subtract, let (a, b, areDefined) = terms(left, right) else {
            return unknown(operation.rawValue, [left, right])
        }
        for term in [a, b] {
            assume(
                .implication(Formula("((_ is int) \(term))"), Formula("(isInt64 (whole \(term)))")))
        }
        let (result, works) = operation == .add ? ("sum", "isSum") : ("remainder", "isRemainder")
        return .value(
            script.named("(\(result) \(a) \(b))"),
            isDefined: script.named(areDefined && Formula("(\(works) \(a) \(b))")))
    }

    mutating func negative(_ operand: Symbol) -> Symbol {
        switch operand {
        case .constant(.int(let int)) where int != .min: .constant(.int(-int))
        case .constant(.float(let float)): .constant(.float(-float))
        default: unknown("negative", [operand])
        }
    }

    // MARK: Types

    mutating func isInstance(_ operand: Symbol, _ type: String) -> Symbol {
        switch operand {
        case .collection(let collection) where collection.isSet:
            return truth(.never, where: collection.isDefined)
        default: break
        }
        guard let (term, isDefined) = term(of: operand) else { return unknown("is \(type)", [operand]) }
        return truth(isInstance(term, type), where: isDefined)
    }

    private func isInstance(_ term: String, _ type: String) -> Formula {
        switch type {
        case "bool": Formula("((_ is truth) \(term))")
        case "int": Formula("((_ is int) \(term))")
        case "float": Formula("(or ((_ is float) \(term)) ((_ is oddfloat) \(term)))")
        case "number": Formula("(isNumber \(term))")
        case "string": isText(term)
        case "timestamp": Formula("((_ is time) \(term))")
        case "duration": Formula("((_ is span) \(term))")
        case "bytes": isKind(term, .bytes)
        case "list": isKind(term, .list)
        case "map": isKind(term, .map)
        case "path": isKind(term, .path)
        case "latlng": isKind(term, .latlng)
        case "vector": isKind(term, .vector)
        case "map_diff": isKind(term, .difference)
        // Sets and values of filters are never shown to the solver.
        default: .never
        }
    }

    // MARK: Parts

    /// `receiver.name`
    mutating func member(_ receiver: Symbol, _ name: String) -> Symbol {
        guard let (term, isDefined) = term(of: receiver) else { return unknown(".\(name)", [receiver]) }
        if let names = witness.part(of: term)?.allNames(method), !names.contains(name) { return .failure }
        // A field that no list names can be among those that were changed.
        if term != value("request"), term != value("resource") { note(.constant(.string(name))) }
        // A variable that `bind` gave a value.
        let isCapture =
            isKind(term, .path) && Formula(script.call("captures \(name)", [(term, .value)], .truth))
        let hasMember = (isKind(term, .map) && has(term, name)) || isCapture
        return .value(at(term, name), isDefined: script.named(isDefined && hasMember))
    }

    /// `receiver[index]`
    mutating func index(_ receiver: Symbol, _ index: Symbol) -> Symbol {
        if case .map(let entries) = receiver { return element(of: entries, index) }
        if case .constant(.string(let name)) = index { return member(receiver, name) }
        guard let (map, key, areDefined) = terms(receiver, index) else {
            return unknown("[]", [receiver, index])
        }
        let other = unknown("[]", [receiver, index])
        guard let (element, exists) = term(of: other) else { return other }
        note(index)
        let isMember = isKind(map, .map) && isText(key)
        let hasMember = Formula("(has \(map) (string \(key)))")
        return .value(
            script.named("(ite \(isMember.text) (at \(map) (string \(key))) \(element))"),
            isDefined: script.named(areDefined && .choice(isMember, hasMember, exists)))
    }

    /// The entry of a map in the rules.
    private mutating func element(of entries: [(key: String, value: Symbol)], _ index: Symbol) -> Symbol {
        var options: [(condition: Formula, symbol: Symbol)] = []
        for entry in entries {
            let isKey = truth(of: equality(index, .constant(.string(entry.key)))).isTrue
            options.append((isKey, entry.value))
        }
        return joined(options)
    }
}
