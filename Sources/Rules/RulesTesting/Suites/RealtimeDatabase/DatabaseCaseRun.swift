import ClientCore
import FirestoreModel
import JSONText
import RealtimeDatabaseModel
import RealtimeDatabaseRules

/// The data of one case: each request sees the writes of those before it.
struct DatabaseCaseRun {
    private var root = DataNode.null
    /// In milliseconds since 1970.
    private let now: Double
    private var pushIDs = PushIDs()

    init(now: Timestamp) {
        self.now = Double(now.seconds * 1000 + Int64(now.nanoseconds / 1_000_000))
    }

    /// Stores values at their paths, one after the other.
    mutating func store(_ values: [DatabaseValue]) throws(DataProblem) {
        for value in values { root.set(try node(value), at: value.path) }
    }

    /// The request of a step, as the rules see it.
    mutating func request(for step: DatabaseSuite.Step) throws(DataProblem) -> DatabaseRequest {
        let update: DatabaseUpdate
        switch step.operation {
        case .read(let path, let query):
            return DatabaseRequest(.read(path, query), auth: step.identity.auth, now: now, root: root)
        case .set(let value): update = DatabaseUpdate(value.path, try node(value))
        case .update(let value):
            update = try DatabaseUpdate(
                patch: value.json, at: value.path, of: root, reader: DataReader(now: now))
        case .push(let value):
            var zeros = Zeros()
            let key = pushIDs.next(at: UInt64(max(0, now)), using: &zeros)
            let child = DatabaseValue(path: value.path.appending(key), json: value.json)
            update = DatabaseUpdate(child.path, try node(child))
        }
        return DatabaseRequest(writing: update, auth: step.identity.auth, now: now, root: root)
    }

    /// Applies the writes of a request.
    mutating func carryOut(_ request: DatabaseRequest) {
        if case .write(_, let after) = request.operation { root = after }
    }

    private func node(_ value: DatabaseValue) throws(DataProblem) -> DataNode {
        try DataReader(now: now).node(value.json, over: root.value(at: value.path), at: value.path)
    }

    /// Makes new keys that are the same in every run.
    private struct Zeros: RandomNumberGenerator {
        mutating func next() -> UInt64 { 0 }
    }
}

extension SuiteIdentity {
    /// The sender as rules see it. Rules see no administrators.
    fileprivate var auth: AuthValue {
        guard case .user(let uid, let claims) = self else { return .null }
        let token = MockUserToken(uid: uid, claims: claims).payload(projectID: "demo-rules")
        let provider = token["firebase"]?["sign_in_provider"]?.string ?? "custom"
        return AuthValue(uid: uid, provider: provider, token: AuthValue(token))
    }
}
