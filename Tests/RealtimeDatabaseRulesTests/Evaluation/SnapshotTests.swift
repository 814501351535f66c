import RealtimeDatabaseRules
import RulesCore
import Testing

@Suite("Snapshots")
struct SnapshotTests {
    static let data = #"""
        {"s": "text", "n": 5, "t": true, "f": false, "list": ["a", "b"],
         "users": {"bob": {"name": "Bob"}, "eve": {"name": "Eve", "banned": true}}, "left": {"right": {"x": 1}}}
        """#

    @Test(arguments: [
        ("root.child('s').val() == 'text'", "true"), ("root.child('t').val() == true", "true"),
        ("root.child('users/bob/name').val() == 'Bob'", "true"),
        ("root.child('/users//bob/name/').val() == 'Bob'", "true"),
        ("root.child('').child('users').exists()", "true"),
        ("root[\"exists\"]() == false", "false"),
        ("root['child']('nothing')['exists']() == false", "true"),
        ("root.child('users').child(auth.uid).exists()", "true"),
        ("root.child('users/' + auth.uid + '/name').val() == 'Bob'", "true"),
        // One call behind the other, of keys that are known, of the path, and asked for.
        ("root.child('users').child(auth.uid).child('name').val() == 'Bob'", "true"),
        ("root.child($a).child($b).child('x').val() == 1", "true"),
        ("root.child($a).child($b + '/x').val() == 1", "true"),
        ("root.child('users/eve').child('banned').val() == true", "true"),
        ("data.parent().child($b).child('x').val() == 1", "true"),
        ("root.child('left').child($b).parent().child('right').child('x').val() == 1", "true"),
        ("root.child($b).child($a).child('x').exists()", "false"),
        ("root.child('list/1').val() == 'b'", "true"),
        ("root.child('s/deeper').exists()", "false"), ("root.child('none').exists()", "false"),
        ("root.exists()", "true"),
        ("root.child('f').exists()", "true"), ("data.parent().parent().child('n').val() == 5", "true"),
        ("root.child('none/deeper').parent().parent().child('s').exists()", "true"),
        ("root.hasChild('s')", "true"), ("root.hasChild('users/eve/banned')", "true"),
        ("root.hasChild('none')", "false"),
        ("root.child('s').hasChild('x')", "false"), ("root.hasChildren()", "true"),
        ("root.child('s').hasChildren()", "false"),
        ("root.child('none').hasChildren()", "false"), ("root.hasChildren(['s', 'n'])", "true"),
        ("root.hasChildren(['s', 'none'])", "false"), ("root.hasChildren(['users/bob'])", "true"),
        ("root.child('s').isString()", "true"), ("root.child('n').isString()", "false"),
        ("root.child('n').isNumber()", "true"),
        ("root.child('t').isNumber()", "false"), ("root.child('f').isBoolean()", "true"),
        ("root.child('s').isBoolean()", "false"),
        ("root.isString() || root.isNumber() || root.isBoolean()", "false"),
        (
            "root.child('none').isString() || root.child('none').isNumber() || root.child('none').isBoolean()",
            "false"
        ),
        ("root.child('s').getPriority() == null", "true"), ("root.child('none').val() == null", "true"),
        // A key that no database can hold is not there.
        ("root.child('users/bob@example.com').val() == null", "true"), ("root.hasChild('a.b')", "false"),
        ("root.child('a#b').exists()", "false"),
        ("root['child']('s')['val']() == 'text'", "true"),
    ])
    func `a snapshot is asked`(condition: String, expected: String) throws {
        #expect(try RulesProbe.outcome(condition, SnapshotTests.data) == expected)
    }

    @Test(arguments: [
        ("root.parent().exists()", "the root has no parent"),
        ("data.parent().parent().parent().exists()", "the root has no parent"),
        ("root.child(auth.token.none).exists()", "child() takes a string, not null"),
        ("root.child(auth.token.count).exists()", "child() takes a string, not a number"),
        ("root.hasChild(auth.token.flag)", "hasChild() takes a string, not a boolean"),
        ("root.hasChildren(['s', auth.token.none])", "hasChildren() takes a string, not null"),
        ("root.hasChildren(['none', auth.token.none])", "hasChildren() takes a string, not null"),
        (
            "root.child('users/' + auth.token.none).exists()",
            "+ takes numbers and strings, not a string and null"
        ),
    ])
    func `what a snapshot cannot do is an error`(condition: String, expected: String) throws {
        #expect(try RulesProbe.outcome(condition, SnapshotTests.data) == expected)
    }

    @Test func `paths are bounded`() throws {
        let probe = try RulesProbe(
            condition: "root.child(root.val()).exists()", "\"\(String(repeating: "a/", count: 20_000))\"")
        let result = probe.ruleset.explain(try probe.reading("left/right")).attempts.first?.result
        #expect(result == .error("the path is longer than any in a database"))
    }

    @Test func `newData is the database as it will be, below and above the write as well`() throws {
        let probe = try RulesProbe(
            #"""
            {"a": {"$k": {".write": "newData.val() == data.val() + 1 && newData.parent().child('other').val() == 7
                && root.child('a/n').val() == 1 && newData.parent().parent().child('b').exists()"}}}
            """#, #"{"a": {"n": 1, "other": 7}, "b": true}"#)
        #expect(try probe.writes("a/n", "2"))
        #expect(try !probe.writes("a/n", "3"))
    }
}
