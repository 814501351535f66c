import JSONText
import RulesCore
import TestSupport
import Testing

@Suite("Explanations of either language")
struct ExplanationTests {
    private static let source = SourceFile(
        name: "some.rules", content: "allow read: if x || (b && c);\nallow read;\n")

    private static func range(_ text: String) throws -> SourceRange {
        let start = try #require(source.content.firstRange(of: text)?.lowerBound)
        let offset = source.content[..<start].unicodeScalars.count
        return SourceLines(source.content).range(offset..<offset + text.unicodeScalars.count)
    }

    private static func finding(
        _ text: String, held: Int = 0, causes: [Explanation.Finding] = [], deciding: Int? = nil,
        values: [Explanation.NamedValue] = []
    ) throws -> Explanation.Finding {
        Explanation.Finding(
            expression: text, range: try range(text), result: .value("false"), values: values, notes: [],
            causes: causes, decidingCause: deciding, reason: deciding == nil ? "\(text) is wrong" : nil,
            held: held)
    }

    private static func attempt(_ finding: Explanation.Finding?) throws -> Explanation.Attempt {
        Explanation.Attempt(
            operation: Explanation.Operation(method: "read", target: "x/y"), file: "some.rules",
            range: try range(finding?.expression ?? "allow read;"), match: "/x/{y}",
            condition: finding?.expression ?? "allow read;", result: .value("\(finding == nil)"),
            verdict: finding == nil ? "read is always allowed" : "the condition for read is false",
            finding: finding, closeness: finding?.held ?? 0)
    }

    /// A denial by `x || (b && c)`, of whose sides the second came nearer.
    private static func denial(count: Int = 1) throws -> Explanation {
        let sides = [
            try finding("x"), try finding("b && c", held: 1, causes: [try finding("c")], deciding: 0),
        ]
        let nearest = Explanation.Finding.nearest(of: sides)
        let whole = try finding("x || (b && c)", held: 1, causes: sides, deciding: nearest)
        let attempts = [try attempt(finding("x")), try attempt(whole)]
        return Explanation(
            isAllowed: false, user: "bob",
            operations: [Explanation.Operation(method: "read", target: "x/y")], firstOperation: count,
            operationCount: count, attempts: attempts,
            deciding: Explanation.Deciding(attempts[1], at: 1, constant: "never said"), notes: ["Look again."]
        )
    }

    @Test func `the rule that came nearest is first, with the lines that decided`() throws {
        #expect(
            try Self.denial().text(quoting: Self.source) == """
                DENIED read x/y as bob
                because c is wrong

                some.rules:1:16: the condition for read is false
                     1 | allow read: if x || (b && c);
                       |                ^ is false
                     1 | allow read: if x || (b && c);
                       |                           ^ is false

                Also tried, but no nearer to allowing it:

                some.rules:1:16: the condition for read is false
                     1 | allow read: if x || (b && c);
                       |                ^ is false

                Look again.

                """)
    }

    @Test func `without the source, expressions are quoted by themselves`() throws {
        let text = try Self.denial().text()
        #expect(text.contains("\n     1 | c is false\n"))
        #expect(!text.contains("^"))
    }

    @Test func `one operation of many is named with its number`() throws {
        #expect(
            try Self.denial(count: 3).headline == "DENIED read x/y as bob (number 3 of 3 in the request)")
        #expect(try Self.denial().summary == "some.rules:1:27: c is wrong")
    }

    @Test func `a rule without a condition gives its own reason`() throws {
        let attempt = try Self.attempt(nil)
        let deciding = Explanation.Deciding(attempt, at: 0, constant: "reading is always allowed")
        #expect(deciding.reason == "reading is always allowed" && deciding.range.start.line == 2)
        let explanation = Explanation(
            isAllowed: true, user: nil, operations: [attempt.operation], firstOperation: 1, operationCount: 1,
            attempts: [attempt], deciding: deciding, notes: [])
        #expect(
            explanation.text(quoting: Self.source) == """
                ALLOWED read x/y as nobody

                some.rules:2:1: read is always allowed
                     2 | allow read;
                       | ^^^^^^^^^^^

                """)
    }

    @Test func `only so many rules are written`() throws {
        var explanation = try Self.denial()
        explanation.attempts += Array(repeating: explanation.attempts[0], count: 30)
        #expect(explanation.text().contains("\n12 more rules were tried\n"))
    }

    @Test func `JSON marks the one expression that decided`() throws {
        let json = try JSONParser.parse(Array(try Self.denial(count: 2).json.utf8))
        #expect(json["headline"]?.string == "DENIED read x/y as bob (number 2 of 2 in the request)")
        #expect(json["firstOperation"] == .number("2") && json["operationCount"] == .number("2"))
        let attempts = try #require(json["attempts"]?.array)
        let sides = try #require(attempts[1]["finding"]?["causes"]?.array)
        #expect(sides[0]["decides"] == nil && sides[1]["decides"] == nil)
        #expect(sides[1]["causes"]?.array?.first?["decides"] == .boolean(true))
        #expect(attempts[0]["finding"]?["decides"] == nil)
        #expect(json["deciding"]?["expression"]?.string == "c")
        #expect(
            attempts[1]["sourcePosition"]?.compactText
                == #"{"fileName":"some.rules","line":1,"column":16,"currentOffset":15,"endOffset":27}"#)
    }
}
