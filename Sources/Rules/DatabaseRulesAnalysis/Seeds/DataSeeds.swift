package import RealtimeDatabaseModel
package import RealtimeDatabaseRules

/// Scenarios made from the data of a database: each rule for some nodes that it is about, on the data around them.
package enum DataSeeds {
    /// So many nodes are taken for each rule, and so many children of each node.
    private static let most = 4

    package static func scenarios(of root: DataNode, for rules: DatabaseRuleset) -> [DatabaseScenario] {
        let small = root.pruned(to: 20)
        return rules.statements.flatMap { statement in
            paths(statement.path[...], in: small).prefix(most).flatMap { path in
                users(of: small.value(at: path), at: path).prefix(most).flatMap { user in
                    operations(statement.kind, path, small).map { operation in
                        DatabaseScenario(
                            operation, by: DatabaseScenario.User(uid: user), in: small,
                            at: DatabaseVocabulary.now)
                    }
                }
            }
        }
    }

    /// The nodes that the path of a rule matches.
    private static func paths(
        _ names: ArraySlice<String>, in node: DataNode, at path: DatabasePath = .root
    ) -> [DatabasePath] {
        guard let name = names.first else { return [path] }
        let keys = name.hasPrefix("$") ? Array(node.children.prefix(most).map(\.key)) : [DataKey(name)]
        return keys.flatMap { key in
            node.child(key).isNull
                ? [] : paths(names.dropFirst(), in: node.child(key), at: path.appending(key))
        }
    }

    private static func operations(
        _ kind: RuleKind, _ path: DatabasePath, _ root: DataNode
    ) -> [DatabaseScenario.Operation] {
        if kind == .read { return [.read(path, nil)] }
        return [.write([.init(path, root.value(at: path))]), .write([.init(path, .null)])]
    }

    /// Who might be a user: the keys of the path, and the texts and keys of the node that look like an id.
    private static func users(of node: DataNode, at path: DatabasePath) -> [String] {
        var texts = path.keys.map(\.string)
        for (key, child) in node.children {
            texts.append(key.string)
            if case .string(let text) = child { texts.append(text) }
            texts += child.children.prefix(most).map(\.key.string)
        }
        var users: [String] = []
        for text in texts.reversed() + [DatabaseVocabulary.users[0]]
        where !users.contains(text) && (1...128).contains(text.utf8.count)
            && !text.contains(where: \.isWhitespace)
        {
            users.append(text)
        }
        return users
    }
}

extension DataNode {
    /// The node with at most so many children at each place.
    fileprivate func pruned(to limit: Int) -> DataNode {
        guard hasChildren else { return self }
        var kept = DataChildren()
        for (key, child) in children.prefix(limit) { kept[key] = child.pruned(to: limit) }
        return DataNode(kept)
    }
}
