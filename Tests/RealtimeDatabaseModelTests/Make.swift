import RealtimeDatabaseModel
import TestSupport

/// A node from its JSON.
func node(_ json: String) throws -> DataNode { try DataNode(json: Array(json.utf8)) }

/// What is wrong with what a call was given; nil when nothing is.
func problem<Result>(_ call: () throws(DataProblem) -> Result) -> String? {
    do throws(DataProblem) {
        _ = try call()
        return nil
    } catch {
        return error.reason
    }
}

extension SeededGenerator {
    /// A key of few, so that paths meet.
    mutating func key() -> String { pick(["a", "b", "ab", "3", "12", "-1", "007", "é"]) }

    /// A path of some keys.
    mutating func path(_ count: ClosedRange<Int> = 0...3) -> String {
        list(count) { $0.key() }.joined(separator: "/")
    }

    /// A value without children.
    mutating func scalar() -> DataQuery.Scalar {
        switch int(0...4) {
        case 0: .null
        case 1: .boolean(oneIn(2))
        case 2: .number(Double(int(-2...3)) / 2)
        case 3: .string(pick(["", "a", "b", "\u{FFFF}", "\u{1F600}", "10", "9"]))
        case _: .number(Double(int(0...2)))
        }
    }

    /// A node, at most so deep.
    mutating func node(depth: Int = 2) -> DataNode {
        if depth == 0 || oneIn(3) { return scalar().node }
        var children = DataChildren()
        for _ in 0..<int(0...4) { children[DataKey(key())] = node(depth: depth - 1) }
        return DataNode(children)
    }

    /// A query with any parameters that go together.
    mutating func query() -> DataQuery {
        let order: DataQuery.Order = pick([
            .key, .value, .priority, .child(DatabasePath([DataKey("a")])),
            .child(DatabasePath([DataKey("b"), DataKey("3")])),
        ])
        var query = DataQuery(order: order)
        query.start = perhaps { $0.bound(order) }
        query.end = perhaps { $0.bound(order) }
        if oneIn(6), let start = query.start, start.includesEqual { query.end = start }
        query.limit = perhaps { $0.oneIn(2) ? .first($0.int(1...4)) : .last($0.int(1...4)) }
        return query
    }

    private mutating func bound(_ order: DataQuery.Order) -> DataQuery.Bound {
        let includesEqual = oneIn(2)
        if order == .key { return DataQuery.Bound(.string(key()), includesEqual: includesEqual) }
        let key = oneIn(3) ? DataKey(key()) : nil
        return DataQuery.Bound(scalar(), key: key, includesEqual: includesEqual)
    }
}
