import FirestoreModel
import FirestoreRules

/// Adding to and removing from lists, sets, and the keys of maps.
extension Steering {
    /// Makes `element in collection` true.
    mutating func join(
        _ element: EvaluatedExpression, _ collection: EvaluatedExpression, _ scope: ConditionScope
    ) -> Bool {
        let choice = random.pick(collection.value?.members ?? [])
        if let choice, random.oneIn(2), assign(choice, to: element, scope) { return true }
        if let value = element.value, include([value], in: collection, scope) { return true }
        if let choice { return assign(choice, to: element, scope) }
        // Neither has a value yet.
        let user = RuleValue.string(vocabulary.user(&random))
        return assign(user, to: element, scope) && include([user], in: collection, scope)
    }

    /// Makes `element in collection` false.
    mutating func part(
        _ element: EvaluatedExpression, _ collection: EvaluatedExpression, _ scope: ConditionScope
    ) -> Bool {
        guard let value = element.value else { return false }
        if random.oneIn(2), exclude([value], from: collection, scope) { return true }
        let other = RuleValue(vocabulary.value(near: Value(value), &random))
        return assign(other, to: element, scope) || exclude([value], from: collection, scope)
    }

    /// Makes `hasOnly`, `hasAll` or `hasAny` true or false.
    mutating func steer(
        _ method: String, of receiver: EvaluatedExpression, _ argument: EvaluatedExpression, to truth: Bool,
        _ scope: ConditionScope
    ) -> Bool {
        guard let wanted = argument.value?.members else { return false }
        let present = receiver.value?.members ?? []
        switch (method, truth) {
        case ("hasOnly", true):
            let extra = present.filter { !wanted.holds($0) }
            if !extra.isEmpty, exclude(extra, from: receiver, scope) { return true }
            return include(random.pick(wanted).map { [$0] } ?? [], in: receiver, scope)
        case ("hasOnly", false): return include([stranger(to: wanted)], in: receiver, scope)
        case ("hasAll", true):
            let missing = wanted.filter { !present.holds($0) }
            return include(missing, in: receiver, scope) || exclude(missing, from: argument, scope)
        case ("hasAll", false):
            if let victim = random.pick(wanted), !random.oneIn(3), exclude([victim], from: receiver, scope) {
                return true
            }
            return include([stranger(to: present)], in: argument, scope)
        case ("hasAny", true):
            return include(random.pick(wanted).map { [$0] } ?? [], in: receiver, scope)
        default: return exclude(wanted, from: receiver, scope)
        }
    }

    /// An element that a collection does not hold: a name of a field among names, a user among users.
    private mutating func stranger(to elements: [RuleValue]) -> RuleValue {
        for _ in 0..<6 {
            let text = random.oneIn(2) ? vocabulary.field(&random).string : vocabulary.user(&random)
            if !elements.holds(.string(text)) { return .string(text) }
        }
        return .string("other")
    }

    /// Adds elements to a collection.
    mutating func include(
        _ elements: [RuleValue], in collection: EvaluatedExpression, _ scope: ConditionScope
    ) -> Bool {
        if elements.isEmpty { return false }
        if let place = scope.place(of: collection) { return include(elements, at: place) }
        if let (inner, innerScope) = scope.unfolded(collection) {
            return include(elements, in: inner, innerScope)
        }
        guard let (method, receiver, argument) = collection.methodCall else { return false }
        switch method {
        case "toSet", "removeAll", "concat": return include(elements, in: receiver, scope)
        case "keys": return include(elements, in: receiver, scope)
        case "difference":
            let isIncluded = include(elements, in: receiver, scope)
            return exclude(elements, from: argument ?? receiver, scope) || isIncluded
        case "union": return include(elements, in: random.oneIn(2) ? receiver : argument ?? receiver, scope)
        case "intersection":
            let isIncluded = include(elements, in: receiver, scope)
            return include(elements, in: argument ?? receiver, scope) || isIncluded
        case "affectedKeys", "changedKeys", "addedKeys":
            return change(keys: elements, of: receiver, method, scope)
        default: return false
        }
    }

    /// Removes elements from a collection.
    mutating func exclude(
        _ elements: [RuleValue], from collection: EvaluatedExpression, _ scope: ConditionScope
    ) -> Bool {
        if elements.isEmpty { return false }
        if let place = scope.place(of: collection) { return exclude(elements, at: place) }
        if let (inner, innerScope) = scope.unfolded(collection) {
            return exclude(elements, from: inner, innerScope)
        }
        guard let (method, receiver, argument) = collection.methodCall else { return false }
        switch method {
        case "toSet", "removeAll", "concat", "keys": return exclude(elements, from: receiver, scope)
        case "difference":
            if random.oneIn(2), exclude(elements, from: receiver, scope) { return true }
            return include(elements, in: argument ?? receiver, scope)
                || exclude(elements, from: receiver, scope)
        case "union":
            let isExcluded = exclude(elements, from: receiver, scope)
            return exclude(elements, from: argument ?? receiver, scope) || isExcluded
        case "intersection":
            return exclude(elements, from: random.oneIn(2) ? receiver : argument ?? receiver, scope)
        case "affectedKeys", "changedKeys", "addedKeys", "removedKeys":
            return restore(keys: elements, of: receiver, scope)
        default: return false
        }
    }

    private mutating func include(_ elements: [RuleValue], at place: Place) -> Bool {
        if case .result(let names) = place {
            return scenario.set(test: names, .arrayContains, elements.first.flatMap { Value($0) })
        }
        if case .map(var fields)? = scenario[place] {
            for case .string(let name) in elements where !name.isEmpty && fields[FieldName(name)] == nil {
                fields[FieldName(name)] =
                    random.oneIn(3) ? .boolean(true) : vocabulary.value(&random, depth: 1)
            }
            return scenario.set(place, to: .map(fields))
        }
        var values = scenario[place]?.arrayValue ?? []
        for case let value? in elements.map({ Value($0) }) where !values.contains(value) {
            values.insert(value, at: random.below(values.count + 1))
        }
        return scenario.set(place, to: .array(values))
    }

    private mutating func exclude(_ elements: [RuleValue], at place: Place) -> Bool {
        if case .result = place { return scenario.set(place, to: nil) }
        switch scenario[place] {
        case .map(var fields)?:
            for case .string(let name) in elements { fields[FieldName(name)] = nil }
            return scenario.set(place, to: .map(fields))
        case .array(var values)?:
            let removed = elements.compactMap { Value($0) }
            values.removeAll { removed.contains($0) }
            return scenario.set(place, to: .array(values))
        default: return scenario.set(place, to: .array([]))
        }
    }
}

extension EvaluatedExpression {
    /// The method that the expression calls, its receiver and its first argument.
    var methodCall: (name: String, receiver: EvaluatedExpression, argument: EvaluatedExpression?)? {
        guard case .expression(let expression) = form, case .method(_, let name, _) = expression.kind,
            let receiver = operands.first
        else { return nil }
        return (name.name, receiver, operands.count > 1 ? operands[1] : nil)
    }
}

extension RuleValue {
    /// The elements of a list or set, the keys of a map.
    var members: [RuleValue]? {
        switch self {
        case .list(let list): Array(list.prefix(2000))
        case .set(let set): Array(set.elements.prefix(2000))
        case .map(let map): map.names.map { .string($0.string) }
        default: nil
        }
    }
}

extension [RuleValue] {
    /// Whether one of the values is stored like another one.
    fileprivate func holds(_ value: RuleValue) -> Bool {
        guard let stored = Value(value) else { return false }
        return contains { Value($0) == stored }
    }
}
