import Foundation
import JSONText
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
        #expect(child.databaseValue == ["c": 1])
        #expect(snapshot.childSnapshot(forPath: "d").databaseValue.string == "x")
        #expect(!snapshot.childSnapshot(forPath: "d").hasChildren())
        #expect(!snapshot.childSnapshot(forPath: "d/e").exists())
    }

    @Test func `values are those that app code casts to`() async throws {
        let snapshot = try await snapshot(
            #"{"name":"x","n":3,"d":1.5,"on":true,"list":["a",null,"c"],"map":{"k":7}}"#)
        let value = try #require(snapshot.value as? [String: Any])
        #expect(value["name"] as? String == "x")
        #expect(value["n"] as? Int == 3)
        #expect(value["n"] as? Double == 3)
        #expect(value["n"] as? UInt64 == 3)
        #expect(value["d"] as? TimeInterval == 1.5)
        #expect(value["d"] as? Int == nil)
        #expect(value["on"] as? Bool == true)
        #expect((value["n"] as? NSNumber)?.intValue == 3)
        #expect("\(value["n"] ?? "")" == "3")
        let list = try #require(value["list"] as? [Any])
        #expect(list.count == 3 && list[1] is NSNull)
        #expect(value["map"] as? [String: Int] == ["k": 7])
        #expect(snapshot.childSnapshot(forPath: "none").value is NSNull)
        let exported = try #require(snapshot.valueInExportFormat() as? [String: Any])
        #expect(exported["list"] as? [String: String] == ["0": "a", "2": "c"])
        #expect(snapshot.priority == nil)
    }

    @Test func `children are enumerated as in Objective-C`() async throws {
        let snapshot = try await snapshot(#"{"b":{"n":1},"a":{"n":2},"10":{"n":4},"9":{"n":3}}"#)
        let order = ["9", "10", "a", "b"]
        let objects = snapshot.children.allObjects as? [DataSnapshot]
        #expect(objects?.map(\.key) == order)
        var keys: [String] = []
        for case let child as DataSnapshot in snapshot.children.allObjects { keys.append(child.key) }
        for child in snapshot.children { keys.append(child.key) }
        let enumerator = snapshot.children
        while let child = enumerator.nextObject() as? DataSnapshot { keys.append(child.key) }
        #expect(keys == order + order + order)
        #expect(snapshot.children.nextObject() != nil, "each enumerator begins anew")
        #expect(snapshot.childrenCount == 4)
    }

    @Test func `keys that differ only in their normal form stay two`() async throws {
        let (composed, decomposed) = ("\u{E9}", "e\u{301}")
        let snapshot = try await snapshot("{\"\(composed)\":1,\"\(decomposed)\":2}")
        #expect(snapshot.childrenCount == 2)
        #expect(snapshot.children.map { $0.databaseValue } == [2, 1])
        let children = try #require(snapshot.databaseValue.object)
        #expect(children.count == 2)
        #expect(children[composed] == 1 && children[decomposed] == 2)
        #expect(try snapshot.databaseValue.json().compactText == "{\"\(decomposed)\":2,\"\(composed)\":1}")
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
        #expect(throws: DecodingError.self) { try snapshot.data(as: Message.self) }
    }

    @Test func `numbered children are read as a list or a dictionary, as is asked for`() async throws {
        let snapshot = try await snapshot(#"["a","b",null,"d"]"#)
        #expect(snapshot.databaseValue == ["a", "b", nil, "d"])
        #expect(snapshot.children.map(\.key) == ["0", "1", "3"])
        #expect(try snapshot.data(as: [String?].self) == ["a", "b", nil, "d"])
        #expect(try snapshot.data(as: [String: String].self) == ["0": "a", "1": "b", "3": "d"])
    }
}
