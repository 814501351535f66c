import RealtimeDatabaseModel
import RealtimeDatabaseRules
import Testing

@Suite("Regular expressions of rules")
struct PatternTests {
    /// Whether a pattern is found in a text.
    private func isFound(_ pattern: String, in text: String) throws -> Bool {
        let condition = DataNode.string("$text.matches(\(pattern))").json
        let probe = try RulesProbe("{\"$text\": {\".read\": \(condition)}}")
        let request = DatabaseRequest(
            .read(.init([.init(text)]), nil), auth: .null, now: 0, root: .null)
        return probe.decision(request).isAllowed
    }

    @Test(
        arguments: [
            ("/foo/", ["foo": true, "a foo b": true, "fo": false, "FOO": false]),
            ("/foo/i", ["a FoO b": true, "fo": false]), ("/^a/", ["ab": true, "ba": false]),
            ("/a$/", ["ba": true, "ab": false, "a\n": false]), ("/^a$/", ["a": true, "aa": false]),
            ("/^a|b$/", ["ax": true, "xb": true, "xa": false]), ("/^(a|b)$/", ["a": true, "ab": false]),
            ("/^a*$/", ["": true, "aaa": true, "b": false]), ("/^a+$/", ["a": true, "": false]),
            ("/^a?$/", ["": true, "a": true, "aa": false]),
            ("/^.$/", ["é": true, "😀": true, "\n": true, "": false]),
            ("/^(ab)*$/", ["abab": true, "aba": false]), ("/^a(b|c)d$/", ["acd": true, "abcd": false]),
            ("/^[akz]$/", ["k": true, "b": false]), ("/^[0-9A-F]+$/", ["1F": true, "1g": false]),
            ("/^[^0-9]$/", ["a": true, "1": false]), ("/^[\\w.-]+$/", ["a_1.-": true, "a b": false]),
            ("/^[a\\]\\-]+$/", ["a]-": true, "b": false]), ("/^[-a]+[b-]+$/", ["-a-b": true]),
            ("/^[\\d-x]$/", ["-": true, "x": true, "5": true, "e": false]),
            ("/^\\d\\D\\w\\W\\s\\S$/", ["1aa- x": true, "aaa- x": false]),
            ("/^a{2}b{1,}c{0,2}$/", ["aabbcc": true, "ab": false]),
            ("/^a{2,3}$/", ["aaa": true, "aaaa": false]), ("/\\{x}/", ["{x}": true]), ("/^]$/", ["]": true]),
            ("/^a.*?b$/", ["axxb": true]), ("/^a+?$/", ["aa": true, "": false]),
            ("/^\\/\\.\\\\$/", ["/.\\": true]),
            ("/[/]/", ["a/b": true, "ab": false]), ("/é/i", ["É": true]),
            ("/[ä-ü]/", ["ö": true, "o": false]),
            ("/^[[:alpha:]]$/", [":]": true, "b": false]), ("/a b/", ["a b": true]), ("/'\"/", ["'\"": true]),
        ] as [(String, KeyValuePairs<String, Bool>)])
    func `a pattern is found anywhere in a text`(pattern: String, texts: KeyValuePairs<String, Bool>) throws {
        for (text, isExpected) in texts {
            #expect(try isFound(pattern, in: text) == isExpected, "\(pattern) in \(text)")
        }
    }

    @Test(arguments: [
        ("/a/g", "16: The only flag of regular expressions is i."),
        ("/a/ii", "17: The only flag of regular expressions is i."),
        ("/a^/", "15: '^' is only allowed at the beginning of a regular expression."),
        ("/(^a)/", "15: '^' is only allowed at the beginning of a regular expression."),
        ("/a$b/", "15: '$' is only allowed at the end of a regular expression."),
        ("/(a$)/", "16: '$' is only allowed at the end of a regular expression."),
        ("/^(a|)$/", "18: This part of the regular expression is empty."),
        ("/()/", "15: This part of the regular expression is empty."),
        ("/|a/", "14: This part of the regular expression is empty."),
        ("/a|/", "16: This part of the regular expression is empty."),
        ("/^$/", "15: This part of the regular expression is empty."),
        ("/*a/", "14: There is nothing here to repeat."), ("/a**/", "16: There is nothing here to repeat."),
        ("/^+/", "15: There is nothing here to repeat."), ("/a|?/", "16: There is nothing here to repeat."),
        ("/{2}/", "14: There is nothing here to repeat."),
        ("/a{x}/", "15: Write a repetition as {2}, {2,} or {2,5}."),
        ("/a{,2}/", "15: Write a repetition as {2}, {2,} or {2,5}."),
        ("/a{2/", "15: Write a repetition as {2}, {2,} or {2,5}."),
        ("/a{3,2}/", "15: The bounds of this repetition are swapped."),
        ("/a{1001}/", "15: A repetition cannot exceed 1000."),
        ("/(?:a)/", "14: Groups that begin with '(?' are not supported."),
        ("/a(?=b)/", "15: Groups that begin with '(?' are not supported."),
        ("/(a/", "14: Unterminated group."), ("/a)/", "15: Unmatched ')'."),
        ("/[a/]", "13: Unterminated regular expression."), ("/[]/", "14: This set is empty."),
        ("/[^]/", "14: This set is empty."),
        ("/[z-a]/", "15: The ends of this range are out of order."),
        ("/[a-\\d]/", "15: The ends of this range are out of order."),
        (
            "/\\b/",
            "'\\b' is not supported: the only escapes of letters are \\s, \\w, \\d, \\S, \\W and \\D."
        ),
        (
            "/(a)\\1/",
            "'\\1' is not supported: the only escapes of letters are \\s, \\w, \\d, \\S, \\W and \\D."
        ),
        (
            "/[\\n]/",
            "'\\n' is not supported: the only escapes of letters are \\s, \\w, \\d, \\S, \\W and \\D."
        ),
        ("/((a{100}){100}){100}/", "14: This regular expression is too large."),
    ])
    func `what patterns do not have is reported with its place`(pattern: String, expected: String) {
        let found = problem(of: "$a.matches(\(pattern))") ?? ""
        #expect(found.hasSuffix(expected) || found == expected, "\(pattern): \(found)")
    }

    @Test func `all patterns of a file are bounded together`() {
        let pattern = "/((a{100}){100}){2}/"
        let rules = (0..<40).map { "\"r\($0)\": {\"$a\": {\".read\": \"$a.matches(\(pattern))\"}}" }
        let found = problems("{\"rules\": {" + rules.joined(separator: ",\n") + "}}")
        #expect(found.first?.hasSuffix("The regular expressions up to here are too large.") == true)
        #expect(found.count > 10 && found.count < 20)
    }

    @Test(arguments: ["/^(a+)+$/", "/(a|aa)+b/", "/(a|b|ab)*c/", "/a.*b.*c.*d/", "/x*x*x*x*x*y/"])
    func `time is linear also for patterns that are slow elsewhere`(pattern: String) throws {
        let text = String(repeating: "a", count: 50_000) + "!"
        let probe = try RulesProbe(
            #"{".read": "root.child('x').val().matches(\#(pattern))"}"#, #"{"x": "\#(text)"}"#)
        #expect(try !probe.reads("x"))
    }
}
