import RealtimeDatabaseRules
import RulesCore
import Testing

/// Why a request is denied, in one sentence; and which of several rules decides.
@Suite("Reasons of database rules")
struct DatabaseReasonTests {
    private static let data = """
        {"rooms": {"blue": {"owner": "alice", "seats": 4, "isOpen": false, "name": "Blue room"}},
         "members": {"blue": {"alice": true}}}
        """

    private func reason(
        _ kind: String, _ condition: String, as auth: AuthValue = .user("bob"),
        isAllowed: Bool = false, _ request: (RulesProbe) throws -> DatabaseRequest
    ) throws -> String {
        let probe = try RulesProbe(
            "{\"rooms\": {\"$room\": {\"\(kind)\": \"\(condition)\"}}}", Self.data)
        let explanation = probe.ruleset.explain(try request(probe))
        #expect(explanation.isAllowed == isAllowed)
        return explanation.reason
    }

    @Test(arguments: [
        ("data.child('owner').val() === auth.uid", #"/rooms/blue/owner is "alice", not bob"#),
        ("auth.uid === data.child('owner').val()", #"/rooms/blue/owner is "alice", not bob"#),
        ("$room === auth.uid", #"$room in the path is "blue", not bob"#),
        ("root.child('members/' + $room + '/' + auth.uid).exists()", "bob is not in /members/blue"),
        ("root.child('members/' + $room + '/' + auth.uid).val() === true", "bob is not in /members/blue"),
        ("root.child('members/' + $room).hasChild(auth.uid)", "/members/blue lacks bob"),
        ("data.child('color').exists()", "there is nothing at /rooms/blue/color"),
        ("data.child('color').val() === 'red'", "there is nothing at /rooms/blue/color"),
        ("!data.child('name').exists()", "/rooms/blue/name exists already"),
        ("data.hasChildren(['name', 'color', 'size'])", "/rooms/blue lacks color and size"),
        ("data.child('seats').val() > 10", "/rooms/blue/seats is 4, and must be more than 10"),
        ("10 <= data.child('seats').val()", "/rooms/blue/seats is 4, and must be at least 10"),
        ("data.child('seats').isString()", "/rooms/blue/seats is 4, not a text"),
        ("data.child('seats').val() != 4", "/rooms/blue/seats is 4, and must not be"),
        ("data.child('isOpen').val() === true", "/rooms/blue/isOpen is false, not true"),
        (
            "data.child('name').val().length < 5",
            "the length of /rooms/blue/name is 9, and must be less than 5"
        ),
        (
            "data.child('name').val().beginsWith('Red')",
            #"/rooms/blue/name is "Blue room", which does not begin with "Red""#
        ),
        ("auth.token.admin === true", "the token of bob has no claim admin"),
        ("auth.provider === 'google.com'", #"provider in the user's token is "password", not "google.com""#),
        ("data.child('seats').val() + 1 == 6", "`data.child('seats').val() + 1` is 5, not 6"),
        (
            "auth.uid == 'eve' || (auth != null && data.child('isOpen').val() === true)",
            "/rooms/blue/isOpen is false, not true"
        ),
    ]) func `a read that is denied says why`(condition: String, expected: String) throws {
        let found = try reason(".read", condition) { try $0.reading("rooms/blue", as: .user("bob")) }
        #expect(found == expected)
    }

    @Test(arguments: [
        ("data.child('seats').val() === 4", "/rooms/blue/seats is 4"),
        ("!(data.child('seats').val() === 5)", "/rooms/blue/seats is 4, not 5"),
        ("data.child('seats').val() !== 5", "/rooms/blue/seats is 4, not 5"),
        ("data.child('seats').val() > 3", "/rooms/blue/seats is 4, which is more than 3"),
        ("!(data.child('seats').val() > 10)", "/rooms/blue/seats is 4, which is not more than 10"),
        ("data.child('seats').exists()", "/rooms/blue/seats exists"),
        ("data.child('seats').val() != null", "there is something at /rooms/blue/seats"),
        ("!data.child('color').exists()", "there is nothing at /rooms/blue/color"),
        ("auth != null", "bob is signed in"),
    ]) func `a read that is allowed says how things are, not how they should be`(
        condition: String, expected: String
    ) throws {
        let found = try reason(".read", condition, isAllowed: true) {
            try $0.reading("rooms/blue", as: .user("bob"))
        }
        #expect(found == expected)
    }

    @Test(arguments: [
        ("!(data.child('seats').val() === 4)", "/rooms/blue/seats is 4, and must not be"),
        ("!(data.child('seats').val() > 3)", "/rooms/blue/seats is 4, and must not be more than 3"),
        ("data.child('seats').val() == null", "there is something at /rooms/blue/seats already"),
    ]) func `a negated condition says what must not be`(condition: String, expected: String) throws {
        let found = try reason(".read", condition) { try $0.reading("rooms/blue", as: .user("bob")) }
        #expect(found == expected)
    }

    @Test(arguments: [
        ("auth.uid === newData.child('owner').val()", "the new /rooms/blue/owner is alice"),
        (
            "newData.child('name').val() !== data.child('name').val()",
            #"/rooms/blue/name changes from "Blue room" to "Red room""#
        ),
    ]) func `a write that is allowed says what it changes`(condition: String, expected: String) throws {
        let found = try reason(".write", condition, as: .user("alice"), isAllowed: true) {
            try $0.writing(
                ["rooms/blue": #"{"owner": "alice", "name": "Red room"}"#], as: .user("alice"))
        }
        #expect(found == expected)
    }

    @Test(arguments: [
        "auth != null", "auth.uid != null", "auth.uid === 'bob'", "data.child('owner').val() === auth.uid",
    ]) func `without a sign-in, the reason is that nobody is signed in`(condition: String) throws {
        let found = try reason(".read", condition, as: .null) { try $0.reading("rooms/blue", as: .null) }
        #expect(found == "nobody is signed in")
    }

    @Test(arguments: [
        (
            "newData.child('owner').val() === data.child('owner').val()",
            #"/rooms/blue/owner may not change: it is "alice", and "eve" was sent"#
        ),
        ("newData.hasChildren(['name', 'owner'])", "the new /rooms/blue lacks name"),
        ("newData.child('owner').isNumber()", #"the new /rooms/blue/owner is "eve", not a number"#),
        ("!data.exists()", "/rooms/blue exists already"),
    ]) func `a write that is denied says what may not be`(condition: String, expected: String) throws {
        let found = try reason(".write", condition) {
            try $0.writing(["rooms/blue": #"{"owner": "eve"}"#], as: .user("bob"))
        }
        #expect(found == expected)
    }

    @Test func `of several rules on the way the one decides whose conditions held the most`() throws {
        let probe = try RulesProbe(
            """
            {".read": "auth.uid === 'root'",
             "rooms": {".read": "auth != null && root.child('open').exists()",
              "$room": {".read": "false", "name": {".read": "$room === 'red'"}}}}
            """, Self.data)
        let explanation = probe.ruleset.explain(try probe.reading("rooms/blue/name", as: .user("bob")))
        #expect(explanation.attempts.count == 4)
        #expect(explanation.reason == "there is nothing at /open")
        #expect(explanation.deciding?.attempt == 1)
        #expect(explanation.text().contains("because there is nothing at /open\n"))
        #expect(
            explanation.text().contains("\nAlso tried, but no nearer to allowing it:\n"))
        #expect(explanation.json.split(separator: #""decides": true"#).count == 2)
    }

    @Test func `of rules that came equally near the one decides that is nearest to the node`() throws {
        let probe = try RulesProbe(
            #"{".read": "auth.uid === 'root'", "rooms": {"$room": {".read": "$room === 'red'"}}}"#, Self.data)
        let explanation = probe.ruleset.explain(try probe.reading("rooms/blue", as: .user("bob")))
        #expect(explanation.reason == #"$room in the path is "blue", not "red""#)
    }

    @Test func `constants, and places without rules, have their sentences`() throws {
        let closed = try RulesProbe(#"{"rooms": {".read": false}}"#, Self.data)
        let explanation = closed.ruleset.explain(try closed.reading("rooms/blue", as: .user("bob")))
        #expect(explanation.reason == "the .read rule of /rooms is always false")
        let nowhere = closed.ruleset.explain(try closed.reading("other", as: .user("bob")))
        #expect(nowhere.reason == "there is no .read rule at /other or above it")
    }
}
