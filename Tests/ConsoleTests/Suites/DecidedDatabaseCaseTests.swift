import HTTPTypes
import JSONText
import ReadReceipts
import RealtimeDatabase
import RealtimeDatabaseEmulator
import Testing

@testable import ReceiptConsole

@Suite("Cases of requests to a Realtime Database")
struct DecidedDatabaseCaseTests {
    @Test func `a decided request to a Realtime Database becomes a case that passes`() async throws {
        let probe = try ConsoleProbe(stores: [.realtimeDatabase])
        let rules = #"""
            {"rules": {"rooms": {"$room": {".read": "data.child('members').child(auth.uid).exists()"}}}}
            """#
        #expect(probe.database.setRules(rules, namespace: "demo-default-rtdb") == [])
        let admin = try ConsoleProbe.admin(of: probe.database)
        try await admin.reference(withPath: "rooms/a").setValue([
            "members": ["alice": true], "name": "Blue", "seats": 4,
        ])
        try await admin.reference(withPath: "users/alice/name").setValue("Alice")
        for user in ["alice", "bob"] {
            let room = try admin.acting(as: .emulatorUser(uid: user)).reference(withPath: "rooms/a")
            _ = try? await room.getData()
        }
        var texts = ""
        for (number, name) in [(1, "alice may get rooms/a"), (2, "bob may not get rooms/a")] {
            let made = await probe(
                .post, "/api/suites/case", #"{"store": "realtimeDatabase", "number": \#(number)}"#)
            #expect(made.json["name"]?.string == name)
            texts += try #require(made.json["text"]?.string)
        }
        #expect(
            texts == """
                  - name: "alice may get rooms/a"
                    given:
                      rooms/a/members: {alice: true}
                    as: alice
                    get: rooms/a
                    expect: allowed
                  - name: "bob may not get rooms/a"
                    as: bob
                    get: rooms/a
                    expect: denied

                """)
        let held = HeldSuites([
            "database.rules.json": rules,
            "rooms.yaml": "suite: Rooms\nrules: database.rules.json\ncases:\n" + texts,
        ])
        let answer = try JSONParser.parse(try await SuitesDesk(held.files).answer(unless: nil).body)
        let cases = answer["suites"]?.array?.first?["cases"]?.array ?? []
        #expect(cases.count == 2 && cases.allSatisfy { $0["failure"] == nil })
    }
}
