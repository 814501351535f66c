import Testing

@Suite struct TypeTests {
    private func mismatch(_ received: String, _ expected: String) -> String {
        "Invalid type. Received one of [\(received)]. Expected one of [\(expected)]."
    }

    private func nothingFits(_ variable: String) -> String {
        "Invalid type. There is no type for variable '\(variable)' that satisfies all clauses."
    }

    @Test(arguments: [
        ("1", "int"), ("'a' + 1", "int, float, string, duration, timestamp"), ("null", "null"),
        ("[true]", "list"), ("c.size()", "int"), ("/a/b", "path"), ("[1].toSet()", "set"),
        ("timestamp.value(1) - timestamp.value(0)", "int, float, duration, timestamp"),
        ("math.abs(1)", "int, float"), ("{}.diff({})", "map_diff"), ("vector([1])", "vector"),
    ])
    func `conditions are boolean`(condition: String, types: String) {
        #expect(
            CheckedSource.condition(condition) == [
                "Invalid type. Permission statements expect a boolean value. Received one of [\(types)]."
            ])
    }

    @Test(arguments: [
        "true", "request.auth", "c[0:1] == 'a'", "get(/a).data.open", "exists(/a/b)", "[1, true][1]",
        "{'a': 1}.get('a', false)", "debug(1)", "request.auth.uid in resource.data.owners", "'a' < 1",
        "resource.data.size() == 1.5", "-request.time.toMillis() > 2", "/a/$(c)/$(1) == /a", "1 is bool",
    ])
    func `what can be right is not reported`(condition: String) {
        #expect(CheckedSource.condition(condition).isEmpty)
    }

    @Test func `operands and arguments are of the types that operations take`() {
        #expect(CheckedSource.condition("1 && true") == [mismatch("int", "bool")])
        #expect(CheckedSource.condition("1 in 2") == [mismatch("int", "list, set, map, constraint")])
        #expect(CheckedSource.condition("get('a') == null") == [mismatch("string", "path")])
        #expect(CheckedSource.condition("'a'.size.b == 1") == [mismatch("string", "map")])
        #expect(CheckedSource.condition("{1: 2} == {}") == [mismatch("int", "string")])
        #expect(
            CheckedSource.condition("/a/$([1]) == /a") == [
                mismatch("list", "path, null, int, float, string, bool")
            ])
        #expect(CheckedSource.condition("math.pow('a', 1) == 1") == [mismatch("string", "float, int")])
        #expect(CheckedSource.condition("'a'['b':1] == 'a'") == [mismatch("string", "null, int")])
    }

    @Test func `what is expected of a result narrows what operands may be`() {
        #expect(CheckedSource.condition("'a'[0]") == [mismatch("string", "list, map, path")])
        #expect(
            CheckedSource.condition("(1 + 2).size() == 1") == [
                mismatch("int", "string"), mismatch("int", "string"),
            ])
        #expect(
            CheckedSource.condition("duration.abs(true - request.time) == null").first
                == mismatch("bool", "duration, timestamp"))
    }

    @Test func `an operation that does not fit leaves its operands free`() {
        #expect(
            CheckedSource.condition("!(1 + 'a')") == [
                mismatch("int, float, string, duration, timestamp", "bool")
            ])
    }

    @Test(arguments: [
        "1 == 'a'", "null == true", "c == 1", "[1] == [1].toSet()", "c.size() == null", "/a == '/a'",
        "-1 == 'a'", "request.time.year() == '2026'",
    ])
    func `kinds that are never equal are reported`(condition: String) {
        #expect(
            CheckedSource.condition(condition) == [
                "The sub-expressions are not comparable, so this comparison will always return false."
            ])
        #expect(
            CheckedSource.condition(condition.replacing(" == ", with: " != ")) == [
                "The sub-expressions are not comparable, so this comparison will always return true."
            ])
    }

    @Test(arguments: [
        "1 == 2.5", "1 + 1 == 'a'", "request.auth == null", "c == request.auth.uid", "[1] == ['a']",
    ])
    func `kinds that can be equal are not reported`(condition: String) {
        #expect(CheckedSource.condition(condition).isEmpty)
    }

    @Test func `both results of a conditional are of one kind`() {
        let differ =
            "Ternary operator result if condition is true has a different type than if condition is false."
        #expect(CheckedSource.condition("(true ? 1 : 'a') == 1") == [differ])
        #expect(CheckedSource.condition("(true ? 1 : 1.5) == 1") == [differ])
        #expect(CheckedSource.condition("(true ? 1 : request.auth) == 1").isEmpty)
        #expect(
            CheckedSource.condition("true ? 1 : 'a'") == [
                mismatch("int", "bool"), mismatch("string", "bool"),
            ])
    }

    @Test func `captures are strings, globs paths, and one template mixes them`() {
        #expect(CheckedSource.condition("!c") == [mismatch("string", "bool"), nothingFits("c")])
        func types(_ template: String, _ name: String) -> String? {
            CheckedSource.service("match \(template) { allow get: if !\(name); }").first
        }
        #expect(types("/a/{g=**}", "g") == "W 3:34 " + mismatch("path", "bool"))
        #expect(types("/a/{c}/{g=**}", "c") == "W 3:38 " + mismatch("string, path", "bool"))
        #expect(types("/{g=**}/a/{c}", "c") == "W 3:38 " + mismatch("path, string", "bool"))
    }

    @Test func `all uses of a variable have a type in common`() {
        let rules =
            "match /a/{c} { function f(x) { return x.size() == 1 &&\nget(x) == 1; } allow get: if f(c); }"
        #expect(CheckedSource.service(rules) == ["W 3:39 " + nothingFits("x")])
        #expect(CheckedSource.condition("request && request.auth == 1") == [nothingFits("request")])
    }

    @Test func `what a function needs of a parameter is asked of the argument`() {
        let functions = """
            match /a/{c} { function f(x) { let y = x; return y.open; } function g(x) { return x; }
            """
        func issues(_ condition: String) -> [String] {
            CheckedSource.service(functions + "\nallow get: if \(condition) && !g(!f({})); }")
        }
        #expect(issues("f({})").isEmpty)
        #expect(issues("f(1)") == ["W 4:17 " + mismatch("int", "map")])
        #expect(issues("g(1)") == ["W 4:17 " + mismatch("int", "bool")])
        #expect(issues("g(1) == 2").isEmpty)
        #expect(
            issues("g(g(1)).size() == 2") == ["W 4:19 " + mismatch("int", "string, bytes, list, set, map")])
    }

    @Test func `what a function gives is known to comparisons`() {
        let rules = "match /a/{c} { function f() { return 1; } allow get: if f() ==\n'a'; }"
        #expect(
            CheckedSource.service(rules) == [
                "W 3:61 The sub-expressions are not comparable, so this comparison will always return false."
            ])
    }

    @Test func `chains and cycles of calls end`() {
        let chain = (0..<3000).map { "function f\($0)(x) { return f\($0 + 1)(x) && f\($0 + 2)(!x); }\n" }
            .joined()
        let issues = CheckedSource.service(chain + "match /a/{c} { allow get: if f0(1) && f3(c); }")
        #expect(issues.contains { $0.hasPrefix("E") })
        let ring = (0..<300).map {
            "function f\($0)() { return f\(($0 + 1) % 300)() && f\(($0 + 7) % 300)(); }\n"
        }
        #expect(
            CheckedSource.service(ring.joined() + "match /a/{c} { allow get; }").contains {
                $0.contains("cycle")
            })
    }
}
