import RealtimeDatabaseModel
import RealtimeDatabaseRules
import Testing

@Suite("Deciding about writes")
struct WriteTests {
    @Test func `a rule grants all that is below it, and nothing above it`() throws {
        let probe = try RulesProbe(#"{"a": {"b": {".write": true, "c": {".write": false}}, ".read": true}}"#)
        #expect(try probe.writes("a/b", "1") && probe.writes("a/b/c/d", "1"))
        #expect(
            try !probe.writes("a", #"{"b": 1}"#) && !probe.writes("", #"{"a": {"b": 1}}"#)
                && !probe.writes("a/x", "1"))
    }

    @Test func `rules below what is written are not asked for permission`() throws {
        let probe = try RulesProbe(#"{".write": true, "a": {".write": false}}"#)
        #expect(try probe.writes("a", "1") && probe.writes("", #"{"a": 1}"#))
    }

    @Test func `a rule knows what is there, and what will be`() throws {
        let probe = try RulesProbe(
            #"{"n": {"$k": {".write": "!data.exists() && newData.exists() || data.exists() && newData.val() > data.val()"}}}"#,
            #"{"n": {"old": 5}}"#)
        #expect(try probe.writes("n/new", "1") && probe.writes("n/old", "6"))
        #expect(
            try !probe.writes("n/old", "5") && !probe.writes("n/old", "null")
                && !probe.writes("n/new", "null"))
    }

    @Test func `a rule above what is written sees it in its place`() throws {
        let probe = try RulesProbe(
            #"{"a": {".write": "newData.child('x/y').val() == 1 && newData.child('z').val() == 2 && !data.hasChild('x')"}}"#,
            #"{"a": {"z": 2}}"#)
        #expect(try probe.writes("a/x/y", "1") && !probe.writes("a/x/y", "2") && !probe.writes("a/z", "null"))
    }

    @Test func `root stays what it was`() throws {
        let probe = try RulesProbe(
            #"{"$k": {".write": "root.child('count').val() == 1 && newData.parent().child('count').val() >= 1"}}"#,
            #"{"count": 1}"#)
        #expect(try probe.writes("count", "5") && !probe.writes("count", "0"))
    }
}

@Suite("Validating what is written")
struct ValidationTests {
    @Test func `a value has to be what its own rule says`() throws {
        let probe = try RulesProbe(#"{".write": true, "n": {".validate": "newData.isNumber()"}}"#)
        #expect(try probe.writes("n", "1") && !probe.writes("n", "\"1\"") && probe.writes("m", "\"1\""))
        let decision = probe.decision(try probe.writing(["n": "true"]))
        #expect(decision.denial == .invalid(try DatabasePath("n"), rule: 1))
    }

    @Test func `a rule that fails does not hold`() throws {
        let probe = try RulesProbe(#"{".write": true, "n": {".validate": "newData.val() > 5"}}"#)
        #expect(try probe.writes("n", "6") && !probe.writes("n", "5") && !probe.writes("n", "\"x\""))
    }

    @Test func `rules on the way to what is written are asked too, about the whole as it will be`() throws {
        let probe = try RulesProbe(
            #"{".write": true, "users": {"$u": {".validate": "newData.hasChildren(['name', 'age'])", "age": {".validate": "newData.isNumber()"}}}}"#,
            #"{"users": {"bob": {"name": "Bob"}}}"#)
        #expect(
            try probe.writes("users/bob/age", "5") && !probe.writes("users/eve/age", "5")
                && !probe.writes("users/bob/age", "true"))
        #expect(
            try probe.writes("users/eve", #"{"name": 1, "age": 2}"#)
                && !probe.writes("users/eve", #"{"name": 1}"#))
    }

    @Test func `all that is below is asked, by names and by variables`() throws {
        let probe = try RulesProbe(
            #"""
            {".write": true, "a": {"x": {".validate": "newData.isString()"}, "$k": {".validate": "$k.beginsWith('n') && newData.isNumber()",
              "deep": {".validate": false}}}}
            """#)
        #expect(
            try probe.writes("a", #"{"x": "t", "n1": 1, "n2": 2}"#)
                && probe.writes("", #"{"a": {"n1": 1}, "b": true}"#))
        #expect(
            try !probe.writes("a", #"{"x": 1}"#) && !probe.writes("a", #"{"n1": "t"}"#)
                && !probe.writes("a", #"{"m": 1}"#))
        #expect(try !probe.writes("", #"{"a": {"x": "t", "n1": {"deep": 1}}}"#))
    }

    @Test func `names alone are looked up in what is written`() throws {
        let probe = try RulesProbe(
            #"{".write": true, "a": {"x": {"y": {".validate": "newData.isNumber()"}}}}"#)
        #expect(
            try probe.writes("a", #"{"x": {"y": 1}, "z": {"y": "t"}}"#)
                && !probe.writes("a", #"{"x": {"y": "t"}}"#))
        #expect(try probe.writes("a", #"{"x": "y"}"#))
    }

    @Test func `validation does not cascade: every rule has to hold`() throws {
        let probe = try RulesProbe(
            #"{".write": true, "a": {".validate": true, "b": {".validate": false, "c": {".validate": true}}}}"#
        )
        #expect(
            try probe.writes("a", "1") && probe.writes("a/x", "1") && !probe.writes("a/b", "1")
                && !probe.writes("a/b/c", "1"))
        #expect(try !probe.writes("a", #"{"b": {"c": 1}}"#))
    }

    @Test func `it grants nothing`() throws {
        #expect(try !RulesProbe(#"{"a": {".validate": true}}"#).writes("a", "1"))
    }

    @Test func `a delete is not validated`() throws {
        let probe = try RulesProbe(
            #"{".write": true, ".validate": "newData.hasChild('a')", "a": {".validate": "newData.hasChildren(['b', 'c'])", "b": {".validate": false}}}"#,
            #"{"a": {"b": 1, "c": 2}}"#)
        #expect(try probe.writes("a/b", "null") && probe.writes("a", "null") && probe.writes("", "null"))
        #expect(try !probe.writes("a/b", "1") && probe.writes("a/c", "3"))
    }

    @Test func `what is not written is not asked about`() throws {
        let probe = try RulesProbe(
            #"{".write": true, "a": {"$k": {".validate": "newData.isNumber()"}}}"#, #"{"a": {"bad": "text"}}"#
        )
        #expect(try probe.writes("a/good", "1") && !probe.writes("a", #"{"good": 1, "bad": "text"}"#))
    }

    @Test func `a list is data with numbers for keys`() throws {
        let probe = try RulesProbe(
            #"{".write": true, "l": {"$i": {".validate": "newData.isString() && $i.matches(/^[0-9]$/)"}}}"#)
        #expect(try probe.writes("l", #"["a", "b"]"#) && !probe.writes("l", #"["a", 1]"#))
    }
}
