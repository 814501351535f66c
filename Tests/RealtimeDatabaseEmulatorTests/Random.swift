import JSONText
import RealtimeDatabaseModel
import TestSupport

@testable import RealtimeDatabaseEmulator

/// Trees and writes in which paths meet often.
extension SeededGenerator {
    mutating func key() -> String { pick(["a", "b", "c", "1", "2"]) }

    mutating func path(_ count: ClosedRange<Int> = 0...3) -> DatabasePath {
        DatabasePath(list(count) { DataKey($0.key()) })
    }

    /// JSON of a write; null in it means nothing.
    mutating func json(depth: Int = 2) -> JSON {
        switch int(0...(depth == 0 ? 3 : 6)) {
        case 0: .null
        case 1: .boolean(oneIn(2))
        case 2: .number(String(int(0...4)))
        case 3: .string(pick(["x", "y"]))
        case _: .object(list(1...3) { JSON.Member($0.key(), $0.json(depth: depth - 1)) })
        }
    }

    /// A write of any kind. Those that are refused change nothing.
    mutating func write() -> WriteRequest {
        switch int(0...4) {
        case 0:
            let members = list(1...3) { generator in
                JSON.Member(
                    generator.path(1...3).keys.map(\.string).joined(separator: "/"), generator.json(depth: 1))
            }
            return WriteRequest(path: path(0...2), content: .patch(.object(members)))
        case 1: return WriteRequest(path: path(0...2), content: .push(json(depth: 1)))
        case _: return WriteRequest(path: path(), content: .put(json()))
        }
    }

    /// A query with any parameters that go together.
    mutating func query() -> DataQuery {
        let order: DataQuery.Order = pick([.key, .value, .child(DatabasePath([DataKey("a")])), .priority])
        var query = DataQuery(order: order)
        query.start = perhaps { $0.bound(order) }
        query.end = perhaps { $0.bound(order) }
        query.limit = perhaps { $0.oneIn(2) ? .first($0.int(1...3)) : .last($0.int(1...3)) }
        return query
    }

    private mutating func bound(_ order: DataQuery.Order) -> DataQuery.Bound {
        let includesEqual = oneIn(2)
        if order == .key { return DataQuery.Bound(.string(key()), includesEqual: includesEqual) }
        let value: DataQuery.Scalar = pick([.null, .boolean(true), .number(1), .number(3), .string("x")])
        return DataQuery.Bound(value, key: oneIn(3) ? DataKey(key()) : nil, includesEqual: includesEqual)
    }
}
