import RealtimeDatabaseRules
import RulesCore
import Testing

/// What people read. Each text is compared as a whole.
@Suite("Explanations of database rules")
struct ExplanationTextTests {
    private static let rules = """
        {
          // members only
          "chats": {"$chat": {
            ".read": "auth != null && root.child('members/' + $chat + '/' + auth.uid).exists()",
            ".write": "auth.uid === 'root' || data.child('owner').val() === auth.uid",
            "name": {".validate": "newData.isString() && newData.val().length < 10"}
          }},
          "open": {".read": true, ".write": "newData.val() > data.val()"},
          "closed": {".read": false}
        }
        """

    private func probe() throws -> RulesProbe {
        try RulesProbe(
            ExplanationTextTests.rules,
            #"{"chats": {"c1": {"owner": "alice"}}, "members": {"c1": {"bob": true}}, "open": 5}"#)
    }

    private func text(_ request: (RulesProbe) throws -> DatabaseRequest) throws -> String {
        let probe = try probe()
        return probe.ruleset.explain(try request(probe)).text(quoting: probe.ruleset.source)
    }

    @Test func `a member that is missing is named with its path`() throws {
        let text1 = try text { try $0.reading("chats/c1/name", as: .user("eve")) }
        #expect(
            text1 == """
                DENIED read /chats/c1/name as eve
                because eve is not in /members/c1

                database.rules.json:4:15: the .read rule of /chats/$chat is false
                     4 | ".read": "auth != null && root.child('members/' + $chat + '/' + auth.uid).exists()",
                       |                           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ is false
                       = root.child('members/' + $chat + '/' + auth.uid) is /members/c1/eve, where nothing is

                """)
    }

    @Test func `nobody signed in and somebody signed in read differently`() throws {
        let text2 = try text { try $0.reading("chats/c1", as: .null) }
        #expect(
            text2 == """
                DENIED read /chats/c1 as nobody
                because nobody is signed in

                database.rules.json:4:15: the .read rule of /chats/$chat is false
                     4 | ".read": "auth != null && root.child('members/' + $chat + '/' + auth.uid).exists()",
                       |           ^^^^^^^^^^^^ is false
                       = auth is null
                       = nobody is signed in: auth is null

                """)
    }

    @Test func `all sides of an or are shown, with what they looked at`() throws {
        let text3 = try text { try $0.writing(["chats/c1/name": "\"x\""]) }
        #expect(
            text3 == """
                DENIED write /chats/c1/name as bob
                because bob is not "root"

                database.rules.json:5:16: the .write rule of /chats/$chat is false
                     5 | ".write": "auth.uid === 'root' || data.child('owner').val() === auth.uid",
                       |            ^^^^^^^^^^^^^^^^^^^ is false
                       = auth.uid is "bob"
                     5 | ".write": "auth.uid === 'root' || data.child('owner').val() === auth.uid",
                       |                                   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ is false
                       = data.child('owner').val() is "alice", at /chats/c1/owner
                       = auth.uid is "bob"

                """)
    }

    @Test func `an error is shown where it arises`() throws {
        let text4 = try text { try $0.writing(["open": "\"text\""]) }
        #expect(
            text4 == """
                DENIED write /open as bob
                because `newData.val() > data.val()` failed: > takes two numbers or two strings, not a string and a number

                database.rules.json:8:38: the .write rule of /open fails: > takes two numbers or two strings, not a string and a number
                     8 | "open": {".read": true, ".write": "newData.val() > data.val()"},
                       |                                    ^^^^^^^^^^^^^^^^^^^^^^^^^^ fails: > takes two numbers or two strings, not a string and a number
                       = newData.val() is "text", at /open
                       = data.val() is 5, at /open

                """)
    }

    @Test func `of a write that is not valid the rule that does not hold is shown`() throws {
        let text5 = try text { try $0.writing(["chats/c1/name": "\"far too long\""], as: .user("alice")) }
        #expect(
            text5 == """
                DENIED write /chats/c1/name as alice
                because the length of the new /chats/c1/name is 12, and must be less than 10

                database.rules.json:6:28: the .validate rule of /chats/$chat/name is false
                     6 | "name": {".validate": "newData.isString() && newData.val().length < 10"}
                       |                                              ^^^^^^^^^^^^^^^^^^^^^^^^^ is false
                       = newData.val().length is 12

                """)
    }

    @Test func `a rule that is a constant says so`() throws {
        let text6 = try text { try $0.reading("closed/x") }
        #expect(
            text6 == """
                DENIED read /closed/x as bob
                because the .read rule of /closed is always false

                database.rules.json:9:23: the .read rule of /closed is always false
                     9 | "closed": {".read": false}
                       |                     ^^^^^

                """)
        let text7 = try text { try $0.reading("open", as: .null) }
        #expect(
            text7 == """
                ALLOWED read /open as nobody

                database.rules.json:8:21: the .read rule of /open is always true
                     8 | "open": {".read": true, ".write": "newData.val() > data.val()"},
                       |                   ^^^^

                """)
    }

    @Test func `of what is allowed the rules are shown that allowed it`() throws {
        let text8 = try text { try $0.writing(["chats/c1/name": "\"x\"", "open": "6"], as: .user("alice")) }
        #expect(
            text8 == """
                ALLOWED 2 operations as alice

                database.rules.json:5:16: the .write rule of /chats/$chat is true
                     5 | ".write": "auth.uid === 'root' || data.child('owner').val() === auth.uid",
                       |            ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ is true

                database.rules.json:8:38: the .write rule of /open is true
                     8 | "open": {".read": true, ".write": "newData.val() > data.val()"},
                       |                                    ^^^^^^^^^^^^^^^^^^^^^^^^^^ is true

                """)
    }

    @Test func `where no rule is asked, those further down are named`() throws {
        let text9 = try text { try $0.reading("chats") }
        #expect(
            text9 == """
                DENIED read /chats as bob

                there is no .read rule at /chats or above it
                database.rules.json:4: the .read rule of /chats/$chat grants only what is there or below

                """)
        let text10 = try text { try $0.writing(["nowhere": "1", "open": "6"]) }
        #expect(
            text10 == """
                DENIED write /nowhere as bob (number 1 of 2 in the request)

                there is no .write rule at /nowhere or above it

                """)
    }

    @Test func `the summary is one line`() throws {
        let probe = try probe()
        let explanation = probe.ruleset.explain(try probe.writing(["chats/c1/name": "\"x\""]))
        #expect(
            explanation.summary
                == #"database.rules.json:5:16: bob is not "root""#
        )
        let other = probe.ruleset.explain(try probe.reading("none"))
        #expect(other.summary == "there is no .read rule at /none or above it")
    }

    @Test func `without the source expressions are quoted by themselves`() throws {
        let probe = try probe()
        let explanation = probe.ruleset.explain(try probe.reading("chats/c1", as: .null))
        #expect(explanation.text().contains("     4 | auth != null is false\n       = auth is null\n"))
    }

    @Test func `negations and choices lead to what they look at`() throws {
        let probe = try RulesProbe(
            condition: "!($a == 'left') || ($b == 'right' ? data.isNumber() : true)",
            #"{"left": {"right": {"x": ["\u001b", {"y": {}, "z": 1}]}}}"#)
        let explanation = probe.ruleset.explain(try probe.reading("left/right"))
        let decisive = try #require(explanation.attempts.first?.finding).decisive
        #expect(decisive.map(\.expression) == ["$a == 'left'", "$b == 'right'", "data.isNumber()"])
        #expect(decisive.map(\.result) == [.value("true"), .value("true"), .value("false")])
        #expect(decisive.last?.values.map(\.value) == [#"/left/right, where {x: {0: "\u{1b}", 1: {…}}} is"#])
    }

    @Test func `as JSON it says the same`() throws {
        let probe = try RulesProbe(#"{"a": {".read": "auth.uid == 'x'"}}"#)
        let json = probe.ruleset.explain(try probe.reading("a")).json
        #expect(
            json == """
                {
                  "allowed": false,
                  "headline": "DENIED read /a as bob",
                  "user": "bob",
                  "operations": [{
                    "method": "read",
                    "target": "/a"
                  }],
                  "reason": "bob is not \\"x\\"",
                  "deciding": {
                    "attempt": 0,
                    "expression": "auth.uid == 'x'",
                    "sourcePosition": {
                      "line": 1,
                      "column": 28,
                      "currentOffset": 27,
                      "endOffset": 41
                    }
                  },
                  "attempts": [{
                    "method": ".read",
                    "target": "/a",
                    "match": "/a",
                    "sourcePosition": {
                      "fileName": "database.rules.json",
                      "line": 1,
                      "column": 28,
                      "currentOffset": 27,
                      "endOffset": 41
                    },
                    "condition": "auth.uid == 'x'",
                    "value": "false",
                    "finding": {
                      "expression": "auth.uid == 'x'",
                      "sourcePosition": {
                        "line": 1,
                        "column": 28,
                        "currentOffset": 27,
                        "endOffset": 41
                      },
                      "value": "false",
                      "decides": true,
                      "values": [{
                        "name": "auth.uid",
                        "value": "\\"bob\\""
                      }]
                    }
                  }]
                }
                """)
    }
}
