import RealtimeDatabaseModel
import RealtimeDatabaseRules
import RulesCore
import Testing

/// Rules over data, to ask whether requests are allowed.
struct RulesProbe {
    static let now = 1_700_000_000_000.0

    let ruleset: DatabaseRuleset
    let root: DataNode

    /// - Parameters:
    ///   - rules: What stands in `rules`, a JSON object.
    ///   - data: The database as JSON.
    init(_ rules: String, _ data: String = "null") throws {
        ruleset = try DatabaseRuleset("{\"rules\": \(rules)}")
        root = try DataNode(json: Array(data.utf8))
    }

    /// Rules whose whole is one condition that is asked when `/left/right` is read.
    init(condition: String, _ data: String = "null") throws {
        let text = DataNode.string(condition).json
        try self.init("{\"$a\": {\"$b\": {\".read\": \(text)}}}", data)
    }

    func decision(_ request: DatabaseRequest) -> DatabaseDecision {
        let decision = ruleset.decide(request)
        #expect(ruleset.decide(request, isTraced: true).denial == decision.denial)
        return decision
    }

    func reads(_ path: String, as auth: AuthValue = .bob, _ query: DataQuery? = nil) throws -> Bool {
        decision(try reading(path, as: auth, query)).isAllowed
    }

    func reading(
        _ path: String, as auth: AuthValue = .bob, _ query: DataQuery? = nil
    ) throws -> DatabaseRequest {
        DatabaseRequest(.read(try DatabasePath(path), query), auth: auth, now: RulesProbe.now, root: root)
    }

    /// Whether a value may be put at a path.
    func writes(_ path: String, _ json: String, as auth: AuthValue = .bob) throws -> Bool {
        decision(try writing([path: json], as: auth)).isAllowed
    }

    /// A request to write JSON at paths, all or nothing.
    func writing(_ values: KeyValuePairs<String, String>, as auth: AuthValue = .bob) throws -> DatabaseRequest
    {
        var after = root
        let paths = try values.map { try DatabasePath($0.key) }
        for (path, json) in zip(paths, values.map(\.value)) {
            after.set(try DataNode(json: Array(json.utf8)), at: path)
        }
        return DatabaseRequest(.write(paths, after: after), auth: auth, now: RulesProbe.now, root: root)
    }

    /// What a condition comes to: true, false, or the error that it ends with.
    static func outcome(
        _ condition: String, _ data: String = "null", as auth: AuthValue = .bob, _ query: DataQuery? = nil
    ) throws -> String {
        let probe = try RulesProbe(condition: condition, data)
        let explanation = probe.ruleset.explain(try probe.reading("left/right", as: auth, query))
        let isAllowed = try probe.reads("left/right", as: auth, query)
        #expect(explanation.isAllowed == isAllowed)
        guard let attempt = explanation.attempts.first else { return "no rule" }
        switch attempt.result {
        case .value(let text): return text
        case .error(let message): return message
        case .unknown, .budgetExceeded: return "unknown"
        }
    }
}

extension AuthValue {
    /// Somebody with claims of all kinds.
    static let bob = AuthValue(
        uid: "bob", provider: "custom",
        token: .map([
            "sub": .string("bob"), "text": .string("one"), "count": .number(1), "flag": .boolean(true),
            "roles": .list([.string("editor"), .string("author")]), "chats": .map(["c1": .boolean(true)]),
        ]))

    static func user(_ uid: String) -> AuthValue {
        AuthValue(uid: uid, provider: "password", token: .map(["sub": .string(uid)]))
    }
}

/// What is wrong with a rules file, a line for each problem.
func problems(_ content: String) -> [String] {
    do {
        _ = try DatabaseRuleset(content)
        return []
    } catch {
        return error.wireLines
    }
}

/// What is wrong with one condition: the column in it, and the message.
func problem(of condition: String, _ kind: String = ".read") -> String? {
    let text = DataNode.string(condition).json
    let line = problems("{\"rules\": {\n\"$a\": {\"\(kind)\":\n\(text)}}}").first
    return line.map { $0.hasPrefix("3:") ? String($0.dropFirst(2)) : $0 }
}
