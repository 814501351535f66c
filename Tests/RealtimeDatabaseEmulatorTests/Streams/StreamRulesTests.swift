import HTTPTypes
import RealtimeDatabaseEmulator
import TestSupport
import Testing

@Suite("Rules and streams", .timeLimit(.minutes(1)))
struct StreamRulesTests {
    private static let members = #"""
        {
          "rules": {
            "rooms": { "$room": { ".read": "root.child('members/' + $room + '/' + auth.uid).exists()" } },
            "notes": { "$uid": { ".read": "auth.uid == $uid" } },
            "open": { ".read": "data.child('isOpen').val() == true" }
          }
        }
        """#
    private let bob = "auth=" + token(#"{"sub":"bob"}"#)
    private let namespace = "demo-default-rtdb"

    private func database() async throws -> TestDatabase {
        let database = TestDatabase()
        #expect(database.emulator.setRules(Self.members, namespace: namespace) == [])
        try await database.put(
            "/.json", #"{"members": {"r": {"bob": true}}, "open": {"isOpen": true}}"#, owner)
        return database
    }

    @Test func `a user who may not read gets no stream`() async throws {
        let stream = try await database().open("/rooms/x.json?\(bob)")
        #expect(stream.status == 401)
    }

    @Test func `other rules end the streams that they do not allow`() async throws {
        let database = try await database()
        let (room, notes) = (
            try await database.open("/rooms/r.json?\(bob)"), try await database.open("/notes/bob.json?\(bob)")
        )
        #expect(try await room.next()?.hasPrefix("put") == true)
        #expect(try await notes.next()?.hasPrefix("put") == true)
        database.emulator.setRules(#"{"rules": {"notes": {".read": "auth != null"}}}"#, namespace: namespace)
        #expect(try await room.next() == "cancel null")
        #expect(try await room.next() == nil)
        try await database.put("/notes/bob.json", "1", owner)
        #expect(try await notes.next() == #"put {"path":"/","data":1}"#)
        #expect(database.emulator.recentDecisions(namespace: namespace).last?.isAllowed == false)
    }

    @Test func `data elsewhere end a stream, whatever happens at its own node`() async throws {
        let database = try await database()
        let stream = try await database.open("/rooms/r.json?\(bob)")
        _ = try await stream.next()
        try await database.put("/rooms/r/a.json", "1", owner)
        #expect(try await stream.next() == #"put {"path":"/a","data":1}"#)
        try await database.send(.delete, "/members/r/bob.json", "", owner)
        try await database.put("/rooms/r/a.json", "2", owner)
        #expect(try await stream.next() == "cancel null")
        #expect(try await stream.next() == nil)
        #expect(database.emulator.streamCount(namespace: namespace) == 0)
    }

    @Test func `a write that closes a node to its reader is not told`() async throws {
        let database = try await database()
        let stream = try await database.open("/open.json")
        #expect(try await stream.next() == #"put {"path":"/","data":{"isOpen":true}}"#)
        try await database.put("/open.json", #"{"isOpen": false, "secret": 1}"#, owner)
        #expect(try await stream.next() == "cancel null")
        #expect(try await stream.next() == nil)
    }

    @Test func `an administrator's stream goes on`() async throws {
        let database = try await database()
        let stream = try await database.open("/rooms/r.json?access_token=owner")
        _ = try await stream.next()
        database.emulator.setRules(#"{"rules": {}}"#, namespace: namespace)
        try await database.put("/rooms/r/a.json", "1", owner)
        #expect(try await stream.next() == #"put {"path":"/a","data":1}"#)
    }
}
