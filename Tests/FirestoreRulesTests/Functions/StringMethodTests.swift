import Testing

@testable import FirestoreRules

@Suite("Methods of strings")
struct StringMethodTests {
    @Test(arguments: [
        ("abc", BuiltInMethod.size, "int 3"), ("😀", .size, "int 2"), ("", .size, "int 0"),
        ("ÀÉıſAz[", .lower, "string ÀÉıſaz["), ("àéıaZ{", .upper, "string àéıAZ{"),
        (" \u{0}a b\u{A0}\u{3000} ", .trim, "string a b\u{A0}\u{3000}"), ("\u{1F} ", .trim, "string "),
        ("aé", .toUtf8, "bytes [97, 195, 169]"),
    ])
    func `size counts UTF-16 units, and cases are those of ASCII`(
        _ text: String, _ method: BuiltInMethod, _ expected: String
    ) {
        #expect(call(.string(text), method) == expected)
    }

    @Test func `matches, replace and split take patterns`() {
        #expect(call(.string("ab"), .matches, .string("a.")) == "bool true")
        #expect(call(.string("abc"), .matches, .string("a.")) == "bool false")
        #expect(call(.string("abc"), .replace, .string("b"), .string("[$0]")) == "string a[b]c")
        #expect(call(.string("a,b,,"), .split, .string(",")) == "list [string a, string b]")
        #expect(
            call(.string("a"), .matches, .string("[")) == "Invalid regular expression pattern. Pattern: [.")
    }

    @Test func `results do not grow without end`() {
        let text = RuleValue.string(String(repeating: "a", count: 3000))
        #expect(
            call(text, .replace, .string("a"), text)
                == "Result is too large. Type: [string], limit: [4194304].")
    }
}
