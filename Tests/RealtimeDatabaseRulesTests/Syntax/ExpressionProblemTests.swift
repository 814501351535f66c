import RealtimeDatabaseRules
import Testing

@Suite("What is wrong with expressions")
struct ExpressionProblemTests {
    @Test(arguments: [
        ("", "2: The expression is empty."), ("  ", "4: The expression is empty."),
        ("true &&", "9: Expected a value, not the end of the expression."),
        ("true && && true", "10: Expected a value, not '&&'."),
        ("(true", "7: Expected ')', not the end of the expression."),
        ("true)", "6: Expected an operator or the end of the expression, not ')'."),
        ("true true", "7: Expected an operator or the end of the expression, not 'true'."),
        ("auth. == 1", "8: Expected a name after '.', not '=='."),
        ("auth['a' == 1", "15: Expected ']', not the end of the expression."),
        ("true ? 1", "10: Expected ':', not the end of the expression."),
        ("root.hasChildren(['a')", "23: Expected ',' or ']', not ')'."),
        ("root.child('a' 'b').exists()", "17: Expected ',' or ')', not ''b''."),
        ("data = 5", "7: '=' is not allowed in an expression."),
        ("var x = 8", "6: Expected an operator or the end of the expression, not 'x'."),
        ("true; true", "6: ';' is not allowed in an expression."),
        ("true & true", "7: '&' is not allowed in an expression."),
        ("2 ** 2 == 4", "5: Expected a value, not '*'."),
        ("{} == 1", "2: '{' is not allowed in an expression."),
        ("'a == 1", "2: Unterminated string."), ("'a\n' == 1", "2: Unterminated string."),
        (#"'a\q' == ''"#, "4: Unknown escape in a string."),
        (#"'\x4' == ''"#, "3: This escape is not a character."),
        (#"'\uD800' == ''"#, "3: This escape is not a character."),
        ("1a == 1", "2: Names cannot begin with a digit."),
        ("0x10 == 16", "2: Names cannot begin with a digit."),
        ("1e999 > 1", "2: This number is too large."),
        ("$a.matches(/a)", "13: Unterminated regular expression."),
        ("root['exi' + 'sts']()", "21: Expected an operator or the end of the expression, not '('."),
        ("(auth.uid)('x')", "12: Expected an operator or the end of the expression, not '('."),
        ("exists()", "8: Expected an operator or the end of the expression, not '('."),
        ("typeof auth == 'a'", "9: Expected an operator or the end of the expression, not 'auth'."),
        ("true /* x */", "8: Expected a value, not '*'."),
        ("\u{7}", "2: '\\u{7}' is not allowed in an expression."),
    ])
    func `what is no expression is reported with its place`(condition: String, expected: String) {
        // JSON writes some characters as longer escapes; places are then further on, and not looked at here.
        let found = problem(of: condition) ?? ""
        if condition.contains(where: { "\n\u{7}\\\"".contains($0) }) {
            #expect(found.drop { $0 != ":" } == expected.drop { $0 != ":" })
        } else {
            #expect(found == expected)
        }
    }

    @Test(arguments: [
        (String(repeating: "(", count: 5_000) + "true", 1),
        (String(repeating: "!", count: 5_000) + "true", 1),
        (String(repeating: "-", count: 5_000) + "1 < 2", 1),
        ("true" + String(repeating: " ? true", count: 5_000), 1),
        ("data" + String(repeating: ".parent()", count: 5_000) + ".exists()", 1),
        ("1" + String(repeating: " + 1", count: 5_000) + " > 1", 1),
        (String(repeating: "root.child(", count: 5_000), 1),
        ("auth" + String(repeating: "['a']", count: 5_000) + " == 1", 1),
        ("auth" + String(repeating: "[auth", count: 5_000), 1),
    ])
    func `nesting is bounded`(condition: String, count: Int) async {
        let found = await SmallStack.run { problem(of: condition) }
        #expect(
            found?.hasSuffix("The expression is nested too deeply: at most 100 levels.") == true,
            "\(found ?? "")")
    }

    @Test func `as many operands as one likes stand side by side`() throws {
        let condition = Array(repeating: "auth.uid == 'a'", count: 5_000).joined(separator: " || ")
        #expect(try !RulesProbe(condition: condition).reads("left/right"))
        #expect(try RulesProbe(condition: condition + " || true").reads("left/right"))
    }
}
