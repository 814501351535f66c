import CoreValues
import Cryptography
import JSONText
import RealtimeDatabaseModel
import RealtimeDatabaseWire

/// A requested write.
struct WriteRequest: Sendable {
    enum Content: Sendable {
        /// Replaces the node; null removes it.
        case put(JSON)
        /// Replaces the nodes at several paths below.
        case patch(JSON)
        /// Adds a child under a generated key.
        case push(JSON)
    }

    let path: DatabasePath
    let content: Content
    /// The writer.
    var caller = Caller.admin
    /// What the present data must be; nil for an unconditional write.
    var condition: WriteCondition?
    /// The size of the request in bytes.
    var size = 0

    /// Whether listeners receive the whole write in one event.
    var isPatch: Bool {
        if case .patch = content { true } else { false }
    }

    /// Whether a key is needed for a new child.
    var isPush: Bool {
        if case .push = content { true } else { false }
    }

    /// Reads the data, and resolves server values.
    ///
    /// - Parameters:
    ///   - root: The database before the write.
    ///   - key: The key of a new child.
    ///   - time: The time of the write.
    func update(
        of root: DataNode, key: DataKey?, at time: Timestamp
    ) throws(DataProblem) -> DatabaseUpdate {
        let reader = DataReader(now: time.milliseconds)
        switch content {
        case .patch(let json): return try DatabaseUpdate(patch: json, at: path, of: root, reader: reader)
        case .put(let json), .push(let json):
            let target = key.map { path.appending($0) } ?? path
            return try DatabaseUpdate(put: json, at: target, of: root, reader: reader)
        }
    }
}

extension Timestamp {
    /// Whole milliseconds since 1970, the database's unit of time.
    var milliseconds: Double { Double(microseconds.dividedRoundingDown(by: 1000).quotient) }
}

/// What the present data must be for a write.
enum WriteCondition: Sendable, Equatable {
    /// It has this entity tag.
    case tag(String)
    /// It has this hash, which the SDKs compute.
    case hash(String)

    func holds(for node: DataNode) -> Bool {
        switch self {
        case .tag(let tag): node.tag == tag
        case .hash(let hash): node.wireHash == hash
        }
    }
}

/// The result of a write.
struct WriteOutcome: Sendable {
    /// The writes, with server values resolved.
    let update: DatabaseUpdate
    /// The generated key of a new child.
    let key: DataKey?
}

/// Why nothing was written.
enum WriteRefusal: Error, Sendable {
    /// A database cannot hold the data.
    case invalid(DataProblem)
    /// The condition does not hold; this is the present data.
    case changed(DataNode)
    /// The rules do not allow it.
    case denied(RulesDenial)
}

/// A denial by the rules.
struct RulesDenial: Error, Sendable {
    /// The number of the decision; nil if it is not kept.
    var decision: Int?
}

extension DataNode {
    /// The entity tag of the node, which identifies its content.
    ///
    /// Source: https://firebase.google.com/docs/reference/rest/database#section-conditional-requests
    var tag: String {
        if isNull { return "null_etag" }
        var writer = JSONWriter(.compact)
        write(to: &writer, rendersArrays: false)
        // Without a digest, the content identifies itself.
        return Base64.encode(Digest.sha256(writer.bytes).map { Array($0.prefix(20)) } ?? writer.bytes)
    }
}
