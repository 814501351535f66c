import RealtimeDatabaseModel
import RealtimeDatabaseRules
import Testing

/// Rules of a chat in which each member marks for itself what it has read.
@Suite("Rules of read receipts")
struct ReceiptRulesTests {
    static let rules = #"""
        {
          "messages": {
            "$conversation": {
              ".read": "auth != null && root.child('conversations/' + $conversation + '/members/' + auth.uid).exists()",
              "$message": {
                "readBy": {
                  "$uid": {
                    ".write": "auth != null && auth.uid === $uid
                      && root.child('conversations/' + $conversation + '/members/' + auth.uid).exists()
                      && data.parent().parent().child('senderID').val() !== auth.uid
                      && data.parent().parent().child('isSystemMessage').val() !== true
                      && !data.exists() && newData.exists()",
                    ".validate": "newData.isNumber() && newData.val() === now"
                  }
                }
              }
            }
          }
        }
        """#
    static let data = #"""
        {"conversations": {"c1": {"members": {"alice": true, "bob": true}}},
         "messages": {"c1": {"m1": {"senderID": "alice"}, "m2": {"senderID": "bob"}, "m3": {"senderID": "alice", "isSystemMessage": true},
                             "m4": {"senderID": "alice", "readBy": {"bob": 1}}}}}
        """#
    private let probe: RulesProbe
    private let now = "1700000000000"

    init() throws { probe = try RulesProbe(ReceiptRulesTests.rules, ReceiptRulesTests.data) }

    @Test func `a member marks what others have sent, once, with the time of the server`() throws {
        #expect(try probe.writes("messages/c1/m1/readBy/bob", now))
        #expect(try !probe.writes("messages/c1/m1/readBy/bob", "1700000000001"))
        #expect(try !probe.writes("messages/c1/m1/readBy/bob", "\"now\""))
        #expect(try !probe.writes("messages/c1/m2/readBy/bob", now))
        #expect(try !probe.writes("messages/c1/m3/readBy/bob", now))
        #expect(try !probe.writes("messages/c1/m4/readBy/bob", now))
        #expect(try !probe.writes("messages/c1/m4/readBy/bob", "null"))
        #expect(try !probe.writes("messages/c1/m1/readBy/alice", now))
        #expect(try !probe.writes("messages/c1/m1/readBy/eve", now, as: .user("eve")))
        #expect(try !probe.writes("messages/c1/m1/readBy/bob", now, as: .null))
        #expect(try !probe.writes("messages/c1/m1/readBy", "{\"bob\": \(now)}"))
        #expect(try !probe.writes("messages/c1/m1/text", "\"changed\""))
    }

    @Test func `many are marked at once, or none`() throws {
        #expect(
            probe.decision(
                try probe.writing(["messages/c1/m1/readBy/bob": now, "messages/c1/m9/readBy/bob": now])
            ).isAllowed)
        #expect(
            !probe.decision(
                try probe.writing(["messages/c1/m1/readBy/bob": now, "messages/c1/m2/readBy/bob": now])
            ).isAllowed)
    }

    @Test func `members read, others do not`() throws {
        #expect(try probe.reads("messages/c1") && probe.reads("messages/c1/m1/readBy", as: .user("alice")))
        #expect(
            try !probe.reads("messages/c1", as: .user("eve")) && !probe.reads("messages")
                && !probe.reads("messages/c1", as: .null))
    }
}
