import RealtimeDatabaseModel
import TestSupport

extension SeededGenerator {
    /// A node, often with children, from few keys so that paths meet.
    mutating func node(depth: Int) -> DataNode {
        switch int(0...(depth > 0 ? 7 : 4)) {
        case 0: return .null
        case 1: return .boolean(oneIn(2))
        case 2: return .number(Double(int(-3...3)))
        case 3: return .number(Double(int(-1_000_000...1_000_000)) / 8)
        case 4: return .string(pick(["", "a", "é\u{1F600}", "\"\\\n\u{2028}", "data: x\n\nevent: y"]))
        case _:
            var children = DataChildren()
            for _ in 0..<int(1...4) { children[key()] = node(depth: depth - 1) }
            return DataNode(children)
        }
    }

    mutating func key() -> DataKey { pick(["a", "b", "c", "0", "1", "2", "10", "é", "x y"]) }

    mutating func path(_ count: ClosedRange<Int>) -> DatabasePath { DatabasePath(list(count) { $0.key() }) }
}
