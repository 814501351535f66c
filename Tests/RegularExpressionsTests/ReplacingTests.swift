import Testing

@testable import RegularExpressions

/// Source: Google's emulator, for each of these.
@Suite("Replacing and splitting")
struct ReplacingTests {
    @Test(arguments: [
        ("abc", "b", "-", "a-c"), ("abc", "", "-", "-a-b-c-"), ("abc", "b*", "-", "-a--c-"),
        ("abc", "$", "!", "abc!"),
        ("abc", "^", "!", "!abc"), ("a\nb", "(?m)^", "> ", "> a\n> b"), ("aaa", "a*?", "x", "xaxaxax"),
        ("aaa", "a*", "x", "xx"),
        ("abc", "b", "$", "a$c"), ("abc", "b", "$x", "a$xc"), ("abc", "b", "$$", "a$$c"),
        ("abc", "(b)", "$$1", "a$bc"),
        ("abc", "b", #"\"#, #"a\c"#), ("abc", "b", #"\$1"#, "a$1c"), ("abc", "b", #"\\"#, #"a\c"#),
        ("abc", "b", #"é\é"#, "aééc"),
        ("abc", "(b)", "$10", "ab0c"), ("abc", "(b)", "$01", "abc"),
        ("abc", "((((((((((b))))))))))", "$10", "abc"),
        ("abc", "(?P<n>b)", "${n}!", "ab!c"), ("abc", "(?<n>b)", "$n", "a$nc"),
        ("abc", "(b)|(c)", "[$1$2]", "a[b][c]"),
        ("abab", "(a|ab)(c|bcd)?", "<$1|$2>", "<a|>b<a|>b"), ("xaby", "(a)(b)?", "$2$1", "xbay"),
        ("abc", "z", "$9", "abc"),
        ("é😀", "", "-", "-é-😀-"), ("aXbx", "(?i)x", "$0$0", "aXXbxx"),
    ])
    func `every match is replaced`(
        _ text: String, _ pattern: String, _ substitute: String, _ expected: String
    ) throws {
        #expect(try RegularExpression(pattern).replacing(in: text, with: substitute) == expected)
    }

    @Test(arguments: ["$1", "${n}", "${n", "${}", "$2"])
    func `a group that the pattern does not have is an error where there is a match`(_ substitute: String)
        throws
    {
        let expression = try RegularExpression("b")
        #expect(throws: MatchFailure.self) { try expression.replacing(in: "abc", with: substitute) }
        #expect(try expression.replacing(in: "ac", with: substitute) == "ac")
    }

    @Test func `a result is not larger than the caller allows`() throws {
        let expression = try RegularExpression("b")
        #expect(throws: MatchFailure.resultTooLarge) {
            try expression.replacing(in: "abab", with: "ccc", limit: 7)
        }
        #expect(try expression.replacing(in: "abab", with: "ccc", limit: 8) == "acccaccc")
        #expect(throws: MatchFailure.resultTooLarge) { try expression.splitting("abab", limit: 1) }
        #expect(try expression.splitting("abab", limit: 2) == ["a", "a"])
    }

    @Test(arguments: [
        ("a,b,,", ",", ["a", "b"]), (",a", ",", ["", "a"]), (",", ",", [""]), ("", ",", [""]), ("", "", [""]),
        ("abc", "", ["", "a", "b", "c"]), ("abc", "b*", ["", "a", "", "c"]),
        ("a1b22c", #"\d+"#, ["a", "b", "c"]),
        ("a1b2", #"(\d)"#, ["a", "b"]), (" a b ", " ", ["", "a", "b"]), ("aXbxc", "(?i)x", ["a", "b", "c"]),
        ("abc", "$", ["abc"]),
        ("a b", #"\b"#, ["", "a", " ", "b"]), ("baac", "a*", ["", "b", "", "c"]),
    ])
    func `a text is split between matches`(_ text: String, _ pattern: String, _ expected: [String]) throws {
        #expect(try RegularExpression(pattern).splitting(text) == expected)
    }
}
