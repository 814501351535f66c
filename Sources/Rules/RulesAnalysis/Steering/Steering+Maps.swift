import FirestoreModel
import FirestoreRules

/// Changes of maps and of sizes.
extension Steering {
    /// The most bytes and elements that a size may ask for.
    private static let limit = (text: 12_000, list: 12_000, map: 60)

    /// Makes fields of two compared maps differ.
    mutating func change(
        keys: [RuleValue], of diff: EvaluatedExpression, _ method: String, _ scope: ConditionScope
    ) -> Bool {
        guard let (new, old) = compared(diff, scope) else { return false }
        var isDone = false
        for case .string(let name) in keys where !name.isEmpty {
            let field = ValueStep.field(FieldName(name))
            guard let (mine, theirs) = Steering.members(field, new, old) else { continue }
            if method == "addedKeys" { scenario.set(theirs, to: nil) }
            if method == "changedKeys", scenario[theirs] == nil {
                scenario.set(theirs, to: vocabulary.value(&random))
            }
            if method == "affectedKeys", random.oneIn(4), scenario[theirs] != nil {
                isDone = scenario.set(mine, to: nil) || isDone
            } else {
                isDone = scenario.set(mine, to: vocabulary.value(near: scenario[theirs], &random)) || isDone
            }
        }
        return isDone
    }

    /// Makes fields of two compared maps the same.
    mutating func restore(
        keys: [RuleValue], of diff: EvaluatedExpression, _ scope: ConditionScope
    ) -> Bool {
        guard let (new, old) = compared(diff, scope) else { return false }
        var isDone = false
        for case .string(let name) in keys {
            guard let (mine, theirs) = Steering.members(.field(FieldName(name)), new, old) else { continue }
            isDone =
                (random.oneIn(4)
                    ? scenario.set(theirs, to: scenario[mine]) : scenario.set(mine, to: scenario[theirs]))
                || isDone
        }
        return isDone
    }

    private static func members(_ step: ValueStep, _ new: Place, _ old: Place) -> (Place, Place)? {
        guard let mine = new.member(step), let theirs = old.member(step) else { return nil }
        return (mine, theirs)
    }

    /// The maps behind `new.diff(old)`.
    private func compared(_ diff: EvaluatedExpression, _ scope: ConditionScope) -> (new: Place, old: Place)? {
        if let (method, receiver, argument) = diff.methodCall, method == "diff", let argument {
            guard let new = scope.place(of: receiver), let old = scope.place(of: argument) else { return nil }
            return (new, old)
        }
        return scope.unfolded(diff).flatMap { compared($0.0, $0.1) }
    }

    /// Gives a map exactly these keys.
    mutating func setKeys(of map: EvaluatedExpression, to names: RuleList, _ scope: ConditionScope) -> Bool {
        if let place = scope.place(of: map) {
            let old = scenario[place]?.mapValue ?? [:]
            var fields: MapValue = [:]
            for case .string(let name) in names where !name.isEmpty {
                fields[FieldName(name)] = old[FieldName(name)] ?? vocabulary.value(&random)
            }
            return scenario.set(place, to: .map(fields))
        }
        return scope.unfolded(map).map { setKeys(of: $0.0, to: names, $0.1) } ?? false
    }

    /// Gives a text, a list or a map a size.
    mutating func resize(_ target: EvaluatedExpression, to size: Int, _ scope: ConditionScope) -> Bool {
        guard size >= 0 else { return false }
        if let place = scope.place(of: target) {
            guard let value = resized(scenario[place] ?? target.value.flatMap { Value($0) }, size) else {
                return false
            }
            return scenario.set(place, to: value)
        }
        if let (inner, innerScope) = scope.unfolded(target) { return resize(inner, to: size, innerScope) }
        guard let (method, receiver, _) = target.methodCall else { return false }
        switch method {
        case "toSet", "keys", "trim", "lower", "upper": return resize(receiver, to: size, scope)
        default: return fill(target, to: size, scope)
        }
    }

    /// Gives a computed collection a size, by adding to it or removing from it.
    private mutating func fill(_ target: EvaluatedExpression, to size: Int, _ scope: ConditionScope) -> Bool {
        let members = target.value?.members ?? []
        if members.count > size {
            return exclude(Array(members.suffix(members.count - size)), from: target, scope)
        }
        guard size - members.count < 50, size > members.count else { return false }
        let more = (members.count..<size).map { index in
            index < 3 ? RuleValue.string(RulesVocabulary.users[index]) : .string("u\(index)")
        }
        return include(more, in: target, scope)
    }

    private mutating func resized(_ value: Value?, _ size: Int) -> Value? {
        switch value {
        case .array(var elements)?:
            guard size <= Steering.limit.list else { return nil }
            let doesRepeat = random.oneIn(4)
            while elements.count > size { elements.remove(at: random.below(elements.count)) }
            var users = elements.count < size ? RulesVocabulary.users.map { Value.string($0) } : []
            users.removeAll { elements.contains($0) }
            while elements.count < size {
                let repeated = doesRepeat ? random.pick(elements) : nil
                let user =
                    repeated == nil && !users.isEmpty ? users.remove(at: random.below(users.count)) : nil
                elements.append(repeated ?? user ?? .integer(Int64(elements.count)))
            }
            return .array(elements)
        case .map(var fields)?:
            guard size <= Steering.limit.map else { return nil }
            for name in Array(fields.names).dropFirst(size) { fields[name] = nil }
            for index in 0..<size where fields.count < size {
                fields[FieldName("k\(index)")] = .boolean(true)
            }
            return .map(fields)
        case .string(let text)?:
            guard size <= Steering.limit.text else { return nil }
            let kept = String(text.prefix(size))
            return .string(kept + String(repeating: "a", count: max(0, size - kept.count)))
        case nil:
            return resized([.string(""), .array([]), .map([:])][random.below(3)], size)
        default: return resized(random.oneIn(2) ? .string("") : .array([]), size)
        }
    }
}
