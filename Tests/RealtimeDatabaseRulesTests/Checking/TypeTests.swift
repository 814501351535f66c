import RealtimeDatabaseRules
import Testing

@Suite("Types of expressions")
struct TypeTests {
    @Test(arguments: [
        // Of a token nothing is known beforehand.
        "auth.token.x < 5", "auth.token.x + 1 == 2", "auth.x.y.z == null", "auth['x'][$a][1] == null",
        "auth.token.x.contains('a')", "auth.length == 1", "-auth.token.x < 0",
        // Values of the database are scalars, and which ones is not known.
        "data.val() == null", "data.val().length > 1", "data.val() > 'a'", "data.val().contains('x')",
        "data.getPriority() == null", "data.val() % 2 == 0", "data.child(data.val()).exists()",
        "data.val() + 1 == 1", "(data.val() + 'x').length > 1",
        // Values of two types may be compared: they are not the same.
        "1 == 'a'", "null == false", "true != 1",
        "(now > 5 ? data : root).exists()", "(now > 5 ? 1 : 'a') == 1", "(now > 5 ? auth : 1) == 1",
        "root.hasChildren([auth.uid, data.val(), $a + 'x'])", "now - 5 < now",
        "query.orderByKey && query.limitToFirst <= 10 && query.startAt == 'a'",
        "query.orderByChild.contains('x')", "'a'.length == 1",
        "$a.toLowerCase().toUpperCase().replace('a', 'b') == ''",
        "$a['contains']('x')", "!query.orderByValue", "now > 5 ? true : false",
    ])
    func `what may be right is taken`(condition: String) {
        #expect(problem(of: condition) == nil)
    }

    @Test(arguments: [
        ("7", "2: .read must be a boolean, not a number."),
        ("'a'", "2: .read must be a boolean, not a string."),
        ("null", "2: .read must be a boolean, not null."),
        ("data", "2: .read must be a boolean, not a snapshot."),
        ("auth.token.admin", "2: .read must be a boolean, not a part of auth."),
        ("root.child('a').val()", "2: .read must be a boolean, not a value."),
        ("now > 5 ? 7 : true", "2: .read must be a boolean, not a value."),
        ("auth.token.admin && true", "2: Left operand of && must be boolean, not a part of auth."),
        ("true && data.val()", "10: Right operand of && must be boolean, not a value."),
        ("true || true || 1", "18: Right operand of || must be boolean, not a number."),
        ("!data.val()", "3: Operand of ! must be boolean, not a value."),
        ("!null", "3: Operand of ! must be boolean, not null."),
        ("auth.uid ? true : false", "2: Condition of ? must be boolean, not a part of auth."),
        ("-'a' == 1", "3: Operand of - must be a number, not a string."),
        ("data == null", "2: Left operand of == must be a value, not a snapshot."),
        ("null !== query", "11: Right operand of !== must be a value, not the query."),
        ("data.val() > true", "15: Right operand of > must be a number or a string, not a boolean."),
        ("null < 1", "2: Left operand of < must be a number or a string, not null."),
        ("1 < 'a'", "2: Operands of < must be two numbers or two strings, not a number and a string."),
        ("1 + null == 1", "6: Right operand of + must be a number or a string, not null."),
        ("true + 'a' == ''", "2: Left operand of + must be a number or a string, not a boolean."),
        ("'a' * 2 == 2", "2: Left operand of * must be a number, not a string."),
        ("2 % data.exists() == 1", "6: Right operand of % must be a number, not a boolean."),
        ("(now > 5 ? data : 1) == 1", "3: The results of ? must both be values, or both snapshots."),
        ("user == null", "2: Unknown variable 'user'."), ("$c == 'x'", "2: Unknown variable '$c'."),
        ("newData.exists()", "2: Unknown variable 'newData': .read rules do not have it."),
        ("data.child('a').isArray()", "17: No such method/property 'isArray'."),
        ("data.name == 1", "6: No such method/property 'name'."),
        ("data.contains('a')", "6: No such method/property 'contains'."),
        ("'a'.size == 1", "5: No such method/property 'size'."),
        ("$a.child('x').exists()", "4: No such method/property 'child'."),
        ("data.val().name == 1", "12: No such method/property 'name'."),
        ("data.val().exists()", "12: No such method/property 'exists'."),
        ("auth.token.x.exists()", "14: No such method/property 'exists'."),
        ("now.length == 1", "5: No such method/property 'length'."),
        ("null.x == 1", "6: No such method/property 'x'."),
        ("query.order == 1", "7: No such method/property 'order'."),
        ("root['no']()", "6: No such method/property 'no'."),
        ("data.exists", "6: 'exists' is a method: call it as exists()."),
        ("$a.contains", "4: 'contains' is a method: call it as contains()."),
        ("data.val()[0] == 1", "2: Invalid property access: only parts of auth have an index."),
        ("data[$a].exists()", "2: Invalid property access: only parts of auth have an index."),
        ("auth[true] == 1", "7: An index must be a string or a number, not a boolean."),
        ("auth[data] == 1", "7: An index must be a string or a number, not a snapshot."),
        ("data.exists(1)", "2: exists() takes no arguments, not 1."),
        ("data.child().exists()", "2: child() takes 1 argument, not 0."),
        ("data.child('a', 'b').exists()", "2: child() takes 1 argument, not 2."),
        ("$a.replace('a') == ''", "2: replace() takes 2 arguments, not 1."),
        ("data.child(1).exists()", "13: child() takes a string, not a number."),
        ("data.hasChild(now)", "16: hasChild() takes a string, not a number."),
        ("$a.contains(null)", "14: contains() takes a string, not null."),
        ("auth.uid.endsWith(true)", "20: endsWith() takes a string, not a boolean."),
        ("data.hasChildren('a')", "19: hasChildren() takes no arguments, or a list of at least one string."),
        ("data.hasChildren([])", "19: hasChildren() takes no arguments, or a list of at least one string."),
        (
            "data.hasChildren(['a'], ['b'])",
            "2: hasChildren() takes no arguments, or a list of at least one string."
        ),
        ("data.hasChildren(['a', 7])", "25: hasChildren() takes a list of strings, not of a number."),
        ("['a'] == 1", "2: A list can only be the argument of hasChildren()."),
        ("data.hasChildren([['a']])", "20: A list can only be the argument of hasChildren()."),
        ("/a/ == 1", "2: A regular expression can only be the argument of matches()."),
        ("$a.contains(/a/)", "14: A regular expression can only be the argument of matches()."),
        (
            "$a.matches('/a/')",
            "13: matches() takes a regular expression literal, such as /^[a-z]+$/."
        ),
        ("$a.matches()", "2: matches() takes a regular expression literal, such as /^[a-z]+$/."),
    ])
    func `what cannot be right is reported with its place`(condition: String, expected: String) {
        #expect(problem(of: condition) == expected)
    }

    @Test func `rules of writes know the data to be, and nothing of queries`() {
        for kind in [".write", ".validate"] {
            #expect(problem(of: "newData.exists() && data.exists()", kind) == nil)
            #expect(
                problem(of: "query.orderByKey", kind)
                    == "2: Unknown variable 'query': only .read rules have it.")
        }
        #expect(problem(of: "7", ".validate") == "2: .validate must be a boolean, not a number.")
    }

    @Test func `a variable is known below where it stands, and nowhere else`() {
        #expect(
            problems(#"{"rules": {"$a": {".read": "$a == ''", "b": {"$c": {".read": "$a == $c"}}}}}"#) == [])
        #expect(
            problems(#"{"rules": {"x": {"$a": {}}, "y": {".read": "$a == ''"}}}"#)
                == ["1:45: Unknown variable '$a'."])
        #expect(problems(#"{"rules": {".read": "$a == ''", "$a": {}}}"#) == ["1:22: Unknown variable '$a'."])
    }
}
