import FirestoreModel
import TestSupport
import Testing

@testable import FirestoreRules

/// What is allowed is found out with the stored documents at once, unless somebody wants to see how: both ways say the same.
@Suite("Decisions with the documents at once")
struct OutrightDecisionTests {
    private static let operands = [
        "true", "false", "1", "null", "resource == null", "resource.data.n == 1", "resource.data.m.k > 1",
        "request.resource.data.n == 1", "request.resource.data.n > resource.data.n",
        "request.auth.uid == 'bob'",
        "request.method == 'update'", "'n' in resource.data", "id == 'a'", "unknown.name",
        "exists(/databases/$(database)/documents/d/x)", "exists(/databases/$(database)/documents/d/none)",
        "get(/databases/$(database)/documents/d/x).data.n == 1",
        "getAfter(/databases/$(database)/documents/c/a).data.n == 1", "f(resource)", "f(request.resource)",
        "[resource.data.n, 1].hasAny([1])", "[resource.data.n, 1].toSet().hasOnly([1.0])",
        "request.resource.data.diff(resource.data).affectedKeys().hasOnly(['x'])",
        "request.resource.data.diff(resource.data).addedKeys().size() == 1",
        "resource.data.m.diff({'k': 2.0}).changedKeys().size() == 0",
        "request.resource.data.diff(resource.data.n).addedKeys().size() == 0",
        "request.resource.data.diff(unknown.name).removedKeys().size() == 0",
        "resource.data.diff(request.resource.data, 1).unchangedKeys().size() == 1",
        "resource.data.diff(resource.data).affectedKeys(1).size() == 0",
        "resource.diff(resource.data).addedKeys().size() == 0",
        "request.resource.data.l.toSet().difference(resource.data.l.toSet()).hasOnly([request.auth.uid])",
        "request.resource.data.l.toSet().difference(resource.data.l.toSet()).hasOnly([resource.data.n])",
        "request.resource.data.l.toSet().difference(resource.data.l.toSet()).hasOnly(['bob', 'eve'])",
        "resource.data.l.toSet().difference(resource.data.n.toSet()).hasOnly(['bob'])",
        "resource.data.l.toSet().difference(unknown.name.toSet()).hasOnly([unknown.name])",
        "resource.data.none.toSet().difference(['bob'].toSet()).hasOnly([unknown.name])",
        "resource.data.l.toSet().difference([1, 'bob'].toSet()).hasOnly([id])",
        "resource.data.l.toSet().difference(request.resource.data.l.toSet()).size() == 0",
        "request.resource.data.l.hasAll(resource.data.l)", "resource.data.l.hasAll(unknown.name)",
        "resource.data.n.hasAll(resource.data.l)", "resource.data.l.hasAll(resource.data.n)",
        "request.auth.uid in ['bob', 'eve']", "resource.data.n in ['bob']", "unknown.name in ['bob']",
        "resource.data.l[0] != request.resource.data.l[0]", "request.auth.uid != null",
        "unknown.name == request.auth.uid", "request.auth.uid == unknown.name",
    ]

    /// What a document holds under `l`.
    private static let lists: [Value] = [
        .array([]), .array(["bob"]), .array(["eve", "bob"]), .array(["bob", "bob"]), .array(["a", 1]),
        .integer(1),
        .array((0..<9).map { .string("u\($0)") }), .array([.double(1), "bob", .null]),
    ]

    /// Conditions of which few make up the budget of expressions.
    private static let longOperands = [200, 300, 480].flatMap { count in
        let list = "[\(Array(repeating: "1", count: count).joined(separator: ","))]"
        return ["\(list).size() > 0", "\(list) == []", "f([resource, \(list)])"]
    }

    private static func condition(_ random: inout SeededGenerator, _ depth: Int) -> String {
        if depth == 0 || random.oneIn(4) { return random.pick(random.oneIn(4) ? longOperands : operands) }
        let first = condition(&random, depth - 1)
        switch random.int(0...4) {
        case 0, 1: return "(\(first) && \(condition(&random, depth - 1)))"
        case 2: return "(\(first) || \(condition(&random, depth - 1)))"
        case 3: return "!(\(first))"
        default: return "(\(first) ? \(condition(&random, depth - 1)) : \(condition(&random, depth - 1)))"
        }
    }

    private static func rules(_ random: inout SeededGenerator) -> String {
        let methods = ["get", "create", "update", "delete", "write", "read", "create, update"]
        let allows = random.list(1...4) { random in
            "allow \(random.pick(methods)): if \(condition(&random, 3));"
        }
        let others = random.list(1...2) { random in
            "allow \(random.pick(methods)): if \(condition(&random, 2));"
        }
        return """
            function f(document) { return document.data.n == 1; }
            match /c/{id} { \(allows.joined(separator: "\n")) }
            match /{kind}/{id} { \(others.joined(separator: "\n")) }
            """
    }

    @Test(arguments: SeededGenerator.seeds(250))
    func `both ways allow and deny the same, with the same text`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let rules = Self.rules(&random)
        let stored: MapValue = [
            "n": .integer(random.oneIn(2) ? 1 : 2), "m": .map(["k": 2]), "l": random.pick(Self.lists),
        ]
        let after: MapValue = [
            "n": .integer(random.oneIn(2) ? 1 : 3), "m": .map(["k": 2]), "l": random.pick(Self.lists), "x": 1,
        ]
        var probes = [
            try RulesProbe(rules), try RulesProbe(rules, tracing: .on),
        ].map { $0.storing("d/x", ["n": 1]) }
        if random.oneIn(2) { probes = probes.map { $0.signedIn(as: "bob") } }
        if !random.oneIn(3) { probes = probes.map { $0.storing("c/a", stored) } }
        let path = DocumentPath.make("c/a")
        let operations: [[RulesOperation]] = [
            [.get(path)], [.write(WriteOperation(path: path, kind: .delete))],
            [.write(WriteOperation(path: path, kind: .set, knownFields: after))],
            [.write(WriteOperation(path: path, kind: .set, exists: true, maskPaths: [FieldPath(["n"])]))],
            [.write(WriteOperation(path: path, kind: .set, exists: false, knownFields: after))],
            [
                .write(WriteOperation(path: path, kind: .set, transforms: ["n"])),
                .get(DocumentPath.make("c/b")),
            ],
        ]
        for operations in operations {
            let atOnce = probes[0].decide(operations, after: ["c/a": after])
            let inSteps = probes[1].decide(operations, after: ["c/a": after], isTraced: true)
            #expect(atOnce.denial?.message == inSteps.denial?.message, "\(rules)\n\(operations)")
        }
    }

    @Test func `a budget that is spent without data denies only what wanted none`() throws {
        let spend = Array(repeating: "list() == list()", count: 4).joined(separator: " && ")
        let list = "[\(Array(repeating: "1", count: 150).joined(separator: ","))]"
        for (condition, isAllowed) in [
            ("resource.data.n == 1 || spend()", true), ("!(resource.data.n == 2 && spend())", true),
            ("resource == null || spend()", false), ("true || spend()", true), ("spend() || true", false),
            ("request.method != 'get' && spend() || true", true),
        ] {
            let rules = """
                function list() { return \(list); }
                function spend() { return \(spend); }
                match /c/{id} { allow get: if \(condition); }
                """
            for tracing in [Planner.Tracing.off, .on] {
                let decision = try RulesProbe(rules, tracing: tracing).storing("c/a", ["n": 1])
                    .decide([.get(DocumentPath.make("c/a"))], isTraced: tracing == .on)
                #expect((decision.denial == nil) == isAllowed, "\(condition)")
            }
        }
    }

    @Test func `what is allowed without data is not decided again for the sake of another document`() throws {
        let list = "[\(Array(repeating: "1", count: 500).joined(separator: ","))]"
        let rules = """
            match /c/a { allow get: if (resource == null ? true : \(list) == \(list)) || true; }
            match /c/b { allow get: if resource == null; }
            """
        for tracing in [Planner.Tracing.off, .on] {
            let decision = try RulesProbe(rules, tracing: tracing).storing("c/a", ["n": 1])
                .decide([.get(.make("c/a")), .get(.make("c/b"))], isTraced: tracing == .on)
            #expect(decision.denial == nil)
        }
    }

    @Test func `of more documents than may be looked up, the first ones are refused`() throws {
        let path = "/databases/(default)/documents/d/"
        let many = (0..<10).map { "exists(\(path)x\($0))" }.joined(separator: " || ")
        for (condition, isAllowed) in [
            ("last(many(), !exists(\(path)y))", true), ("last(!exists(\(path)y), !many())", true),
            ("first(many(), !exists(\(path)y))", false), ("first(!exists(\(path)y), many())", false),
        ] {
            let rules = """
                function first(a, b) { return a == true || a == false; }
                function last(a, b) { return b == true; }
                function many() { return \(many); }
                match /c/{id} { allow get: if \(condition); }
                """
            for tracing in [Planner.Tracing.off, .on] {
                let decision = try RulesProbe(rules, tracing: tracing).storing("c/a", ["n": 1])
                    .decide([.get(.make("c/a"))], isTraced: tracing == .on)
                #expect((decision.denial == nil) == isAllowed, "\(condition)")
            }
        }
    }

    @Test func `the budget ends at the same expression`() throws {
        let path = DocumentPath.make("c/a")
        let update = RulesOperation.write(WriteOperation(path: path, kind: .set, exists: true))
        var allowed: Set<Bool> = []
        for operand in [
            "resource.data.n", "request.resource.data.n", "request.auth.uid", "'a'", "1 + 1", "id",
            "resource.data.diff(request.resource.data).affectedKeys()",
        ] {
            for count in [
                60, 110, 111, 112, 124, 125, 142, 143, 160, 190, 195, 198, 199, 200, 246, 247, 248, 249, 250,
                330, 332, 495, 500, 994, 996, 998,
            ] {
                let list = Array(repeating: operand, count: count).joined(separator: ", ")
                let rules = "match /c/{id} { allow update: if [\(list)].size() > 0; }"
                let denials = try [(Planner.Tracing.off, false), (.on, true)].map { tracing, isTraced in
                    try RulesProbe(rules, tracing: tracing).storing("c/a", ["n": 1]).signedIn(as: "bob")
                        .decide([update], after: ["c/a": ["n": 2]], isTraced: isTraced).denial?.message
                }
                #expect(denials[0] == denials[1], "\(count) times \(operand)")
                allowed.insert(denials[0] == nil)
            }
        }
        #expect(allowed == [true, false])
    }
}
