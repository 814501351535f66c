import CoreValues
import JSONText
import RealtimeDatabaseModel

/// What somebody wants to write.
struct WriteRequest: Sendable {
    enum Content: Sendable {
        /// Replaces what is there; null removes it.
        case put(JSON)
        /// Replaces what is at several paths below.
        case patch(JSON)
        /// Adds a child under a key that the database makes up.
        case push(JSON)
    }

    let path: DatabasePath
    let content: Content
    /// Who wants to write.
    var caller = Caller.admin
    /// The tag that what is there must have; nil for a write that does not depend on it.
    var condition: String?
    /// How many bytes the request has.
    var size = 0

    /// Whether listeners are told of all that is written in one event.
    var isPatch: Bool {
        if case .patch = content { true } else { false }
    }

    /// Whether a key is needed for a new child.
    var isPush: Bool {
        if case .push = content { true } else { false }
    }

    /// Reads the data, and puts values in the place of server values.
    ///
    /// - Parameters:
    ///   - root: The database before the write.
    ///   - key: The key of a new child.
    ///   - time: When it is written.
    func update(
        of root: DataNode, key: DataKey?, at time: Timestamp
    ) throws(DataProblem) -> DatabaseUpdate {
        let reader = DataReader(now: time.milliseconds)
        switch content {
        case .patch(let json): return try DatabaseUpdate(patch: json, at: path, of: root, reader: reader)
        case .put(let json), .push(let json):
            let target = key.map { path.appending($0) } ?? path
            return DatabaseUpdate(target, try reader.node(json, over: root.value(at: target), at: target))
        }
    }
}

extension Timestamp {
    /// Whole milliseconds since 1970, as the database tells the time.
    var milliseconds: Double { Double(microseconds.dividedRoundingDown(by: 1000).quotient) }
}
