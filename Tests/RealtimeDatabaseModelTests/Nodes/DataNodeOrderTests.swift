import CoreValues
import RealtimeDatabaseModel
import TestSupport
import Testing

@Suite("Order of nodes")
struct DataNodeOrderTests {
    @Test func `nothing, false, true, numbers, texts and the rest`() throws {
        let ordered: [DataNode] = [
            .null, .boolean(false), .boolean(true), .number(-1.5), .number(0), .number(2), .number(10),
            .string(""), .string("10"), .string("2"), .string("\u{1F600}"), .string("\u{FFFF}"),
            try node(#"{"a": 1}"#),
        ]
        for (index, left) in ordered.enumerated() {
            for (other, right) in ordered.enumerated() {
                let order = left.compare(to: right)
                #expect((order == .less) == (index < other) && (order == .equal) == (index == other))
            }
        }
    }

    @Test func `all that has children is equal`() throws {
        #expect(try node(#"{"a": 1}"#).compare(to: try node("[2]")) == .equal)
        #expect(DataNode.number(-0.0).compare(to: .number(0)) == .equal)
    }
}
