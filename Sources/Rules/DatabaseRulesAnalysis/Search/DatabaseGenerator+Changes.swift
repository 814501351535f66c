import AnalysisCore
import RealtimeDatabaseModel
import RealtimeDatabaseRules

extension DatabaseGenerator {
    /// Changes one thing at random.
    func change(_ scenario: inout DatabaseScenario, _ random: inout SeededRandom) {
        switch random.below(12) {
        case 0: changeUser(&scenario, &random)
        case 1: changeClaims(&scenario, &random)
        case 2 where vocabulary.readsNow: scenario.now = vocabulary.time(&random)
        case 2...4: changeStored(&scenario, &random)
        case 5: changePath(&scenario, &random)
        default:
            switch scenario.operation {
            case .read(let path, let query): changeRead(path, query, &scenario, &random)
            case .write(let entries): changeWrite(entries, &scenario, &random)
            }
        }
    }

    private func changeUser(_ scenario: inout DatabaseScenario, _ random: inout SeededRandom) {
        if scenario.user != nil, random.oneIn(4) {
            scenario.user = nil
            return
        }
        let key = scenario.paths.first.flatMap { random.pick($0.keys) }?.string
        scenario.user = DatabaseScenario.User(
            uid: random.oneIn(5) ? key ?? "alice" : vocabulary.user(&random),
            claims: scenario.user?.claims ?? [:])
    }

    private func changeClaims(_ scenario: inout DatabaseScenario, _ random: inout SeededRandom) {
        guard let name = random.pick(vocabulary.claims) else { return changeUser(&scenario, &random) }
        let value: DataNode =
            random.oneIn(4) ? .null : random.oneIn(2) ? .boolean(true) : vocabulary.scalar(&random)
        scenario.set(.claim(["token", DataKey(name)]), to: value, &random)
    }

    /// Changes, removes or adds something that is stored.
    private func changeStored(_ scenario: inout DatabaseScenario, _ random: inout SeededRandom) {
        let leaves = scenario.root.leaves()
        if let path = scenario.paths.first, leaves.isEmpty || random.oneIn(3) {
            scenario.root.set(random.oneIn(4) ? .null : value(at: path, &random), at: path)
        } else if let leaf = random.pick(leaves) {
            let old = scenario.root.value(at: leaf)
            scenario.root.set(random.oneIn(3) ? .null : vocabulary.value(near: old, &random), at: leaf)
        }
    }

    private func changePath(_ scenario: inout DatabaseScenario, _ random: inout SeededRandom) {
        guard let path = random.pick(scenario.paths), !path.isRoot else { return }
        let level = random.below(path.keys.count)
        let key = random.oneIn(3) ? vocabulary.key(&random) : DataKey(vocabulary.user(&random))
        scenario.rename(level, of: path, to: key, movesStored: random.oneIn(2))
    }

    private func changeRead(
        _ path: DatabasePath, _ query: DataQuery?, _ scenario: inout DatabaseScenario,
        _ random: inout SeededRandom
    ) {
        switch random.below(vocabulary.readsQuery ? 4 : 2) {
        case 0:
            if let parent = path.parent { scenario.operation = .read(parent, query) }
        case 1: if path.keys.count < 12 { scenario.operation = .read(below(path, &random), nil) }
        default: scenario.operation = .read(path, random.oneIn(3) ? nil : self.query(&random))
        }
    }

    private func changeWrite(
        _ entries: [DatabaseUpdate.Entry], _ scenario: inout DatabaseScenario, _ random: inout SeededRandom
    ) {
        let index = random.below(max(1, entries.count))
        guard entries.indices.contains(index) else { return }
        let entry = entries[index]
        func replace(_ path: DatabasePath, _ node: DataNode) {
            var entries = entries
            entries[index] = DatabaseUpdate.Entry(path, node)
            scenario.operation = .write(entries.withoutOverlaps)
        }
        switch random.below(10) {
        case 0: replace(entry.path, .null)
        case 1: replace(entry.path, value(at: entry.path, &random))
        case 2: replace(entry.path, scenario.root.value(at: entry.path))
        case 3: if let parent = entry.path.parent { scenario.raise(to: parent) }
        case 4: scenario.lower(index)
        case 5:
            let path = below(entry.path, &random)
            if path.isStorable { replace(path, value(at: path, &random)) }
        case 6:
            guard entries.count < 3, let parent = entry.path.parent else { return }
            let path = below(parent, &random)
            scenario.operation = .write(
                (entries + [DatabaseUpdate.Entry(path, value(at: path, &random))]).withoutOverlaps)
        case 7:
            var node = entry.node
            let path = below(entry.path, &random)
            node.set(value(at: path, &random), at: path.dropping(entry.path.keys.count))
            replace(entry.path, node)
        default:
            var node = entry.node
            guard let leaf = random.pick(node.leaves()) else {
                return replace(entry.path, value(at: entry.path, &random))
            }
            let old = node.value(at: leaf)
            node.set(random.oneIn(3) ? .null : vocabulary.value(near: old, &random), at: leaf)
            replace(entry.path, node)
        }
    }
}
