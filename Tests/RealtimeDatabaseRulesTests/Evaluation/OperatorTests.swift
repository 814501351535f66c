import RealtimeDatabaseRules
import RulesCore
import Testing

@Suite("Operators of conditions")
struct OperatorTests {
    @Test(arguments: [
        ("1 + 2 == 3", "true"), ("'a' + 'b' == 'ab'", "true"), ("'a' + 1 == 'a1'", "true"),
        ("1 + 'a' == '1a'", "true"),
        ("auth.token.count + 1 == 2", "true"), ("auth.token.text + 1 == 2", "false"), ("7 - 2 == 5", "true"),
        ("3 * 4 == 12", "true"), ("7 / 2 == 3.5", "true"), ("7 % 4 == 3", "true"), ("-7 % 4 == -3", "true"),
        ("5.5 % 2 == 1.5", "true"), ("-auth.token.count == -1", "true"), ("--1 == 1", "true"),
        // Nothing is infinite: what is divided by nothing is no number.
        ("1 / 0 + '' == 'NaN'", "true"), ("1 / 0 > 2", "false"), ("1 / 0 < 2", "false"),
        ("1 % 0 == 1 % 0", "false"),
        ("0 / 0 != 0 / 0", "true"),
    ])
    func `numbers are calculated, and texts put together`(condition: String, expected: String) throws {
        #expect(try RulesProbe.outcome(condition) == expected)
    }

    @Test(arguments: [
        ("null == null", true), ("auth.token.none == null", true), ("auth.token.flag == true", true),
        ("auth.token.count === 1", true), ("auth.token.count === '1'", false), ("1 == 1.0", true),
        ("0 == -0", true),
        ("'a' != 'A'", true), ("'\\u00e9' == 'e\\u0301'", false), ("null == false", false),
        ("0 == false", false),
        ("'' == null", false), ("auth.token.roles == auth.token.roles", true),
        ("auth.token.roles == auth.token.chats", false), ("auth.token.chats != null", true),
        ("root.child('a').val() == root.child('b').val()", true),
        ("root.child('a').val() == root.val()", false),
        ("root.val() != null", true), ("root.child('a').val() === null", false),
        ("root.child('none').val() === null", true), ("root.child('a/x').val() !== 1", false),
    ])
    func `two values are the same when type and value are`(condition: String, expected: Bool) throws {
        let data = #"{"a": {"x": 1, "y": {"z": "t"}}, "b": {"y": {"z": "t"}, "x": 1}}"#
        #expect(try RulesProbe.outcome(condition, data) == "\(expected)")
    }

    @Test(arguments: [
        ("1 < 2", true), ("2 <= 2", true), ("1 > 2", false), ("2 >= 3", false), ("'a' < 'b'", true),
        ("'b' <= 'a'", false),
        ("'B' < 'a'", true), ("'10' < '9'", true), ("'a' < 'ab'", true), ("'ab' > 'a'", true),
        ("'a' >= 'a'", true), ("'a' <= 'a'", true), ("'a' < 'a'", false), ("'a' > 'a'", false),
        // By UTF-16 units, a character of two units comes before the last ones of one.
        ("'\\uD83D\\uDE00' < '\\uFF5E'", true), ("auth.token.count >= 1", true),
        ("auth.token.text > 'on'", true),
    ])
    func `numbers and texts are ordered`(condition: String, expected: Bool) throws {
        // JSON has decoded the pairs before the expression is read.
        let decoded = condition.replacing("\\uD83D\\uDE00", with: "😀").replacing("\\uFF5E", with: "\u{FF5E}")
        #expect(try RulesProbe.outcome(decoded) == "\(expected)")
    }

    @Test(arguments: [
        ("false && auth.token.none < 1", "false"), ("true || auth.token.none < 1", "true"),
        ("true && false && auth.token.none < 1", "false"), ("false || true || auth.token.none < 1", "true"),
        ("true ? true : auth.token.none < 1", "true"), ("false ? auth.token.none < 1 : false", "false"),
        ("!false", "true"), ("!(1 == 1)", "false"), ("true && true && true", "true"),
        ("false || false", "false"),
    ])
    func `what does not matter any more is not looked at`(condition: String, expected: String) throws {
        #expect(try RulesProbe.outcome(condition) == expected)
    }

    @Test(arguments: [
        ("auth.token.none < 1", "< takes two numbers or two strings, not null and a number"),
        ("auth.token.text >= 1", ">= takes two numbers or two strings, not a string and a number"),
        (
            "auth.token.flag > auth.token.flag",
            "> takes two numbers or two strings, not a boolean and a boolean"
        ),
        ("auth.token.none + 'a' == ''", "+ takes numbers and strings, not null and a string"),
        ("1 + auth.token.flag == 2", "+ takes numbers and strings, not a number and a boolean"),
        ("'a' + auth.token.roles == ''", "+ takes numbers and strings, not a string and a list"),
        ("'a' + root.val() == ''", "+ takes numbers and strings, not a string and data with children"),
        ("auth.token.text - 1 == 0", "- takes numbers, not a string and a number"),
        ("2 * auth.token.chats == 0", "* takes numbers, not a number and a map"),
        ("auth.token.none / 1 == 0", "/ takes numbers, not null and a number"),
        ("1 % auth.token.text == 0", "% takes numbers, not a number and a string"),
        ("-auth.token.text == 1", "- takes a number, not a string"),
        ("!(auth.token.none < 1)", "< takes two numbers or two strings, not null and a number"),
        ("auth.token.none < 1 || true", "< takes two numbers or two strings, not null and a number"),
        (
            "true || false ? auth.token.none < 1 : true",
            "< takes two numbers or two strings, not null and a number"
        ),
        ("(auth.token.none < 1) == null", "< takes two numbers or two strings, not null and a number"),
    ])
    func `an error ends the whole condition, and the rule does not hold`(condition: String, expected: String)
        throws
    {
        #expect(try RulesProbe.outcome(condition, #"{"x": 1}"#) == expected)
    }

    @Test func `texts do not grow without bounds`() throws {
        let megabyte = String(repeating: "x", count: 1 << 20)
        let probe = try RulesProbe(
            condition:
                "(root.val() + root.val() + root.val() + root.val() + root.val()).replace('x', 'xxxx') == ''",
            "\"\(megabyte)\"")
        let explanation = probe.ruleset.explain(try probe.reading("left/right"))
        #expect(explanation.attempts.first?.result == .error("the result is larger than 16 MB"))
        let sum = Array(repeating: "root.val()", count: 17).joined(separator: " + ")
        let other = try RulesProbe(condition: "\(sum) == ''", "\"\(megabyte)\"")
        let second = other.ruleset.explain(try other.reading("left/right"))
        #expect(second.attempts.first?.result == .error("the result is larger than 16 MB"))
    }

    @Test(arguments: [
        ("1", "1"), ("0.5", "0.5"), ("-2.25", "-2.25"), ("100000", "100000"),
        ("1e20", "100000000000000000000"), ("1e21", "1e+21"),
        ("1.5e21", "1.5e+21"), ("1e-6", "0.000001"), ("1e-7", "1e-7"), ("1.25e-7", "1.25e-7"),
        ("123456.789", "123456.789"),
        ("9007199254740993", "9007199254740992"), ("0.1 + 0.2", "0.30000000000000004"), ("-0", "0"),
        ("12e-5", "0.00012"),
        ("1e300 * 1e300", "Infinity"), ("-1e300 * 1e300", "-Infinity"), ("123e18", "123000000000000000000"),
    ])
    func `numbers in texts are written as JavaScript does`(number: String, expected: String) throws {
        #expect(try RulesProbe.outcome("'' + (\(number)) == '\(expected)'") == "true")
    }
}
