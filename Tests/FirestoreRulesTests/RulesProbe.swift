import FirestoreModel

@testable import FirestoreRules

/// Rules, stored documents and requests in a few words.
struct RulesProbe {
    let plan: RulesPlan
    var documents: [String: MapValue] = [:]
    var auth: RulesAuth?
    static let database = DatabaseID(project: "p")
    static let time = Timestamp(seconds: 1_700_000_000, nanoseconds: 0)

    /// Rules of which only what stands inside of `match /databases/{database}/documents` is given, from line 3 on.
    init(version: Int = 2, _ body: String, tracing: Planner.Tracing = .off) throws {
        let text = """
            rules_version = '\(version)'; service cloud.firestore {
            match /databases/{database}/documents {
            \(body)
            }}
            """
        guard let plan = Ruleset(SourceFile(content: text)).plan(tracing: tracing) else {
            throw Unusable(diagnostics: Ruleset(SourceFile(content: text)).diagnostics)
        }
        self.plan = plan
    }

    /// Rules that allow to get documents of one collection under a condition, and the same without a plan's names.
    init(condition: String) throws {
        try self.init("match /c/{id} { allow get: if \(condition); }")
    }

    struct Unusable: Error {
        let diagnostics: [Diagnostic]
    }

    func signedIn(as uid: String, claims: MapValue = [:]) -> RulesProbe {
        var probe = self
        probe.auth = RulesAuth(uid: uid, token: RuleMap(stored: claims))
        return probe
    }

    func storing(_ path: String, _ fields: MapValue) -> RulesProbe {
        var probe = self
        probe.documents[path] = fields
        return probe
    }

    /// The message of a denial; nil when the operations are allowed.
    func denial(_ operations: RulesOperation..., after: [String: MapValue] = [:]) -> String? {
        decide(operations, after: after).denial?.message
    }

    func decide(
        _ operations: [RulesOperation], after: [String: MapValue] = [:], isTraced: Bool = false,
        work: WorkMeter = WorkMeter()
    ) -> (denial: Denial?, steps: [RulesDecision.Step]) {
        let request = RulesRequest(
            auth: auth, time: RulesProbe.time, database: RulesProbe.database, operations: operations)
        var decision = RulesDecision(
            request, by: plan, source: Source(before: documents, after: after),
            isTraced: isTraced, work: work)
        let denial = decision.run()
        return (denial, decision.steps)
    }

    private struct Source: RulesDataSource {
        let before: [String: MapValue]
        let after: [String: MapValue]

        func document(_ path: DocumentPath) -> MapValue? { before[path.description] }

        func documentAfter(_ path: DocumentPath) -> MapValue? {
            after[path.description] ?? before[path.description]
        }
    }
}

extension DocumentPath {
    /// A path from its text, which must be one.
    static func make(_ text: String) -> DocumentPath {
        guard let path = DocumentPath(segments: text.split(separator: "/").map { ResourceID(String($0)) })
        else { preconditionFailure("\(text) is the path of no document") }
        return path
    }
}

extension RulesOperation {
    static func get(_ path: String) -> RulesOperation { .get(.make(path)) }

    static func set(_ path: String, _ fields: MapValue, exists: Bool? = nil) -> RulesOperation {
        .write(WriteOperation(path: .make(path), kind: .set, exists: exists, knownFields: fields))
    }

    static func patch(_ path: String, exists: Bool? = nil) -> RulesOperation {
        .write(WriteOperation(path: .make(path), kind: .set, exists: exists))
    }

    static func delete(_ path: String) -> RulesOperation {
        .write(WriteOperation(path: .make(path), kind: .delete))
    }

    static func list(_ collection: String, _ disjuncts: [[Filter]] = [[]], limit: Int? = nil)
        -> RulesOperation
    {
        let segments = collection.split(separator: "/").map { ResourceID(String($0)) }
        return .list(
            ListOperation(
                parent: DocumentPath(segments: Array(segments.dropLast())), collectionID: segments.last,
                limit: limit, disjuncts: disjuncts))
    }

    static func group(_ id: String) -> RulesOperation {
        .list(ListOperation(parent: nil, collectionID: ResourceID(id), allDescendants: true))
    }
}
