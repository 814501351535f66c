import FirestoreRules
import Foundation
import Testing

@Suite struct ExpressionDepthTests {
    private func messages(_ condition: String) -> [String] {
        let source = RecordedMistake.source(condition: condition)
        return RulesParser.parse(SourceFile(content: source)).diagnostics.map(\.message)
    }

    private static let tooComplex = "Expression is too complex to evaluate safely."

    @Test(arguments: [
        ("(", "true", ")"), ("!", "true", ""), ("f(", "1", ")"), ("[", "1", "]"), ("{'a': ", "1", "}"),
        ("a ? b : ", "c", ""), ("a[", "0", "]"), ("/a/$(", "b", ")"), ("-(", "1", ")"), ("", "a", " && b"),
    ])
    func `98 levels around an operand are fine, 99 are too many`(
        before: String, operand: String, after: String
    ) {
        func nested(_ depth: Int) -> String {
            String(repeating: before, count: depth) + operand + String(repeating: after, count: depth)
        }
        #expect(messages(nested(98)) == [])
        #expect(Set(messages(nested(99))) == [Self.tooComplex])
    }

    @Test func `a chain of members counts once, but has an end`() {
        #expect(messages("a" + String(repeating: ".b", count: 200)) == [])
        #expect(messages("a" + String(repeating: ".b", count: 300)) == [Self.tooComplex])
    }

    @Test(arguments: [
        ("(", ")"), ("!", ""), ("-(", ")"), ("f(", ")"), ("a.b(", ")"), ("[", "]"), ("{'a':", "}"),
        ("{", ":1}"),
        ("a ? ", " : b"), ("a ? b : ", ""), ("", " && b"), ("", ".b"), ("", "[0]"), ("a[", "]"),
        ("a[b:", "]"),
        ("/a/$(", ")"), ("", "/b"), ("1, ", ""), ("", " is int"), ("((a)[", "])"),
    ])
    func `10,000 levels of anything end in a message, even on a small stack`(before: String, after: String)
        async
    {
        let condition =
            String(repeating: before, count: 10_000) + "a" + String(repeating: after, count: 10_000)
        for text in [condition, condition + ")", String(condition.dropLast(9_999))] {
            #expect(await SmallStack.run { !messages(text).isEmpty } || after == "/b")
        }
    }

    @Test func `10,000 match blocks in one another end in a message`() async {
        let source =
            "rules_version = '2';\nservice cloud.firestore {" + String(repeating: "match /a {", count: 10_000)
            + "allow read;" + String(repeating: "}", count: 10_001)
        let messages = await SmallStack.run {
            RulesParser.parse(SourceFile(content: source)).diagnostics.map(\.recorded)
        }
        #expect(messages == ["2:136 156-160 Maximum allowed resource rule depth of 10 is reached."])
    }
}
