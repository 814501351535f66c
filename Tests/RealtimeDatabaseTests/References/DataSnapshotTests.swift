import RealtimeDatabase
import TestSupport
import Testing

@Suite struct DataSnapshotTests {
    private func snapshot(_ json: String) async throws -> DataSnapshot {
        try await makeDatabase(ScriptedServer([.json(json)])).reference(withPath: "r").getData()
    }

    @Test func `parts of a snapshot are snapshots`() async throws {
        let snapshot = try await snapshot(#"{"a":{"b":{"c":1}},"d":"x"}"#)
        #expect(snapshot.childrenCount == 2)
        #expect(snapshot.hasChildren())
        #expect(snapshot.hasChild("a/b"))
        #expect(!snapshot.hasChild("a/x"))
        #expect(!snapshot.hasChild("a.b"))
        let child = snapshot.childSnapshot(forPath: "a/b")
        #expect(child.ref.path == "/r/a/b")
        #expect(child.key == "b")
        #expect(child.value == ["c": 1])
        #expect(snapshot.childSnapshot(forPath: "d").value.string == "x")
        #expect(!snapshot.childSnapshot(forPath: "d").hasChildren())
        #expect(!snapshot.childSnapshot(forPath: "d/e").exists())
    }

    struct Message: Codable, Equatable {
        var text: String
        var likes: [String: Bool]?
        var extra: DatabaseValue?
    }

    @Test func `a snapshot is read as a Swift type`() async throws {
        let snapshot = try await snapshot(
            #"{"m":{"text":"hi","likes":{"bob":true},"extra":[1,{"x":null,"y":"z"}]}}"#)
        #expect(
            try snapshot.data(as: [String: Message].self) == [
                "m": Message(text: "hi", likes: ["bob": true], extra: [1, ["y": "z"]])
            ])
        #expect(try snapshot.childSnapshot(forPath: "m/text").data(as: String.self) == "hi")
        let error = #expect(throws: DatabaseError.self) { try snapshot.data(as: Message.self) }
        #expect(error?.code == .invalidArgument)
        #expect(error?.underlying is DecodingError)
    }

    @Test func `numbered children are read as a list or a dictionary, as is asked for`() async throws {
        let snapshot = try await snapshot(#"["a","b",null,"d"]"#)
        #expect(snapshot.value == ["a", "b", nil, "d"])
        #expect(snapshot.children.map(\.key) == ["0", "1", "3"])
        #expect(try snapshot.data(as: [String?].self) == ["a", "b", nil, "d"])
        #expect(try snapshot.data(as: [String: String].self) == ["0": "a", "1": "b", "3": "d"])
    }
}
