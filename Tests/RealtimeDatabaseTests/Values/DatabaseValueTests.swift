import Foundation
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

    @Test func `children visit their keys in order, and the last of a repeated key counts`() {
        let children = DatabaseValue.Children([("b", 1), ("10", 2), ("9", 3), ("b", 4)])
        #expect(children.keys == ["9", "10", "b"])
        #expect(children.map(\.value) == [3, 2, 4])
        #expect(DatabaseValue.object(["a": 1]) == ["a": 1])
    }

    /// A value of each Swift type that app code passes, and what is written.
    static var plainValues: [(value: Any, json: String)] {
        [
            ("x", #""x""#), ("xy".dropLast(), #""x""#), (true, "true"), (7, "7"), (UInt8(7), "7"),
            (1.5, "1.5"),
            (Float(1.5), "1.5"), (Int64(1) << 40, "1099511627776"), (NSNumber(value: 3), "3"),
            (NSNumber(value: 2.5), "2.5"), (NSNumber(value: true), "true"), (NSNull(), "null"),
            (Int?.none as Any, "null"), (Optional("y") as Any, #""y""#), (["a", "b"], #"["a","b"]"#),
            ([1, "b", nil] as [Any?], #"[1,"b",null]"#),
            (
                ["n": 1, "list": [true], "at": ServerValue.timestamp()] as [String: Any],
                #"{"at":{".sv":"timestamp"},"list":[true],"n":1}"#
            ),
            (["k": NSNull()] as [AnyHashable: Any], #"{"k":null}"#),
            (
                (["n": 1, "s": "x", "l": ["y"], "b": true] as [String: Any]).mapValues { $0 as AnyObject },
                #"{"b":true,"l":["y"],"n":1,"s":"x"}"#
            ),
            (Date(timeIntervalSince1970: 2).timeIntervalSince1970 * 1000, "2000"),
        ]
    }

    @Test(arguments: plainValues.indices)
    func `a Swift value is written`(_ index: Int) async throws {
        let (value, json) = Self.plainValues[index]
        let server = ScriptedServer([.text("", type: nil, status: 204)])
        try await makeDatabase(server).reference(withPath: "a").setValue(value)
        #expect(server.requests.map(\.text) == [json])
    }

    @Test func `other Swift values are refused, and no content is shown`() async throws {
        let reference = try makeDatabase().reference(withPath: "a")
        for value in [Date(), Data([1]), [1: "secret"], ["k": Date()], Double.nan, ["a.b": "secret"]] as [Any]
        {
            let error = try await failure { () async throws(DatabaseError) in
                try await reference.setValue(value)
            }
            #expect(error.code == .invalidArgument)
            #expect(!error.message.contains("secret"))
        }
        let error = try await failure { () async throws(DatabaseError) in
            try await reference.updateChildValues(["a": 1, 2: "x"] as [AnyHashable: Any])
        }
        #expect(error.code == .invalidArgument)
    }
}
