import FirestoreRules

extension SymbolicEvaluation {
    // MARK: What is in a collection

    /// `element in collection`
    mutating func contains(_ collection: Symbol, _ element: Symbol) -> Symbol {
        note(element)
        switch collection {
        case .list(let elements):
            guard let wanted = term(of: element) else { break }
            var isDefined = wanted.isDefined
            var matches: [Formula] = []
            for candidate in elements {
                guard let candidate = term(of: candidate) else {
                    return unknown("in", [element, collection])
                }
                isDefined = isDefined && candidate.isDefined
                matches.append(Formula("(equalElement \(wanted.term) \(candidate.term))"))
            }
            return truth(.any(matches), where: isDefined)
        case .collection(let collection):
            guard let wanted = term(of: element) else { break }
            guard let place = universe.place(of: wanted.term) else { break }
            return truth(
                collection.contents.members[place], where: collection.isDefined && wanted.isDefined)
        default:
            guard let whole = term(of: collection), let wanted = term(of: element) else { break }
            let isList = isKind(whole.term, .list)
            let isKey = isKind(whole.term, .map) && isText(wanted.term)
            let holds = Formula("(holds \(whole.term) \(wanted.term))")
            let hasKey = Formula("(has \(whole.term) (string \(wanted.term)))")
            return truth(
                script.named((isList && holds) || (isKey && hasKey)),
                where: script.named(whole.isDefined && wanted.isDefined && (isList || isKey)))
        }
        return unknown("in", [element, collection])
    }

    private func truth(_ condition: Formula, where isDefined: Formula) -> Symbol {
        .truth(isTrue: isDefined && condition, isFalse: isDefined && !condition)
    }

    /// A symbol as a collection of a kind; nil for what the solver is not shown.
    mutating func collection(_ symbol: Symbol, asSet: Bool) -> SymbolicCollection? {
        switch symbol {
        case .collection(let collection): return collection
        case .list(let elements): return collection(of: elements, asSet: asSet)
        case .constant, .value:
            guard let (term, isDefined) = term(of: symbol) else { return nil }
            let (holds, outside) = asSet ? ("holdsInSet", "outsideInSet") : ("holds", "outside")
            if asSet { linkSet(term) }
            return SymbolicCollection(
                isSet: asSet, isDefined: isDefined && isKind(term, .list),
                contents: .init(
                    members: universe.elements.map { Formula("(\(holds) \(term) \($0.term))") },
                    others: Formula("(\(outside) \(term))")),
                key: "\(asSet ? "set" : "list") of \(term)")
        case .truth, .map, .path, .difference, .alternatives, .opaque, .failure: return nil
        }
    }

    /// What the elements of a list say about its set.
    private mutating func linkSet(_ term: String) {
        assume(.implication(Formula("(outsideInSet \(term))"), Formula("(outside \(term))")))
        for element in universe.elements {
            let (inList, inSet) = (
                Formula("(holds \(term) \(element.term))"), Formula("(holdsInSet \(term) \(element.term))")
            )
            assume(.implication(inList, inSet))
            if element.literal != nil { assume(.implication(inSet, inList)) }
        }
    }

    private mutating func collection(of elements: [Symbol], asSet: Bool) -> SymbolicCollection? {
        var terms: [String] = []
        var isDefined = Formula.always
        for element in elements {
            note(element)
            guard let (term, works) = term(of: element) else { return nil }
            terms.append(term)
            isDefined = isDefined && works
        }
        let same = asSet ? "same" : "equalElement"
        let members = universe.elements.map { candidate in
            Formula.any(
                terms.map {
                    $0 == candidate.term ? .always : Formula("(\(same) \(candidate.term) \($0))")
                })
        }
        return SymbolicCollection(
            isSet: asSet, isDefined: isDefined, contents: .init(members: members, others: .never),
            key: "\(asSet ? "set" : "list") of [\(terms.joined(separator: " "))]")
    }

    /// The keys of a map.
    mutating func keys(_ symbol: Symbol) -> Symbol {
        guard let (map, isDefined) = term(of: symbol) else { return unknown("keys", [symbol]) }
        return .collection(
            SymbolicCollection(
                isSet: false, isDefined: isDefined && isKind(map, .map),
                contents: keys {
                    Formula("(has \(map) \($0))")
                } others: {
                    Formula("(outsideKey \(map))")
                },
                key: "keys of \(map)"))
    }

    private func keys(
        _ isKey: (String) -> Formula, others: () -> Formula
    ) -> SymbolicCollection.Contents {
        let members = universe.elements.map { element in
            element.literal.map { isKey(ProofLiteral.text($0)) }
                ?? (isText(element.term) && isKey("(string \(element.term))"))
        }
        return SymbolicCollection.Contents(members: members, others: others())
    }

    /// The keys of a difference that a method such as `affectedKeys` selects.
    mutating func keys(of difference: Symbol, _ method: String) -> Symbol {
        guard case .difference(let mine, let theirs, let isDefined) = difference else {
            return unknown(method, [difference])
        }
        // Which one is compared with the other makes no difference, but for what was added and removed.
        let isTurned = theirs < mine
        let (new, old) = isTurned ? (theirs, mine) : (mine, theirs)
        let turned = ["addedKeys": "removedKeys", "removedKeys": "addedKeys"]
        let method = isTurned ? turned[method] ?? method : method
        func isSelected(_ key: String) -> Formula {
            let (before, after) = (Formula("(has \(old) \(key))"), Formula("(has \(new) \(key))"))
            let differs = Formula("(differs \(new) \(old) \(key))")
            return switch method {
            case "addedKeys": after && !before
            case "removedKeys": before && !after
            case "changedKeys": .all([before, after, differs])
            case "unchangedKeys": .all([before, after, !differs])
            default: differs
            }
        }
        let key = "\(method) of \(new) and \(old)"
        let others = Formula(script.unknown(.truth, "others in \(key)"))
        let (inNew, inOld) = (Formula("(outsideKey \(new))"), Formula("(outsideKey \(old))"))
        switch method {
        case "addedKeys": assume(.implication(others, inNew))
        case "removedKeys": assume(.implication(others, inOld))
        case "affectedKeys": assume(.implication(others, inNew || inOld))
        default: assume(.implication(others, inNew && inOld))
        }
        if method != "affectedKeys", method != "unchangedKeys" {
            // What was added, removed or changed is affected.
            let all = Formula(script.unknown(.truth, "others in affectedKeys of \(new) and \(old)"))
            assume(.implication(others, all))
        }
        return .collection(
            SymbolicCollection(
                isSet: true, isDefined: isDefined, contents: keys(isSelected) { others }, key: key))
    }

    // MARK: Methods

    /// `receiver.hasOnly(argument)` and its like
    mutating func test(_ method: String, _ receiver: Symbol, _ argument: Symbol) -> Symbol {
        let asSet = if case .collection(let collection) = receiver { collection.isSet } else { false }
        let isListOfSet =
            if case .collection(let collection) = argument { collection.isSet && !asSet } else { false }
        guard !isListOfSet, let whole = collection(receiver, asSet: asSet),
            let others = collection(argument, asSet: asSet)
        else { return unknown(method, [receiver, argument]) }
        let condition: Formula =
            switch method {
            case "hasAll": isCovered(others, by: whole)
            case "hasOnly": isCovered(whole, by: others)
            default: isShared(whole, others)
            }
        return truth(script.named(condition), where: script.named(whole.isDefined && others.isDefined))
    }

    /// Whether everything in one collection is in another one.
    private mutating func isCovered(
        _ part: SymbolicCollection, by whole: SymbolicCollection
    ) -> Formula {
        if part.key == whole.key { return .always }
        var conditions = zip(part.contents.members, whole.contents.members).map {
            Formula.implication($0, $1)
        }
        conditions.append(
            .implication(part.contents.others, whole.contents.others && coversOthers(whole, part)))
        return .all(conditions)
    }

    private mutating func coversOthers(
        _ whole: SymbolicCollection, _ part: SymbolicCollection
    ) -> Formula {
        if whole.contents.others == .never { return .never }
        return Formula(script.unknown(.truth, "others of \(part.key) are in \(whole.key)"))
    }

    private mutating func isShared(_ one: SymbolicCollection, _ other: SymbolicCollection) -> Formula {
        var conditions = zip(one.contents.members, other.contents.members).map { $0 && $1 }
        let keys = [one.key, other.key].sorted()
        if one.contents.others != .never, other.contents.others != .never {
            conditions.append(
                .all([
                    one.contents.others, other.contents.others,
                    Formula(script.unknown(.truth, "others of \(keys[0]) and \(keys[1]) meet")),
                ]))
        }
        return .any(conditions)
    }

    /// `==` of two sets
    mutating func equality(_ left: SymbolicCollection, _ right: SymbolicCollection) -> Symbol {
        truth(
            script.named(isCovered(left, by: right) && isCovered(right, by: left)),
            where: script.named(left.isDefined && right.isDefined))
    }

    /// `union`, `intersection` and `difference` of two sets
    mutating func combination(_ method: String, _ receiver: Symbol, _ argument: Symbol) -> Symbol {
        guard case .collection(let left) = receiver, case .collection(let right) = argument, left.isSet,
            right.isSet
        else { return unknown(method, [receiver, argument]) }
        let key = "\(method) of (\(left.key)) and (\(right.key))"
        let others = Formula(script.unknown(.truth, "others in \(key)"))
        let (a, b) = (left.contents.others, right.contents.others)
        switch method {
        case "union":
            assume(.implication(others, a || b))
            assume(.implication(a || b, others))
        case "intersection": assume(.implication(others, a && b))
        default:
            assume(.implication(others, a))
            assume(.implication(a && !b, others))
        }
        let members = zip(left.contents.members, right.contents.members).map { left, right in
            switch method {
            case "union": left || right
            case "intersection": left && right
            default: left && !right
            }
        }
        return .collection(
            SymbolicCollection(
                isSet: true, isDefined: left.isDefined && right.isDefined,
                contents: .init(members: members, others: others), key: key))
    }

    /// `size()`
    mutating func size(_ receiver: Symbol) -> Symbol {
        switch receiver {
        case .collection(let collection):
            let count = script.unknown(.int, "size of \(collection.key)")
            bound(
                count, collection.contents, isDistinct: collection.isSet || collection.key.hasPrefix("keys"))
            return .value("(int \(count))", isDefined: collection.isDefined)
        case .list(let elements):
            guard let (_, isDefined) = term(of: receiver) else { return unknown("size", [receiver]) }
            return .value("(int \(elements.count))", isDefined: isDefined)
        default: break
        }
        guard let (term, isDefined) = term(of: receiver) else { return unknown("size", [receiver]) }
        let count = "(count \(term))"
        noteSize(of: term)
        if matched.contains(term) { measure(term) }
        assume(Formula("(>= \(count) 0)"))
        assume(
            .implication(
                isText(term), Formula("(= (= \(count) 0) (= (string \(term)) \"\"))")))
        if let list = collection(receiver, asSet: false) {
            let isList = isKind(term, .list)
            for member in list.contents.members + [list.contents.others] {
                assume(.implication(isList && member, Formula("(>= \(count) 1)")))
            }
            assume(
                .implication(
                    isList && Formula("(>= \(count) 1)"),
                    .any(list.contents.members + [list.contents.others])))
        }
        let hasSize = Formula.any(
            [isText(term)] + [.bytes, .list, .map].map { isKind(term, $0) })
        return .value("(int \(count))", isDefined: script.named(isDefined && hasSize))
    }

    /// Bounds the size of a text by its length: a scalar has one or two UTF-16 units.
    private mutating func measure(_ term: String) {
        let (count, text) = ("(count \(term))", "(string \(term))")
        let isOfSingleUnits = Formula("(str.in_re \(text) (re.* (re.range \"\\u{0}\" \"\\u{ffff}\")))")
        assume(
            .implication(
                isText(term),
                .all([
                    Formula("(<= (str.len \(text)) \(count) (* 2 (str.len \(text))))"),
                    .implication(isOfSingleUnits, Formula("(= \(count) (str.len \(text)))")),
                ])))
    }

    /// Bounds the size of a collection by what is known to be in it.
    private mutating func bound(
        _ count: String, _ contents: SymbolicCollection.Contents, isDistinct: Bool
    ) {
        func sum(_ formulas: [Formula]) -> String {
            "(+ 0 0 \(formulas.map { "(ite \($0.text) 1 0)" }.joined(separator: " ")))"
        }
        let literals = zip(universe.elements, contents.members).filter { $0.0.literal != nil }.map(\.1)
        assume(Formula("(>= \(count) \(sum(literals + [contents.others])))"))
        assume(.implication(.any(contents.members), Formula("(>= \(count) 1)")))
        if isDistinct {
            assume(
                .implication(!contents.others, Formula("(<= \(count) \(sum(contents.members)))")))
        } else {
            assume(
                .implication(
                    Formula("(>= \(count) 1)"), .any(contents.members + [contents.others])))
        }
    }
}
