import RealtimeDatabaseModel
import Testing

@Suite("The memory of nodes")
struct DataNodeSizeTests {
    @Test func `a node takes what its texts, keys and children take`() throws {
        let small = try DataNode(json: Array(#"{"a": {"b": 1}}"#.utf8))
        let large = try DataNode(json: Array(#"{"a": {"bcd": "12345"}}"#.utf8))
        #expect(large.size(upTo: .max) == small.size(upTo: .max) + 7)
        let wide = DataNode.object((0..<10).reduce(into: DataChildren()) { $0[DataKey(index: $1)] = large })
        #expect(wide.size(upTo: .max) > 10 * large.size(upTo: .max))
    }

    @Test func `nobody looks further than asked`() throws {
        let wide = DataNode.object(
            (0..<1000).reduce(into: DataChildren()) { $0[DataKey(index: $1)] = .number(1) })
        #expect((500..<1000).contains(wide.size(upTo: 500)))
        #expect(wide.size(upTo: .max) > 50_000)
    }
}
