import AnalysisCore
import RealtimeDatabaseModel
import RealtimeDatabaseRules

/// Makes scenarios for rules, and changes them at random.
struct DatabaseGenerator: Sendable {
    let vocabulary: DatabaseVocabulary
    /// The roots of all rules that are searched.
    let roots: [RuleNode]

    /// A request that a rule is for.
    ///
    /// - Parameters:
    ///   - root: The rules that may grant it.
    ///   - isAround: Whether it may also read or write above.
    func scenario(
        for statement: RuleStatement, under root: RuleNode, isAround: Bool = false,
        _ random: inout SeededRandom
    ) -> DatabaseScenario {
        let path = self.path(statement.path, &random)
        let user = random.oneIn(12) ? nil : DatabaseScenario.User(uid: vocabulary.user(&random))
        var stored = DataNode.null
        if !random.oneIn(3) { stored.set(value(at: path, &random), at: path) }
        let operation: DatabaseScenario.Operation
        let isAround = isAround && random.oneIn(2)
        switch statement.kind {
        case .read:
            let target =
                isAround
                ? self.target(of: path, .read, under: root, &random)
                : random.oneIn(6) ? below(path, &random) : path
            operation = .read(target, vocabulary.readsQuery && random.oneIn(2) ? query(&random) : nil)
        case .write where !isAround:
            operation = .write([entry(random.oneIn(4) ? below(path, &random) : path, stored, &random)])
        case .write, .validate:
            // A write below is validated on the way to it, too.
            let target =
                random.oneIn(4)
                ? granted(below: path, under: root, &random)
                : self.target(of: path, .write, under: root, &random)
            var entry = entry(target, stored, &random)
            if target.contains(path), entry.node.value(at: path.dropping(target.keys.count)).isNull {
                var node = entry.node
                node.set(value(at: path, &random), at: path.dropping(target.keys.count))
                entry = DatabaseUpdate.Entry(target, node)
            }
            operation = .write([entry])
        }
        return DatabaseScenario(operation, by: user, in: stored, at: DatabaseVocabulary.now)
    }

    /// The write of a value, or rarely a delete.
    private func entry(
        _ path: DatabasePath, _ stored: DataNode, _ random: inout SeededRandom
    ) -> DatabaseUpdate.Entry {
        let old = stored.value(at: path)
        let node: DataNode =
            switch random.below(8) {
            case 0: .null
            case 1...3: old.isNull ? value(at: path, &random) : old
            default: value(at: path, &random)
            }
        return DatabaseUpdate.Entry(path, node)
    }

    /// A path above a node, or the node itself, at which a rule may grant a read or a write.
    private func target(
        of path: DatabasePath, _ kind: RuleKind, under root: RuleNode, _ random: inout SeededRandom
    ) -> DatabasePath {
        var first: Int?
        var node: RuleNode? = root
        for level in 0...path.keys.count {
            if first == nil, node?.rules[kind] != nil { first = level }
            node = level < path.keys.count ? node?.child(path.keys[level]) : nil
        }
        let level = first ?? path.keys.count
        return DatabasePath(Array(path.keys[..<(level + random.below(path.keys.count - level + 1))]))
    }

    /// A path below a node at which a rule may grant a write; the node itself if there is none.
    private func granted(
        below path: DatabasePath, under root: RuleNode, _ random: inout SeededRandom
    ) -> DatabasePath {
        var (place, node) = (path, root.node(at: path))
        for _ in 0..<4 {
            guard let rules = node else { return path }
            if place != path, rules.rules[.write] != nil { return place }
            var next = rules.children.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
            if let wildcard = rules.wildcard {
                next.append((vocabulary.key(for: wildcard.name, &random), wildcard.node))
            }
            guard let (key, child) = random.pick(next) else { return path }
            (place, node) = (place.appending(key), child)
        }
        return path
    }

    /// The path of a rule, with keys in the place of its variables.
    func path(_ names: [String], _ random: inout SeededRandom) -> DatabasePath {
        DatabasePath(
            names.map { $0.hasPrefix("$") ? vocabulary.key(for: $0, &random) : DataKey($0) })
    }

    /// A child of a node, rather one that rules name.
    func below(_ path: DatabasePath, _ random: inout SeededRandom) -> DatabasePath {
        let rules = random.pick(roots.compactMap { $0.node(at: path) })
        let named = rules?.children.keys.sorted() ?? []
        if let key = random.pick(named), !random.oneIn(3) { return path.appending(key) }
        if let wildcard = rules?.wildcard, !random.oneIn(3) {
            return path.appending(vocabulary.key(for: wildcard.name, &random))
        }
        return path.appending(vocabulary.key(&random))
    }

    /// A value in the shape of the rules of a place.
    func value(at path: DatabasePath, _ random: inout SeededRandom) -> DataNode {
        vocabulary.value(random.pick(roots.compactMap { $0.node(at: path) }), &random)
    }

    func query(_ random: inout SeededRandom) -> DataQuery {
        var query = DataQuery(order: .key)
        switch random.below(6) {
        case 0...1:
            if let child = random.pick(vocabulary.orders + vocabulary.strings).flatMap({
                try? DatabasePath($0)
            }),
                !child.isRoot
            {
                query.order = .child(child)
            }
        case 2: query.order = .value
        default: break
        }
        if random.oneIn(2), let value = DataQuery.Scalar(vocabulary.scalar(&random)) {
            query.start = DataQuery.Bound(value)
            if random.oneIn(2) { query.end = query.start }
        }
        let count = [1, 10, 50, 100, 1000][random.below(5)]
        switch random.below(4) {
        case 0: query.limit = .first(count)
        case 1: query.limit = .last(count)
        default: break
        }
        query.settle()
        return query
    }
}

extension RuleNode {
    /// The rules of a place; nil where there are none.
    func node(at path: DatabasePath) -> RuleNode? {
        var node: RuleNode? = self
        for key in path.keys { node = node?.child(key) }
        return node
    }
}

extension DatabasePath {
    /// The path without its first keys.
    func dropping(_ count: Int) -> DatabasePath { DatabasePath(Array(keys.dropFirst(count))) }
}
