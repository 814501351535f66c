import FirestoreRules
import Testing

@Suite struct NameTests {
    @Test func `names that nobody declares are reported`() {
        #expect(
            CheckedSource.condition("user == request.auth && isOwner(c) && c.foo() && math.cube(1) == 1") == [
                "Invalid variable name: user.", "Invalid function name: isOwner.",
                "Invalid function name: foo.",
                "Invalid function name: math.cube.",
            ])
    }

    @Test(
        arguments: [
            (
                "c.sise() == 1",
                "did you mean string.size() -> int, or bytes.size() -> int, or list.size() -> int, or set.size() -> int, …?"
            ),
            ("math.isnan(1.0)", "did you mean math.isNaN(number) -> bool?"),
            ("isMembr(c)", "did you mean isMember(chat, user)?"),
            ("exits(/a/$(c))", "did you mean exists(path) -> any?"),
            (
                "resource.data.dif(resource.data) == c",
                "did you mean map.diff(map) -> map_diff, or set.difference(set) -> set?"
            ),
            // A method is called like a function, and the reverse.
            (
                "hasAny(['a'], ['b'])",
                "did you mean list.hasAny(list) -> bool, or set.hasAny(set) -> bool, or set.hasAny(list) -> bool?"
            ),
            ("c.sqrt() == 1.0", "did you mean math.sqrt(number) -> float?"),
            // Not implemented, and therefore not suggested.
            ("c.segmentz() == c", nil), ("xyz(c)", nil),
            ("isMember(c)", "usage: isMember(chat, user)"), ("exists()", "usage: exists(path) -> any"),
            ("math.abs(1, 2) == 1", "usage: math.abs(int) -> number, or math.abs(float) -> number"),
            ("['a'].join(1) == c", "usage: list.join(string) -> string"),
            ("c == 1 + true", nil),
        ] as [(String, String?)])
    func `a call that is wrong comes with a hint`(condition: String, hint: String?) {
        let ruleset = Ruleset(
            SourceFile(
                content: """
                    rules_version = '2';
                    service cloud.firestore {
                      function isMember(chat, user) { return chat == user; }
                      match /a/{c} { allow get: if isMember(c, c); allow list: if \(condition); }
                    }
                    """))
        #expect(ruleset.diagnostics.first.map(\.hint) == hint)
    }

    @Test func `calls with a wrong number of arguments are reported`() {
        #expect(
            CheckedSource.condition("exists() && c.size(1) == 1 && math.abs(1, 2) == 1") == [
                "Incorrect number of arguments supplied to function: exists.",
                "Incorrect number of arguments supplied to function: size.",
                "Incorrect number of arguments supplied to function: math.abs.",
            ])
        #expect(
            CheckedSource.service("match /a/{c} { function f(x) { return x; }\nallow get: if f(); }") == [
                "W 4:15 Incorrect number of arguments supplied to function: f."
            ])
    }

    @Test func `functions see what is around their declaration, not their calls`() {
        let rules = """
            match /a/{c} { function f() { return c == d; } match /b/{d} { allow get: if f(); } }
            match /e/{g} { allow get: if f(); }
            """
        #expect(
            CheckedSource.service(rules) == [
                "W 3:43 Invalid variable name: d.", "W 4:30 Invalid function name: f.",
            ])
    }

    @Test func `inner declarations hide outer ones and built-in functions`() {
        let rules = """
            match /a/{get} { function exists(x, y) { let get = x; return get == y; }
            allow get: if exists(1, get); }
            """
        #expect(CheckedSource.service(rules).isEmpty)
    }

    @Test func `functions that no condition reaches do not know request, resource and get`() {
        let rules = """
            match /a/{c} { allow get; function f() { return g(); }
            function g() { return request.auth == null && get(/a/$(c)) == resource; } }
            """
        #expect(
            CheckedSource.service(rules) == [
                "W 3:36 Unused function: f.", "W 4:23 Invalid variable name: request.",
                "W 4:47 Invalid function name: get.", "W 4:63 Invalid variable name: resource.",
            ])
    }

    @Test func `a condition for methods that do not exist reaches nothing`() {
        #expect(
            CheckedSource.service("match /a/{c} { allow drop: if request.auth == null; }") == [
                "W 3:22 Invalid method name: drop.", "W 3:31 Invalid variable name: request.",
            ])
    }

    @Test func `a function of the same name can take the calls of another`() {
        // As Google's compiler has it: the second one is taken for the one that is called.
        let rules = """
            function f() { return request.auth; }
            match /a/{c} { allow get: if f(); }
            match /b/{c} { allow get; function f() { return request.auth; } }
            """
        #expect(
            CheckedSource.service(rules) == [
                "W 3:23 Invalid variable name: request.", "W 5:36 Unused function: f.",
            ])
    }

    @Test func `functions of the service are called inside of it`() {
        let rules = """
            rules_version = '2';
            function f() { return exists(/a); }
            service cloud.firestore { match /a/{c} { allow get: if f(); } }
            """
        #expect(
            CheckedSource(rules).issues == [
                "W 2:23 Call to service function 'exists' occurs outside of defining scope."
            ])
    }

    @Test func `services and methods that do not exist are reported`() {
        #expect(
            CheckedSource("rules_version = '2'; service cloud.database { match /a/{c} { allow get; } }")
                .issues == [
                    "W 1:30 Invalid service name: cloud.database.", "W 1:68 Invalid method name: get.",
                ])
        #expect(
            CheckedSource.service("match /a/{c} { allow READ, Write, get, list, create, update, delete; }")
                == [])
    }

    @Test func `listing files has no resource`() {
        let rules =
            "rules_version = '2';\nservice firebase.storage { match /a/{c} {\nallow list: if resource == null && !request; } }"
        #expect(
            CheckedSource(rules).issues == [
                "W 3:16 Invalid variable name: resource.",
                "W 3:37 Invalid type. Received one of [map]. Expected one of [bool].",
                "W 3:37 Invalid type. There is no type for variable 'request' that satisfies all clauses.",
            ])
    }
}
