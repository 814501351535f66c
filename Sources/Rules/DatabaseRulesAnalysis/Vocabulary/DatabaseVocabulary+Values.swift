import AnalysisCore
import RealtimeDatabaseModel
import RealtimeDatabaseRules

/// Values at random.
extension DatabaseVocabulary {
    func user(_ random: inout SeededRandom) -> String {
        DatabaseVocabulary.users[random.below(DatabaseVocabulary.users.count)]
    }

    func text(_ random: inout SeededRandom) -> String {
        switch random.below(8) {
        case 0: ["", "a", "b"][random.below(3)]
        case 1...2: random.pick(matching) ?? "a"
        default: random.pick(strings) ?? "a"
        }
    }

    func number(_ random: inout SeededRandom) -> Double {
        if readsNow, random.oneIn(3) { return time(&random) }
        return random.oneIn(4) ? Double(random.below(3)) : random.pick(numbers) ?? Double(random.below(3))
    }

    /// A time near that of most requests.
    func time(_ random: inout SeededRandom) -> Double {
        let distance = random.pick(numbers.filter { $0 >= 1000 }) ?? [1, 1000, 3_600_000][random.below(3)]
        let now = DatabaseVocabulary.now
        return [now, now, now + distance, now - distance, distance][random.below(5)]
    }

    /// A key of the rules, the id of a user, or another one.
    func key(_ random: inout SeededRandom) -> DataKey {
        let text: String
        switch random.below(6) {
        case 0...2: text = random.pick(keys) ?? "a"
        case 3: text = user(&random)
        case 4: text = self.text(&random)
        default: text = ["a", "k1", "1"][random.below(3)]
        }
        let key = DataKey(text)
        return key.problem == nil ? key : "a"
    }

    /// A value without children.
    func scalar(_ random: inout SeededRandom) -> DataNode {
        switch random.below(8) {
        case 0...1: .string(user(&random))
        case 2...3: .string(text(&random))
        case 4...5: .number(number(&random))
        default: .boolean(random.oneIn(3) ? false : true)
        }
    }

    /// Any value, but not null.
    func value(_ random: inout SeededRandom) -> DataNode {
        random.oneIn(6) ? object(&random) : scalar(&random)
    }

    func object(_ random: inout SeededRandom) -> DataNode {
        var children = DataChildren()
        for _ in 0...random.below(3) { children[key(&random)] = scalar(&random) }
        return DataNode(children)
    }

    /// A value in the shape of some rules: with the children that they name.
    func value(_ rules: RuleNode?, _ random: inout SeededRandom, depth: Int = 0) -> DataNode {
        guard let rules, depth < 6, !rules.children.isEmpty || rules.wildcard != nil, !random.oneIn(8) else {
            return value(&random)
        }
        var children = DataChildren()
        for (key, child) in rules.children.sorted(by: { $0.key < $1.key }) where !random.oneIn(3) {
            children[key] = value(child, &random, depth: depth + 1)
        }
        if let wildcard = rules.wildcard, random.oneIn(2) {
            children[key(for: wildcard.name, &random)] = value(wildcard.node, &random, depth: depth + 1)
        }
        return children.isEmpty ? value(&random) : DataNode(children)
    }

    /// A key for a variable: the id of a user, or one like `r1` for `$room`.
    func key(for variable: String, _ random: inout SeededRandom) -> DataKey {
        switch random.below(8) {
        case 0...2: return DataKey(user(&random))
        case 3: return key(&random)
        default: return DataKey(DatabaseVocabulary.plainKey(for: variable) + (random.oneIn(5) ? "2" : "1"))
        }
    }

    /// The letter that the plainest keys for a variable begin with.
    static func plainKey(for variable: String) -> String {
        variable.first { $0.isASCII && $0.isLetter }.map { $0.lowercased() } ?? "k"
    }

    /// A value that differs from another one, often only just.
    func value(near value: DataNode, _ random: inout SeededRandom) -> DataNode {
        if random.oneIn(4) { return self.value(&random) }
        switch value {
        case .null: return self.value(&random)
        case .boolean(let boolean): return .boolean(!boolean)
        case .number(let number): return .number(number + [1, -1, 0.5][random.below(3)])
        case .string(let text):
            let variants = [
                user(&random), text + "a", self.text(&random), String(text.dropLast()), text.uppercased(),
            ]
            return .string(variants[random.below(5)])
        case .object(var children):
            if let child = random.pick(Array(children)), random.oneIn(2) {
                children[child.key] = random.oneIn(2) ? nil : self.value(near: child.value, &random)
            } else {
                children[key(&random)] = scalar(&random)
            }
            return DataNode(children)
        case .prioritized(let value, let priority):
            return random.oneIn(2) ? value : self.value(near: value, &random).withPriority(priority)
        }
    }
}
