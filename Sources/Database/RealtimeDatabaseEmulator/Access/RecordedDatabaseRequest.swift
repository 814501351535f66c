import RealtimeDatabaseModel
package import RealtimeDatabaseRules

/// A request that rules of a Realtime Database have decided, with the data around it.
package struct RecordedDatabaseRequest: Sendable {
    /// So many children of each node are kept, beside those that the request names.
    private static let mostChildren = 20

    /// Counts the decisions of a database, from 1.
    package let number: Int
    package let isAllowed: Bool
    /// The request on a part of the data.
    package let request: DatabaseRequest
}

extension RecordedDatabaseRequest {
    /// Records a decision, as long as the emulator keeps its request and not only its explanation.
    init?(_ decision: DatabaseRuleDecision) {
        guard let request = decision.lazyExplanation.request else { return nil }
        let root = request.root.pruned(to: RecordedDatabaseRequest.mostChildren, beside: request.names)
        self.init(number: decision.number, isAllowed: decision.isAllowed, request: request.on(root))
    }
}

extension DatabaseRequest {
    /// The same request on other data.
    fileprivate func on(_ root: DataNode) -> DatabaseRequest {
        guard case .write(let paths, let after) = operation else {
            return DatabaseRequest(operation, auth: auth, now: now, root: root)
        }
        var written = root
        for path in paths { written.set(after.value(at: path), at: path) }
        return DatabaseRequest(.write(paths, after: written), auth: auth, now: now, root: root)
    }

    /// The keys and the texts that the request consists of: rules look for them elsewhere.
    fileprivate var names: Set<String> {
        var names: Set<String> = []
        if let uid = auth.uid { names.insert(uid) }
        switch operation {
        case .read(let path, _): names.formUnion(path.keys.map(\.string))
        case .write(let paths, let after):
            for path in paths {
                names.formUnion(path.keys.map(\.string))
                after.value(at: path).collectNames(into: &names)
            }
        }
        return names
    }
}

extension DataNode {
    /// The node with at most so many children at each place, beside those with these names.
    fileprivate func pruned(to limit: Int, beside names: Set<String>) -> DataNode {
        guard hasChildren else { return self }
        var kept = DataChildren()
        for (place, (key, child)) in children.enumerated()
        where place < limit || names.contains(key.string) {
            kept[key] = child.pruned(to: limit, beside: names)
        }
        return DataNode(kept)
    }

    fileprivate func collectNames(into names: inout Set<String>) {
        if case .string(let text) = self { names.insert(text) }
        for (key, child) in children {
            names.insert(key.string)
            child.collectNames(into: &names)
        }
    }
}
