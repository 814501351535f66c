import FirestoreModel
import Testing

@testable import FirestoreRules

/// Decisions on requests to a few documents, explained.
struct ExplanationProbe {
    let source: SourceFile
    private let plan: RulesPlan
    private let documents: [String: MapValue]

    /// - Parameter body: What stands inside of `match /databases/{database}/documents`, from line 3 on.
    init(_ body: String, storing documents: [String: MapValue] = [:]) throws {
        source = SourceFile(
            content: """
                rules_version = '2'; service cloud.firestore {
                match /databases/{database}/documents {
                \(body)
                }}
                """)
        let ruleset = Ruleset(source)
        plan = try #require(ruleset.plan(tracing: .on), "\(ruleset.diagnostics)")
        self.documents = documents
    }

    /// Explains one request.
    func explain(
        _ operations: [RulesOperation], as uid: String? = "bob", after: [MapValue] = []
    ) -> Explanation {
        let record = keep(operations, as: uid, after: after)
        return Explanation(record, by: plan, source)
    }

    /// What is kept of a decision.
    func keep(_ operations: [RulesOperation], as uid: String? = "bob", after: [MapValue] = []) -> KeptDecision
    {
        let request = RulesRequest(
            auth: uid.map { RulesAuth(uid: $0, token: RuleMap(stored: [:])) },
            time: Timestamp(seconds: 1_700_000_000, nanoseconds: 0), database: DatabaseID(project: "p"),
            operations: operations)
        var left = documents
        for (operation, fields) in zip(operations, after) {
            if case .write(let write) = operation { left[write.path.description] = fields }
        }
        let source = Source(documents: documents, after: left)
        var decision = RulesDecision(request, by: plan, source: source, isTraced: true)
        _ = decision.run()
        return KeptDecision(request, decision, source: source)
    }

    func text(_ operations: [RulesOperation], as uid: String? = "bob", after: [MapValue] = []) -> String {
        explain(operations, as: uid, after: after).text(quoting: source)
    }

    static func get(_ path: String) throws -> RulesOperation { .get(try document(path)) }

    static func set(_ path: String, _ fields: MapValue) throws -> RulesOperation {
        .write(WriteOperation(path: try document(path), kind: .set, knownFields: fields))
    }

    static func patch(_ path: String) throws -> RulesOperation {
        .write(WriteOperation(path: try document(path), kind: .set, exists: true))
    }

    static func delete(_ path: String) throws -> RulesOperation {
        .write(WriteOperation(path: try document(path), kind: .delete))
    }

    static func list(_ id: String, _ filters: [Filter] = []) -> RulesOperation {
        list(id, anyOf: [filters])
    }

    static func list(_ id: String, anyOf alternatives: [[Filter]]) -> RulesOperation {
        .list(ListOperation(parent: nil, collectionID: ResourceID(id), disjuncts: alternatives))
    }

    private static func document(_ path: String) throws -> DocumentPath {
        try #require(DocumentPath(segments: path.split(separator: "/").map { ResourceID(String($0)) }))
    }

    private struct Source: RulesDataSource {
        let documents: [String: MapValue]
        let after: [String: MapValue]

        func document(_ path: DocumentPath) -> MapValue? { documents[path.description] }
        func documentAfter(_ path: DocumentPath) -> MapValue? { after[path.description] }
    }
}
