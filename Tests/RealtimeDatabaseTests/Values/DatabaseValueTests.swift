import JSONText
import RealtimeDatabase
import RealtimeDatabaseModel
import TestSupport
import Testing

@Suite struct DatabaseValueTests {
    @Test func `a value tells what it holds`() {
        let value: DatabaseValue = ["a": 1, "b": [true, nil, "x"], "d": 2.5, "e": "\("y")"]
        #expect(value["a"].int == 1)
        #expect(value["a"].double == 1)
        #expect(value["d"].int == nil)
        #expect(value["b"]["0"].bool == true)
        #expect(value["b"].array?.count == 3)
        #expect(value["b"].object == ["0": true, "2": "x"])
        #expect(value["e"].string == "y")
        #expect(value["none"]["below"].isNull)
        #expect(value["a"]["below"].isNull)
        #expect(DatabaseValue.number(1e300).int == nil)
        #expect(DatabaseValue.number(.nan).int == nil)
    }

    @Test func `children are set and removed`() {
        var value: DatabaseValue = "text"
        value["a"] = nil
        #expect(value == "text")
        value["a"]["b"] = 1
        #expect(value == ["a": ["b": 1]])
        value["a"]["b"] = nil
        #expect(value == .null)
        value = [1, 2]
        value["1"] = 3
        #expect(value == ["0": 1, "1": 3])
    }

    @Test(arguments: SeededGenerator.seeds(50))
    func `a value comes back from the server as it was written`(_ seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let node = generator.node(depth: 4)
        let written = try DatabaseValue(node).json()
        #expect(try DataNode(json: Array(written.compactText.utf8)) == node, "\(node.json)")
    }
}
