import Testing

@Suite struct DeclarationTests {
    @Test func `only the root of a chain of unused functions is named`() {
        let rules = "match /a/{c} { allow get; function f() { return g(); } function g() { return 1; } }"
        #expect(CheckedSource.service(rules) == ["W 3:36 Unused function: f."])
    }

    @Test func `parameters and bindings that nothing reads are reported`() {
        let rules = """
            match /a/{c} { allow get: if f(1, 2); function f(x, y) {
            let z = x; let w = z; let c = c; return c == 'a'; } }
            """
        #expect(
            CheckedSource.service(rules) == ["W 3:53 Unused variable: y.", "W 4:16 Unused variable: w."])
    }

    @Test func `a scope declares each name once`() {
        let rules = """
            function f(a, a) { let b = a; let b = 1; let a = 2; return b == a; }
            function f(a) { return a; }
            match /a/{c} { function f() { return 1; } allow get: if f() == 1; }
            """
        #expect(
            CheckedSource.service(rules)
                == [
                    "W 3:10 Unused function: f.", "E 3:15 Variable a is already defined.",
                    "W 3:24 Unused variable: b.",
                    "E 3:35 The identifier [b] is already bound in the current scope.",
                    "E 3:46 The identifier [a] is already bound in the current scope.",
                    "E 4:10 Function f is already defined.", "W 4:10 Unused function: f.",
                ].sorted(by: place))
    }

    @Test func `packages are not variables, and nothing else is said then`() {
        let rules = """
            function f(math) { let time = hashing; return time == nothing && math.abs(1) == 1; }
            match /{latlng} { function math() { return 1; } allow get: if (duration) == /a/{timestamp}; }
            """
        #expect(
            CheckedSource.service(rules)
                == ["3:12 math", "3:31 hashing", "4:9 latlng", "4:64 duration", "4:81 timestamp"].map {
                    "E \($0) is a package and cannot be used as variable name."
                })
    }

    @Test func `functions do not call themselves`() {
        let rules = """
            function f() { return f() || f(); }
            function g() { return h() && i(); }
            function h() { return g(); }
            function i() { return h(); }
            """
        #expect(
            CheckedSource.service(rules + "match /a/{c} { allow get: if f() && g(); }")
                == [
                    "E 3:10 Recursive call is not allowed.",
                    "E 4:10 Detected a call cycle between [g,h] functions.",
                    "E 4:10 Detected a call cycle between [g,i,h] functions.",
                ].sorted(by: place))
    }

    @Test func `calls go twenty deep`() {
        func rules(_ count: Int) -> String {
            (0..<count).map { "function f\($0)() { return f\($0 + 1)(); }\n" }.joined()
                + "function f\(count)() { return true; }\nmatch /a/{c} { allow get: if f0(); }"
        }
        #expect(CheckedSource.service(rules(20)).isEmpty)
        let stack = (0...20).map { "f\($0)" }.joined(separator: "->")
        #expect(
            CheckedSource.service(rules(30)) == [
                "E 24:10 Maximum allowed call depth of 20 is reached for [\(stack)] call stack."
            ])
    }

    @Test func `a function has eleven bindings and seven parameters`() {
        func rules(bindings: Int, parameters: Int) -> String {
            let bound = (0..<bindings).map { "let b\($0) = 1;" }.joined(separator: " ")
            let read = (0..<bindings).map { "b\($0) == 1" } + (0..<parameters).map { "p\($0) == 1" }
            let names = (0..<parameters).map { "p\($0)" }.joined(separator: ", ")
            let arguments = (0..<parameters).map { _ in "1" }.joined(separator: ", ")
            return "function f(\(names)) { \(bound)\nreturn \(read.joined(separator: " && ")); }\n"
                + "match /a/{c} { allow get: if f(\(arguments)); }"
        }
        #expect(CheckedSource.service(rules(bindings: 11, parameters: 7)).isEmpty)
        #expect(
            CheckedSource.service(rules(bindings: 12, parameters: 8)) == [
                "E 3:10 Maximum allowed function arguments of 7 for function f is reached.",
                "E 4:8 Maximum allowed variable count of 10 for a given function has been reached.",
            ])
    }

    @Test func `the first version is old, and has no bindings`() {
        let old =
            "W Ruleset uses old version (version [1]). Please update to the latest version (version [2])."
        let rules =
            "service cloud.firestore { match /a/{c} { allow get; function f() { let x = 1; return x; } } }"
        #expect(
            CheckedSource(rules).issues == [
                old, "W 1:62 Unused function: f.",
                #"E 1:72 Let bindings are not allowed in rules_version="1";"#,
            ])
        #expect(
            CheckedSource(
                "rules_version='1';\nservice cloud.firestore { match /{x=**} { match /a { allow get; } } }"
            ).issues
                == [old, "W 2:27 Glob(**) resource rules should not have child resource rules."])
    }

    @Test func `match blocks have limits`() {
        func nested(_ count: Int) -> String {
            (0..<count).map { "match /a/{c\($0)} {\n" }.joined() + "allow get;"
                + String(repeating: "}", count: count)
        }
        #expect(CheckedSource.service(nested(11)).isEmpty)
        #expect(
            CheckedSource.service(nested(13)) == [
                "E 14:1 Maximum allowed resource rule depth of 10 is reached."
            ])
        let long = String(repeating: "/a", count: 100)
        #expect(CheckedSource.service("match \(long) { allow get; }").isEmpty)
        #expect(
            CheckedSource.service("match \(long) { allow get; match /b { match /c { allow get; } } }") == [
                "E 3:221 Maximum allowed path length of 100 is reached."
            ])
        let captures = (0..<20).map { "/{c\($0)}" }.joined()
        #expect(CheckedSource.service("match \(captures) { allow get; }").isEmpty)
        #expect(
            CheckedSource.service("match \(captures)/{d} { allow get; }") == [
                "E 3:1 Maximum allowed amount of 20 match field variables is reached."
            ])
        #expect(
            CheckedSource.service("match /{x=**} { match /a/{y=**} { allow get; } }") == [
                "E 3:17 Invalid glob match expression. Only one glob match is permitted in a match declaration path."
            ])
    }

    @Test func `a service is declared once`() {
        let service = "service cloud.firestore { match /a/{c} { allow get; } }\n"
        #expect(
            CheckedSource("rules_version='2';\n" + service + service).issues == [
                "E 3:9 Duplicate service name declaration."
            ])
    }

    /// The order of the compiler, for expectations that are easier to read in another.
    private func place(_ left: String, _ right: String) -> Bool {
        func key(_ issue: String) -> [Int] {
            issue.split(separator: " ")[1].split(separator: ":").compactMap { Int($0) } + [
                issue.hasPrefix("E") ? 0 : 1
            ]
        }
        return (key(left), left).0.lexicographicallyPrecedes(key(right))
            || key(left) == key(right) && left < right
    }
}
