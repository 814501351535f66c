import RealtimeDatabaseModel
import RealtimeDatabaseRules

/// The scenarios that are one step smaller or plainer than another one, the largest steps first.
struct SmallerDatabaseScenarios {
    /// The keys that rules name, which stay as they are.
    let named: Set<String>

    func all(of scenario: DatabaseScenario) -> [DatabaseScenario] {
        let candidates =
            Self.stored(scenario) + Self.requests(scenario) + Self.writes(scenario) + names(scenario)
        let cost = DatabaseScenarioCost.of(scenario)
        return candidates.filter { DatabaseScenarioCost.of($0) < cost }
    }

    /// The paths of all nodes, outer ones first, at most so many.
    private static func nodes(_ node: DataNode, limit: Int = 60) -> [DatabasePath] {
        var paths: [DatabasePath] = []
        var rest: [(DatabasePath, DataNode)] = [(.root, node)]
        while !rest.isEmpty, paths.count < limit {
            let (path, node) = rest.removeFirst()
            if !path.isRoot { paths.append(path) }
            for (key, child) in node.children { rest.append((path.appending(key), child)) }
        }
        return paths
    }

    /// With less stored, or plainer values; and with the same less after a write.
    private static func stored(_ scenario: DatabaseScenario) -> [DatabaseScenario] {
        var candidates: [DatabaseScenario] = []
        func add(_ change: (inout DatabaseScenario) -> Void) {
            var copy = scenario
            change(&copy)
            candidates.append(copy)
        }
        add { $0.root = .null }
        for path in nodes(scenario.root) {
            let value = scenario.root.value(at: path)
            for plain in [.null] + PlainerNodes.of(value) {
                add { $0.root.set(plain, at: path) }
                add {
                    $0.root.set(plain, at: path)
                    $0.rewrite(value, plain, at: path)
                }
            }
        }
        return candidates
    }

    /// With a plainer user, time or query.
    private static func requests(_ scenario: DatabaseScenario) -> [DatabaseScenario] {
        var candidates: [DatabaseScenario] = []
        func add(_ change: (inout DatabaseScenario) -> Void) {
            var copy = scenario
            change(&copy)
            candidates.append(copy)
        }
        add { $0.user = nil }
        add { $0.now = DatabaseVocabulary.now }
        if let user = scenario.user {
            add { $0.user?.claims = [:] }
            for (name, claim) in user.claims.sorted(by: { $0.key < $1.key }) {
                add { $0.user?.claims[name] = nil }
                for plain in DataNode(claim).map({ PlainerNodes.of($0) }) ?? [.boolean(true)] {
                    add { $0.user?.claims[name] = AuthValue(plain) }
                }
            }
        }
        guard case .read(let path, let query) = scenario.operation else { return candidates }
        if let parent = path.parent { add { $0.operation = .read(parent, query) } }
        guard var query else { return candidates }
        add { $0.operation = .read(path, nil) }
        let changes: [(inout DataQuery) -> Void] = [
            { $0.order = .key }, { $0.limit = nil }, { $0.start = nil }, { $0.end = nil },
            { ($0.start, $0.end) = (nil, nil) }, { if $0.limit != nil { $0.limit = .first(1) } },
        ]
        for change in changes {
            let old = query
            change(&query)
            query.settle()
            add { $0.operation = .read(path, query) }
            query = old
        }
        return candidates
    }

    /// With less written.
    private static func writes(_ scenario: DatabaseScenario) -> [DatabaseScenario] {
        let entries = scenario.entries
        var candidates: [DatabaseScenario] = []
        func add(_ index: Int, _ path: DatabasePath, _ node: DataNode) {
            var (copy, changed) = (scenario, entries)
            changed[index] = DatabaseUpdate.Entry(path, node)
            copy.operation = .write(changed.withoutOverlaps)
            candidates.append(copy)
        }
        for (index, entry) in entries.enumerated() {
            if entries.count > 1 {
                var (copy, fewer) = (scenario, entries)
                fewer.remove(at: index)
                copy.operation = .write(fewer)
                candidates.append(copy)
            }
            add(index, entry.path, .null)
            add(index, entry.path, scenario.root.value(at: entry.path))
            if let parent = entry.path.parent { add(index, parent, entry.node) }
            for (key, child) in entry.node.children.prefix(4) { add(index, entry.path.appending(key), child) }
            for plain in PlainerNodes.of(entry.node) { add(index, entry.path, plain) }
            for path in nodes(entry.node) {
                for plain in [.null] + PlainerNodes.of(entry.node.value(at: path)) {
                    var node = entry.node
                    node.set(plain, at: path)
                    add(index, entry.path, node)
                }
            }
        }
        return candidates
    }

    /// With plainer keys and ids, everywhere at once.
    private func names(_ scenario: DatabaseScenario) -> [DatabaseScenario] {
        var candidates: [DatabaseScenario] = []
        for path in scenario.paths {
            for (level, key) in path.keys.enumerated() {
                let before = level > 0 ? path.keys[level - 1].string : "k"
                let plain = DatabaseVocabulary.plainKey(for: before) + "1"
                if key.string == plain { continue }
                if !named.contains(key.string) {
                    candidates.append(TextRenaming(key.string, plain).applied(to: scenario))
                }
                var copy = scenario
                copy.rename(level, of: path, to: DataKey(plain), movesStored: true)
                candidates.append(copy)
            }
        }
        if let uid = scenario.user?.uid {
            for user in DatabaseVocabulary.users where user != uid {
                candidates.append(TextRenaming(uid, user).applied(to: scenario))
                var copy = scenario
                copy.user?.uid = user
                candidates.append(copy)
            }
        }
        return candidates
    }
}

extension DatabaseScenario {
    /// Has a write leave another value where it writes what was stored.
    fileprivate mutating func rewrite(_ old: DataNode, _ new: DataNode, at path: DatabasePath) {
        guard isWrite else { return }
        operation = .write(
            entries.map { entry in
                guard entry.path.contains(path) else { return entry }
                let relative = path.dropping(entry.path.keys.count)
                guard entry.node.value(at: relative) == old else { return entry }
                var node = entry.node
                node.set(new, at: relative)
                return DatabaseUpdate.Entry(entry.path, node)
            })
    }
}
