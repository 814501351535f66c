import RealtimeDatabaseRules
import Testing

@Suite("Trees of expressions")
struct ExpressionTreeTests {
    @Test(arguments: [
        ("1 + 2 * 3 == 7", "((1.0 + (2.0 * 3.0)) == 7.0)"),
        ("1 * 2 + 3 == 5", "(((1.0 * 2.0) + 3.0) == 5.0)"),
        ("1 - 2 - 3 < 0", "(((1.0 - 2.0) - 3.0) < 0.0)"),
        ("(1 - (2 - 3)) % 4 / 5 >= 0", "((((1.0 - (2.0 - 3.0)) % 4.0) / 5.0) >= 0.0)"),
        ("true || false && true", "(true || (false && true))"),
        ("true && false || true && true", "((true && false) || (true && true))"),
        ("true && false && true", "(true && false && true)"),
        ("(true && false) && true", "((true && false) && true)"),
        ("!true == false", "(!true == false)"),
        ("!!data.exists()", "!!data.exists()"),
        ("- -1 < 2", "(--1.0 < 2.0)"),
        ("1 < 2 == true", "((1.0 < 2.0) == true)"),
        ("1 == 1 != false", "((1.0 == 1.0) != false)"),
        ("1 === 1 && 2 !== 3", "((1.0 === 1.0) && (2.0 !== 3.0))"),
        ("true ? false : true", "(true ? false : true)"),
        ("true ? false : true ? false : true", "(true ? false : (true ? false : true))"),
        ("true ? true ? false : true : true", "(true ? (true ? false : true) : true)"),
        ("true || false ? 1 > 2 : 2 > 1", "((true || false) ? (1.0 > 2.0) : (2.0 > 1.0))"),
        ("auth.token.chats[$a] == true", "(auth.token.chats[$a] == true)"),
        ("auth['token'][\"a b\"] == 1", "(auth.token.a b == 1.0)"),
        ("root['exists']()", "root.exists()"),
        (
            "root.child('a').hasChildren(['b', $a,'c' + $b])",
            "root.child('a').hasChildren(['b', $a, ('c' + $b)])"
        ),
        ("$a.matches(/^[/]\\/$/i)", "$a.matches(/…/)"),
        ("4 / 2 / 1 == 2", "(((4.0 / 2.0) / 1.0) == 2.0)"),
        (".5 < 1.25e2", "(0.5 < 125.0)"), ("1. == 1e0", "(1.0 == 1.0)"), ("1.e2 == 1E+2", "(100.0 == 100.0)"),
        ("1e-2 > 0", "(0.01 > 0.0)"),
        (#"'a\'b' == "a'\"b""#, #"('a'b' == 'a'"b')"#),
        (#"'\x41\u00e9\n\t\\\/' == ''"#, "('Aé\n\t\\/' == '')"),
        ("  \t\n true\r\n ", "true"),
        ("auth.token.true == auth.token.null", "(auth.token.true == auth.token.null)"),
    ])
    func `operators bind as in JavaScript`(condition: String, expected: String) throws {
        #expect(try tree(condition) == expected)
    }

    @Test func `expressions have numbers of their own, and know their characters`() throws {
        let condition = "auth != null && ( data.child( 'x' ).val() === 1 )"
        let statement = try #require(try RulesProbe(condition: condition).ruleset.statements.first)
        var ids: [Int] = []
        var texts: [String] = []
        func walk(_ expression: RuleExpression) {
            ids.append(expression.id)
            texts.append(statement.text(of: expression))
            expression.operands.forEach(walk)
        }
        walk(statement.condition)
        #expect(Set(ids) == Set(0..<ids.count))
        #expect(
            texts == [
                condition, "auth != null", "auth", "null", "data.child( 'x' ).val() === 1",
                "data.child( 'x' ).val()",
                "data.child( 'x' )", "data", "'x'", "1",
            ])
    }
}
