import JSONText
import RealtimeDatabaseModel
import RealtimeDatabaseRules
import Testing

@Suite("Deciding about writes of several paths")
struct UpdateTests {
    @Test func `each path needs a grant of its own`() throws {
        let probe = try RulesProbe(#"{"a": {"$k": {".write": "$k != 'no'"}}, "b": {".write": true}}"#)
        #expect(probe.decision(try probe.writing(["a/x": "1", "a/y": "2", "b/c/d": "3"])).isAllowed)
        let decision = probe.decision(try probe.writing(["a/x": "1", "a/no": "2", "c": "3"]))
        #expect(decision.denial == .notGranted(.write, try DatabasePath("a/no")))
    }

    @Test func `each path sees the whole as it will be`() throws {
        let probe = try RulesProbe(
            #"""
            {"posts": {"$p": {".write": "newData.parent().parent().child('log/' + $p).val() == newData.val()"}},
             "log": {"$p": {".write": "newData.parent().parent().child('posts').hasChild($p)", ".validate": "newData.isString()"}}}
            """#)
        #expect(probe.decision(try probe.writing(["posts/p": "\"x\"", "log/p": "\"x\""])).isAllowed)
        #expect(!probe.decision(try probe.writing(["posts/p": "\"x\"", "log/p": "\"y\""])).isAllowed)
        #expect(!probe.decision(try probe.writing(["posts/p": "\"x\""])).isAllowed)
        #expect(!probe.decision(try probe.writing(["posts/p": "1", "log/p": "1"])).isAllowed)
    }

    @Test func `validation is of all that is written, above each path and below`() throws {
        let probe = try RulesProbe(
            #"{".write": true, "u": {"$u": {".validate": "newData.hasChildren(['a', 'b'])", "$f": {".validate": "newData.isNumber()"}}}}"#
        )
        #expect(probe.decision(try probe.writing(["u/x/a": "1", "u/x/b": "2"])).isAllowed)
        let decision = probe.decision(try probe.writing(["u/x/a": "1", "u/x/b": "\"t\""]))
        #expect(decision.denial == .invalid(try DatabasePath("u/x/b"), rule: 2))
        #expect(!probe.decision(try probe.writing(["u/x/a": "1", "u/y/b": "2"])).isAllowed)
        #expect(probe.decision(try probe.writing(["u/x/a": "1", "u/x/b": "2", "u/y/b": "null"])).isAllowed)
    }

    @Test func `an update of JSON is decided about`() throws {
        let probe = try RulesProbe(#"{"a": {".write": "newData.child('n').val() == now"}}"#)
        let patch = try JSONParser.parse(Array(#"{"a/n": {".sv": "timestamp"}, "a/m": 1}"#.utf8))
        let update = try DatabaseUpdate(
            patch: patch, at: .root, of: .null, reader: DataReader(now: RulesProbe.now))
        let request = DatabaseRequest(writing: update, auth: .bob, now: RulesProbe.now, root: .null)
        #expect(probe.decision(request).isAllowed)
    }
}

@Suite("Indexes of rules")
struct IndexTests {
    @Test func `indexes are found by the path of the parent`() throws {
        let ruleset = try DatabaseRuleset(
            #"{"rules": {".indexOn": ".value", "a": {".indexOn": ["x", "y/z", ".value"], "$b": {".indexOn": "n"}}, "$c": {".indexOn": "c"}}}"#
        )
        #expect(ruleset.indexes(at: .root).includesValue && ruleset.indexes(at: .root).children.isEmpty)
        let a = ruleset.indexes(at: try DatabasePath("a"))
        #expect(
            a.contains(.child(DatabasePath(["x"]))) && a.contains(.child(DatabasePath(["y", "z"])))
                && a.contains(.value))
        #expect(!a.contains(.child(DatabasePath(["y"]))) && a.contains(.key) && a.contains(.priority))
        #expect(ruleset.indexes(at: try DatabasePath("a/any")).contains(.child(try DatabasePath("n"))))
        #expect(ruleset.indexes(at: try DatabasePath("other")).children == [try DatabasePath("c")])
        let none = ruleset.indexes(at: try DatabasePath("a/b/c/d"))
        #expect(!none.contains(.value) && none.contains(.key))
    }
}
