import JSONText
import RealtimeDatabaseModel
import Testing

@Suite("Priorities of nodes")
struct DataNodePriorityTests {
    private func node(_ json: String) throws -> DataNode { try DataNode(json: Array(json.utf8)) }

    private func exported(_ node: DataNode) -> String {
        var writer = JSONWriter(.compact)
        node.write(to: &writer, rendersArrays: false)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    @Test(arguments: [
        #"{".value":1,".priority":2}"#, #"{"a":1,".priority":"high"}"#,
        #"{"a":{".value":"x",".priority":-1.5},"b":{"c":true,".priority":0}}"#,
    ])
    func `the export format has them`(json: String) throws {
        #expect(exported(try node(json)) == json)
    }

    @Test func `elsewhere they are not seen`() throws {
        let data = try node(
            #"{"a":{".value":1,".priority":2},"b":{"0":{".value":"x",".priority":3},".priority":4}}"#)
        #expect(data.json == #"{"a":1,"b":["x"]}"#)
        #expect(data.child(DataKey("b")).hasChildren)
        #expect(data.value(at: try DatabasePath("b/0")).priority == .number(3))
        #expect(data.value(at: try DatabasePath("b/.priority", allowsPriority: true)) == .number(4))
    }

    @Test func `they stay when a child changes, and go with the last one`() throws {
        var data = try node(#"{"a":1,".priority":2}"#)
        data.set(.number(3), at: try DatabasePath("b/c"))
        #expect(exported(data) == #"{"a":1,"b":{"c":3},".priority":2}"#)
        data.set(.null, at: try DatabasePath("b"))
        data.set(.null, at: try DatabasePath("a"))
        #expect(data == .null)
        var value = try node(#"{".value":1,".priority":2}"#)
        value.set(.boolean(true), at: try DatabasePath("x"))
        #expect(exported(value) == #"{"x":true,".priority":2}"#)
        value.set(.number(5), at: .root)
        #expect(value == .number(5))
    }

    @Test func `no data has no priority, and null removes one`() throws {
        #expect(try node(#"{".priority":1}"#) == .null)
        #expect(try node(#"{".value":1,".priority":null}"#) == .number(1))
        #expect(try node("1").withPriority(.number(2)).withPriority(.null) == .number(1))
        #expect(throws: DataProblem.self) { try node(#"{".value":1,".priority":true}"#) }
        #expect(throws: DataProblem.self) { try node(#"{".value":1,".priority":{"a":1}}"#) }
    }

    @Test func `they make nodes different, and order children`() throws {
        let data = try node(
            #"{"a":{".value":1,".priority":"x"},"b":{".value":1,".priority":2},"c":1,"d":{".value":1,".priority":1}}"#
        )
        #expect(data.child(DataKey("a")) != data.child(DataKey("c")))
        let query = DataQuery(order: .priority)
        #expect(query.matches(in: data).map(\.key.string) == ["c", "d", "b", "a"])
        let range = DataQuery(order: .priority, start: .init(.number(2)))
        #expect(range.matches(in: data).map(\.key.string) == ["b", "a"])
    }
}
