import RealtimeDatabaseModel
import RealtimeDatabaseRules
import Testing

@Suite("Deciding about reads")
struct ReadTests {
    @Test func `what no rule grants is denied`() throws {
        let probe = try RulesProbe(#"{"a": {".write": true, ".validate": true}}"#)
        #expect(try !probe.reads("a") && !probe.reads("") && !probe.reads("b/c"))
        let decision = probe.decision(try probe.reading("a/b"))
        #expect(decision.denial == .notGranted(.read, try DatabasePath("a/b")))
        #expect(decision.denial?.path.description == "/a/b")
    }

    @Test func `a rule grants all that is below it, and nothing above or beside it`() throws {
        let probe = try RulesProbe(#"{"a": {"b": {".read": true, "c": {".read": false}}}}"#)
        #expect(
            try probe.reads("a/b") && probe.reads("a/b/c") && probe.reads("a/b/c/d") && probe.reads("a/b/x"))
        #expect(try !probe.reads("") && !probe.reads("a") && !probe.reads("a/x"))
    }

    @Test func `a rule that does not hold or fails leaves the next one to decide`() throws {
        let probe = try RulesProbe(
            #"{".read": false, "a": {".read": "auth.token.none < 1", "b": {".read": "auth.uid == 'bob'"}}}"#)
        #expect(try probe.reads("a/b") && probe.reads("a/b/c"))
        #expect(try !probe.reads("a") && !probe.reads("a/b", as: .user("eve")))
    }

    @Test func `the root has rules as well`() throws {
        let probe = try RulesProbe(#"{".read": "data.child('isOpen').val() == true"}"#, #"{"isOpen": true}"#)
        #expect(try probe.reads("") && probe.reads("any/where"))
    }

    @Test func `a rule sees its own place, whatever was asked for`() throws {
        let probe = try RulesProbe(
            #"{"chats": {"$chat": {".read": "data.child('members').hasChild(auth.uid) && $chat != 'x'"}}}"#,
            #"{"chats": {"c1": {"members": {"bob": true}}, "c2": {"members": {"eve": true}}, "x": {"members": {"bob": 1}}}}"#
        )
        #expect(try probe.reads("chats/c1") && probe.reads("chats/c1/members/bob/deep"))
        #expect(try !probe.reads("chats/c2") && !probe.reads("chats/c3") && !probe.reads("chats/x"))
    }

    @Test func `a name comes before a variable, even when it grants less`() throws {
        let probe = try RulesProbe(
            #"{"$any": {".read": "$any != 'c'", "x": {".read": true}}, "a": {}, "b": {"x": {}}}"#)
        #expect(try probe.reads("z") && probe.reads("z/x") && probe.reads("c/x"))
        #expect(try !probe.reads("a") && !probe.reads("a/x") && !probe.reads("b/x") && !probe.reads("c"))
    }

    @Test func `keys are told apart by their bytes`() throws {
        let probe = try RulesProbe(
            "{\"\u{E9}\": {\".read\": true}, \"$k\": {\".read\": \"$k == 'e\u{301}x'\"}}")
        #expect(
            try probe.reads("\u{E9}") && !probe.reads("e\u{301}") && probe.reads("e\u{301}x")
                && !probe.reads("\u{E9}x"))
    }

    @Test func `variables of several levels are known at once`() throws {
        let probe = try RulesProbe(
            #"{"$a": {"m": {"$b": {"$c": {".read": "$a + $b + $c == 'xyz' && data.parent().child('$b').val() == null"}}}}}"#
        )
        #expect(
            try probe.reads("x/m/y/z") && probe.reads("x/m/y/z/deeper") && !probe.reads("x/m/z/y")
                && !probe.reads("x/m/y"))
    }

    @Test func `rules can look at the query`() throws {
        let probe = try RulesProbe(
            #"{"baskets": {".read": "query.orderByChild == 'owner' && query.equalTo == auth.uid && query.limitToFirst <= 10"}}"#
        )
        func query(_ owner: String, _ limit: Int) -> DataQuery {
            let bound = DataQuery.Bound(.string(owner))
            return DataQuery(
                order: .child(DatabasePath(["owner"])), start: bound, end: bound, limit: .first(limit))
        }
        #expect(try probe.reads("baskets", query("bob", 10)))
        #expect(try !probe.reads("baskets", query("bob", 11)) && !probe.reads("baskets", query("eve", 10)))
        #expect(try !probe.reads("baskets"))
    }
}
