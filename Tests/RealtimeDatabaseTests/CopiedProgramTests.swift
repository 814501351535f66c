import RealtimeDatabase
import RealtimeDatabaseEmulator
import Testing

/// The statements that the console copies as Swift: see `treeCopies` in the checks of its pages, which compare their text.
@Suite("Programs that the console copies")
struct CopiedProgramTests {
    @Test func `they do what the calls did`() async throws {
        let emulator = DatabaseEmulator()
        let database = try Database(
            DatabaseSettings(url: "http://127.0.0.1:9000?ns=n", credentials: .emulatorUser(uid: "bob")),
            transport: emulator.transport)

        try await database.reference(withPath: "a b/c").setValue(["a": [1, "\"", nil], "b": [:], "c": 1.5])
        try await database.reference(withPath: "a b/c").updateChildValues(["a": 1])
        try await database.reference(withPath: "a b/c").childByAutoId().setValue(["a": 1])
        #expect(
            try await database.reference(withPath: "a b/c").getData().childSnapshot(forPath: "a").value
                as? Int == 1)
        #expect(
            try await database.reference(withPath: "a b/c")
                .queryOrdered(byChild: "n/m")
                .queryStarting(atValue: 1)
                .queryLimited(toLast: 2)
                .getData().exists() == false)
        for try await change in database.reference(withPath: "a b/c")
            .queryOrderedByKey()
            .queryEqual(toValue: "c")
            .changes()
        {
            #expect(change.snapshot.value as? [String: Double] == ["c": 1.5])
            break
        }
        try await database.reference(withPath: "a b/c").removeValue()
        #expect(try await database.reference(withPath: "").getData().exists() == false)
    }
}
