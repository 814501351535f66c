package import RealtimeDatabaseModel

/// The data at a location according to a stream, and the change that has not been taken yet. A value without I/O.
package struct ObservedTree: Sendable {
    /// A change to report.
    package struct Change: Sendable, Equatable {
        package let node: DataNode
        package let kind: DatabaseChange.Kind
        package let path: DatabasePath
    }

    private var node = DataNode.null
    private var isKnown = false
    /// True until the first event of a connection, which contains all data.
    private var isBehind = true
    private var pending: (kind: DatabaseChange.Kind, path: DatabasePath)?

    package init() {}

    /// A new connection begins.
    package mutating func reconnect() { isBehind = true }

    /// Puts an event in.
    ///
    /// - Returns: Whether there is a change to report.
    /// - Throws: ``DataProblem`` for an invalid event, which changes nothing.
    package mutating func apply(_ event: StreamEvent) throws(DataProblem) -> Bool {
        switch event {
        case .put(let path, let value):
            try ObservedTree.check(path)
            if isBehind {
                guard path.isRoot else { throw DataProblem("a stream begins with everything") }
                synchronize(value)
            } else if node.value(at: path) != value {
                node.set(value, at: path)
                note(.put, path)
            }
        case .patch(let path, let entries):
            for entry in entries { try ObservedTree.check(path.appending(entry.path)) }
            if isBehind { throw DataProblem("a stream begins with everything") }
            var isChanged = false
            for entry in entries {
                let target = path.appending(entry.path)
                if node.value(at: target) == entry.node { continue }
                node.set(entry.node, at: target)
                isChanged = true
            }
            if isChanged { note(.patch, path) }
        case .keepAlive, .cancel, .authRevoked: break
        }
        return pending != nil
    }

    /// What has changed since the last time; nil for nothing.
    package mutating func take() -> Change? {
        defer { pending = nil }
        return pending.map { Change(node: node, kind: $0.kind, path: $0.path) }
    }

    private mutating func synchronize(_ value: DataNode) {
        isBehind = false
        if !isKnown {
            isKnown = true
            node = value
            pending = (.initial, .root)
        } else if node != value {
            node = value
            note(.resynchronized, .root)
        }
    }

    private mutating func note(_ kind: DatabaseChange.Kind, _ path: DatabasePath) {
        guard let (before, place) = pending else {
            pending = (kind, path)
            return
        }
        // The first change stays the initial one, whatever else has changed since.
        if before == .initial { return }
        pending = (
            before == .resynchronized || kind == .resynchronized ? .resynchronized : .several,
            place.commonBeginning(with: path)
        )
    }

    /// The tree below a path may have any depth, so deep paths would let the whole grow without limit.
    private static func check(_ path: DatabasePath) throws(DataProblem) {
        if path.keys.count > DatabasePath.maximumDepth {
            throw DataProblem("a path has more than \(DatabasePath.maximumDepth) keys")
        }
    }
}

extension DatabasePath {
    fileprivate func commonBeginning(with other: DatabasePath) -> DatabasePath {
        DatabasePath(zip(keys, other.keys).prefix { $0 == $1 }.map(\.0))
    }
}
