import FirestoreRules
import Testing

@Suite struct ExpressionTreeTests {
    /// The expression after `allow read: if`.
    private func expression(_ text: String) throws -> Expression {
        let parsed = RulesParser.parse(SourceFile(content: RecordedMistake.source(condition: text)))
        let match = try #require(parsed.syntax?.services.first?.matches.first?.matches.first)
        return try #require(match.allows.first?.condition)
    }

    @Test(arguments: [
        ("1 + 2 * 3 - 4", "(- (+ 1 (* 2 3)) 4)"), ("a || b && c || d", "(|| (|| a (&& b c)) d)"),
        ("1 in [1] == true", "(in 1 (== [1] true))"), ("! 'a' in b", "(in (! 'a') b)"),
        ("true == 'a' is string", "(is (== true 'a') string)"), ("1 < 2 < 3", "(< (< 1 2) 3)"),
        ("a in b && c", "(&& (in a b) c)"), ("!a.b", "(! (. a b))"), ("!!a", "(! (! a))"),
        ("-a.b[0].c()", "(- (.c ([] (. a b) 0)))"), ("-1 is int", "(is (- 1) int)"),
        ("a ? b : c ? d : e", "(? a b (? c d e))"), ("a || b ? c : d", "(? (|| a b) c d)"),
        ("a ? b ? c : d : e", "(? a (? b c d) e)"), ("(a || b) && c", "(&& (|| a b) c)"),
        ("10 / 2 % 3", "(% (/ 10 2) 3)"), ("a == b != c", "(!= (== a b) c)"),
    ])
    func `operators bind as in Google's grammar`(source: String, tree: String) throws {
        #expect(try expression(source).tree == tree)
    }

    @Test(arguments: [
        ("a[b ? c : d]", "([] a (? b c d))"), ("a[b ? c : d : e]", "([:] a (? b c d) e)"),
        ("a[:]", "([:] a _ _)"), ("a[1:]", "([:] a 1 _)"), ("a[:2]", "([:] a _ 2)"),
        ("a[1:2]", "([:] a 1 2)"),
        ("f(a, g(), [1, 2,],)", "(f a (g) [1 2])"), ("a.b(1).c.in.d", "(. (. (. (.b a 1) c) in) d)"),
        ("{'a': 1, b: {}}", "{'a': 1 b: {}}"), ("[[], [a]]", "[[] [a]]"),
        ("/a/$(b)/(default)/{c}/{d=*}/{e=**}", "/a/$(b)/(default)/{c}/{d}/{e=**}"),
        ("/a / b", "(/ /a b)"), ("/a/$b", "(/ /a $b)"), ("/a /b", "/a/b"), ("/a / {x: 1}", "(/ /a {x: 1})"),
        ("/a%41/*", "/aA/*"), ("a / /b", "(/ a /b)"),
    ])
    func `operands are what they look like`(source: String, tree: String) throws {
        #expect(try expression(source).tree == tree)
    }

    @Test(arguments: [
        ("'a\"\\'\\\\\\n'", "'a\"'\\\n'"), ("\"\\x41\\101\\u0041\"", "'AAA'"), ("'\\xff'", "'ÿ'"),
        ("'\\ud83d\\ude00'", "'😀'"), ("b'é\\xff\\377'", "b[195, 169, 255, 255]"), ("B\"\"", "b[]"),
        ("1.", "1.0"), (".5", "0.5"), ("0", "0"), ("9223372036854775807", "9223372036854775807"),
        ("-9223372036854775808", "-9223372036854775808"), ("-1", "(- 1)"), ("null", "null"),
        ("false", "false"),
    ])
    func `literals have their values`(source: String, tree: String) throws {
        #expect(try expression(source).tree == tree)
    }

    @Test(arguments: [
        ("(id) == ('y')", "(id) == ("), ("((id))", "((id"), ("[id][0]", "[id][0"), ("f(a, (2))", "f(a, ("),
        ("u.size()", "u.size"), ("id[:]", "id"), ("id[0:]", "id[0"), ("-(a)", "-(a"), ("(a).b", "(a).b"),
        ("/a/{x}", "/a/{x"), ("{'a': b}.c", "{'a': b}.c"), ("({})", "("), ("-9223372036854775808", "-"),
        ("(a is int)", "(a is int"), ("/a/$(b)/c", "/a/$(b)/c"), ("!(a == b)", "!(a == b"), ("g()", "g"),
    ])
    func `a node lies from its first token to the end of its last operand`(source: String, text: String)
        throws
    {
        let range = try expression(source).range
        let content = RecordedMistake.source(condition: source).unicodeScalars
        let start = content.index(content.startIndex, offsetBy: range.start.offset)
        let end = content.index(content.startIndex, offsetBy: range.endOffset)
        #expect(String(content[start...end]) == text)
        #expect(range.start.line == 5 && range.start.column == 22)
    }
}
