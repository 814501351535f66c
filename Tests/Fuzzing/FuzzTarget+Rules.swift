import FirestoreModel
import FirestoreRules
import RealtimeDatabaseModel
import RealtimeDatabaseRules
import RegularExpressions
import RulesCore

extension FuzzTarget {
    /// A pattern, a line feed, and a text to match: the quick form decides as the other one does, and no match takes longer than it may.
    static let regularExpressions = FuzzTarget("regular-expressions") { input in
        let parts = input.split(separator: UInt8(ascii: "\n"), maxSplits: 1, omittingEmptySubsequences: false)
        let pattern = String(decoding: parts[0], as: UTF8.self)
        let text = parts.count > 1 ? String(decoding: parts[1], as: UTF8.self) : ""
        guard let expression = try? RegularExpression(pattern) else { return }
        let (one, other) = (matches(expression, text), matches(expression.prepared, text))
        try BrokenPromise.unless(
            one == nil || other == nil || one == other,
            "\(pattern.debugDescription) on \(text.debugDescription): \(String(describing: one))")
    }

    private static func matches(_ expression: RegularExpression, _ text: String) -> Bool? {
        var steps = 100_000
        return try? expression.matches(whole: text, steps: &steps)
    }

    /// Rules of Firestore: what is wrong is somewhere in the text, and what is usable decides, with a record as without one.
    static let rules = FuzzTarget("rules") { input in
        let source = SourceFile(content: String(decoding: input, as: UTF8.self))
        let ruleset = Ruleset(source)
        try check(ruleset.diagnostics, in: source)
        guard let plan = ruleset.plan(), let traced = ruleset.plan(tracing: .on) else { return }
        for operation in operations {
            let quiet = try denial(of: operation, by: plan, isTraced: false)
            let explained = try denial(of: operation, by: traced, isTraced: true)
            try BrokenPromise.unless(
                quiet == explained,
                "\(operation): \(quiet ?? "allowed"), but traced \(explained ?? "allowed")")
        }
    }

    /// Rules of the Realtime Database.
    static let databaseRules = FuzzTarget("database-rules") { input in
        let text = String(decoding: input, as: UTF8.self)
        let ruleset: DatabaseRuleset
        do throws(RulesRefusal) { ruleset = try DatabaseRuleset(text) } catch {
            try BrokenPromise.unless(!error.diagnostics.isEmpty, "refused without a reason")
            return try check(error.diagnostics, in: error.source)
        }
        for request in databaseRequests {
            let (quiet, traced) = (ruleset.decide(request), ruleset.decide(request, isTraced: true))
            try BrokenPromise.unless(
                quiet.denial == traced.denial, "\(request.operation) differs when traced")
        }
    }

    private static func check(_ diagnostics: [Diagnostic], in source: SourceFile) throws(BrokenPromise) {
        let length = source.content.unicodeScalars.count
        for diagnostic in diagnostics {
            guard let range = diagnostic.range else { continue }
            try BrokenPromise.unless(
                range.start.offset >= 0 && range.start.offset <= length
                    && range.offsets.upperBound <= length + 1,
                "\(range) is not in the text: \(diagnostic.message)")
        }
        _ = DiagnosticRenderer(source).text(of: diagnostics)
    }

    // MARK: Requests to decide about

    private static let fields: MapValue = [
        "owner": "alice", "members": ["alice", "bob"], "count": 3, "rate": .double(1.5), "open": true,
        "at": .null,
        "nested": .map(["a": .map(["b": "c"])]),
    ]
    private static let path = DocumentPath(segments: ["notes", "n"].map { ResourceID($0) })

    private static let operations: [RulesOperation] = {
        guard let path else { return [] }
        return [
            .get(path), .list(ListOperation(parent: nil, collectionID: "notes", limit: 10)),
            .write(WriteOperation(path: path, kind: .set, knownFields: fields)),
            .write(WriteOperation(path: path, kind: .delete)),
        ]
    }()

    private struct Documents: RulesDataSource {
        func document(_ path: DocumentPath) -> MapValue? { path == FuzzTarget.path ? FuzzTarget.fields : nil }
        func documentAfter(_ path: DocumentPath) -> MapValue? { document(path) }
    }

    private static func denial(
        of operation: RulesOperation, by plan: RulesPlan, isTraced: Bool
    ) throws(BrokenPromise) -> String? {
        let request = RulesRequest(
            auth: RulesAuth(uid: "alice", token: RuleMap(stored: ["admin": true, "roles": ["editor"]])),
            time: Timestamp(seconds: 1_700_000_000, nanoseconds: 0), database: DatabaseID(project: "p"),
            operations: [operation])
        var decision = RulesDecision(
            request, by: plan, source: Documents(), isTraced: isTraced, work: WorkMeter(mostSteps: 100_000))
        let clock = ContinuousClock()
        let start = clock.now
        let denial = decision.run()
        // A hundred thousand steps take a millisecond, a fuzzer's build and a busy machine much more.
        try BrokenPromise.unless(clock.now - start < .seconds(10), "the decision took \(clock.now - start)")
        return denial?.message
    }

    private static let databaseRequests: [DatabaseRequest] = {
        guard let path = try? DatabasePath("/notes/n"), let root = try? DatabasePath("/"),
            let data = try? DataNode(json: Array(#"{"notes":{"n":{"owner":"alice","count":3}}}"#.utf8)),
            let value = try? DataNode(json: Array(#"{"owner":"bob","text":"x"}"#.utf8))
        else { return [] }
        var after = data
        after.set(value, at: path)
        let auth = AuthValue(uid: "alice", provider: "custom", token: .map(["admin": .boolean(true)]))
        return [
            DatabaseRequest(.read(path, nil), auth: auth, now: 1_700_000_000_000, root: data),
            DatabaseRequest(.read(root, nil), auth: .null, now: 1_700_000_000_000, root: data),
            DatabaseRequest(.write([path], after: after), auth: auth, now: 1_700_000_000_000, root: data),
        ]
    }()
}
