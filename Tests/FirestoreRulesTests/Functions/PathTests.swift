import Testing

@testable import FirestoreRules

@Suite("Paths")
struct PathTests {
    private static let template = RuleValue.path(
        RulePath([.literal("a"), .variable("x"), .literal("b"), .globVariable("y")]))

    @Test(arguments: [
        (map(["x": .int(5)]), "path /a/5/b"), (map(["x": .null]), "path /a/null/b"), (map([:]), "path /a/b"),
        (map(["y": path("p", "q")]), "path /a/b/p/q"), (map(["x": path("p", "q")]), "path /a//p/q/b"),
        (map(["x": .string("")]), "Cannot bind empty value to path template variable x."),
        (map(["y": .string("p")]), "Type error. Received: [string] Expected: [path]."),
        (map(["y": template]), "Variable x is not bound in path template."),
        (map(["z": .int(1), "w": .int(1)]), "Variable(s) w,z do not exist in the path template."),
        (
            map(["x": list()]),
            "Unsupported operation error. Received: string(list). Expected: string(int), string(float), string(null), "
                + "string(string), string(bool), string(path)."
        ),
        (.int(1), "Unsupported operation error. Received: path.bind(int). Expected: path.bind(map)."),
    ])
    func `bind gives texts to variables, and leaves out the others`(_ values: RuleValue, _ expected: String) {
        #expect(call(Self.template, .bind, values) == expected)
    }

    @Test func `a variable is bound once`() {
        let bound = RuleValue.path(RulePath([.capture("x", "1"), .variable("y")]))
        #expect(call(bound, .bind, map(["x": .int(2)])) == "Variable x is already bound.")
        #expect(call(bound, .bind, map(["y": .int(2)])) == "path /2")
    }

    private static let badName =
        "should start with letter, dollar sign, or underscore and should not start with digit and must not contain spaces."

    @Test(arguments: [
        ("a/b", "path /a/b"), ("/a/b", "path /a/b"), ("a/ b c /d", "path /a/b c/d"),
        ("a+b/%C3%BC%2F", "path /a b/ü/"),
        ("a/%ff", "path /a/\u{FFFD}"), ("a/*/b}", "path /a/*/b}"), ("/{x}/{ y =**}/{$z_1=*}", "path ///"),
        ("", "Empty Path Template is not allowed."),
        ("/", "Invalid Path Template /. Empty segment is not allowed."),
        ("a//b", "Invalid Path Template a//b. Empty segment is not allowed."),
        ("/a/", "Invalid Path Template /a/. Empty segment is not allowed."),
        ("\u{2003}/a", "Invalid Path Template \u{2003}/a. Empty segment is not allowed."),
        ("a/{x", "Invalid Path Template a/{x. The capture segment is not closed."),
        ("a/{", "Invalid Path Template a/{. The capture segment is not closed."),
        ("a/{x}b", "Invalid Path Template a/{x}b. The capture segment is not closed."),
        ("{1}", "Invalid Path Template {1}. [Identifier [1] \(badName)"),
        ("{}", "Invalid Path Template {}. [Identifier [] \(badName)"),
        ("{x=***}", "Invalid Path Template {x=***}. [Identifier [x=***] \(badName)"),
        ("{x}/{x=**}", "Variable x already exists in the PathTemplate."),
        ("a/%2", "Unable to decode %2 to url. Error: URLDecoder: Incomplete trailing escape (%) pattern"),
        (
            "a/%zz",
            "Unable to decode %zz to url. Error: URLDecoder: Illegal hex characters in escape (%) pattern - "
                + "Error at index 0 in: \"zz\""
        ),
    ])
    func `path() reads a text`(_ text: String, _ expected: String) {
        #expect(call(.path, .string(text)) == expected)
    }

    @Test func `interpolated paths bring their variables along, each once`() throws {
        let place = SourceRange(start: .start, endOffset: 0)
        var path = ReversedPath(capacity: 3)
        try path.append(.string("b/c"), at: place)
        try path.append(.path(RulePath([.variable("x"), .variable("y")])), at: place)
        try path.append(.literal("a"), at: nil)
        #expect(path.segments.reversed() == [.literal("a"), .variable("x"), .variable("y"), .literal("b/c")])
        #expect(throws: EvaluationFailure.self) { try path.append(.capture("x", "1"), at: nil) }
    }
}
