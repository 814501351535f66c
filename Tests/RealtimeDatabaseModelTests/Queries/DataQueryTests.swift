import CoreValues
import RealtimeDatabaseModel
import TestSupport
import Testing

@Suite("Queries of a Realtime Database")
struct DataQueryTests {
    private let people =
        #"{"ann": {"age": 30}, "bob": {"age": 20}, "cid": {"age": 30}, "dan": {}, "eve": {"age": "x"}, "fay": 7}"#

    private func keys(_ query: DataQuery, of json: String) throws -> [String] {
        query.matches(in: try node(json)).map(\.key.string)
    }

    private var byAge: DataQuery { DataQuery(order: .child(DatabasePath([DataKey("age")]))) }

    @Test func `children come by the value of a child, and by key where that is the same`() throws {
        #expect(try keys(byAge, of: people) == ["fay", "bob", "ann", "cid", "eve"])
    }

    @Test func `a bound includes what is equal, or not`() throws {
        var query = byAge
        query.start = DataQuery.Bound(.number(20))
        query.end = DataQuery.Bound(.number(30))
        #expect(try keys(query, of: people) == ["bob", "ann", "cid"])
        query.start?.includesEqual = false
        #expect(try keys(query, of: people) == ["ann", "cid"])
        query.start = nil
        query.end?.includesEqual = false
        #expect(try keys(query, of: people) == ["fay", "bob"])
    }

    @Test func `a key with a bound tells equal ones apart`() throws {
        var query = byAge
        query.start = DataQuery.Bound(.number(30), key: "ann", includesEqual: false)
        #expect(try keys(query, of: people) == ["cid", "eve"])
        query.start = nil
        query.end = DataQuery.Bound(.number(30), key: "ann")
        #expect(try keys(query, of: people) == ["fay", "bob", "ann"])
        query.end = DataQuery.Bound(.number(30), key: "ann", includesEqual: false)
        #expect(try keys(query, of: people) == ["fay", "bob"])
    }

    @Test func `nothing can be asked for as well`() throws {
        var query = byAge
        query.start = DataQuery.Bound(.null)
        query.end = query.start
        #expect(try keys(query, of: people) == ["fay"])
    }

    @Test func `a limit takes from its end`() throws {
        var query = byAge
        query.limit = .first(2)
        #expect(try keys(query, of: people) == ["fay", "bob"])
        query.limit = .last(2)
        #expect(try keys(query, of: people) == ["cid", "eve"])
        query.limit = .last(100)
        #expect(try keys(query, of: people).count == 5)
    }

    @Test func `keys are compared as keys`() throws {
        let json = #"{"2": 1, "10": 1, "a": 1, "b": 1}"#
        var query = DataQuery(order: .key, start: DataQuery.Bound(.string("10")))
        #expect(try keys(query, of: json) == ["10", "a", "b"])
        query.start?.includesEqual = false
        query.end = DataQuery.Bound(.string("b"), includesEqual: false)
        #expect(try keys(query, of: json) == ["a"])
    }

    @Test func `a value has no children`() throws {
        #expect(DataQuery(order: .key).matches(in: .number(1)).isEmpty)
        #expect(DataQuery(order: .value).result(in: .string("a")) == .null)
    }

    @Test(arguments: SeededGenerator.seeds(20))
    func `queries find what a look at all children finds`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for round in 0..<200 {
            let (node, query) = (generator.node(depth: 3), generator.query())
            let expected = NaiveQuery(query).keys(of: node)
            #expect(query.matches(in: node).map(\.key) == expected, "seed \(seed), round \(round), \(query)")
            #expect(Set(query.result(in: node).children.map(\.key)) == Set(expected))
            if query.limit == nil {
                let included = node.children.filter { query.includes($0.key, $0.value) }.map(\.key)
                #expect(Set(included) == Set(expected), "seed \(seed), round \(round), \(query)")
            }
        }
    }
}

/// A query as the documentation puts it: all children, sorted, those outside of the bounds left out, and what is left counted off.
private struct NaiveQuery {
    private typealias Ranked = (value: DataNode, key: DataKey)
    private let query: DataQuery

    init(_ query: DataQuery) { self.query = query }

    func keys(of node: DataNode) -> [DataKey] {
        let all = node.children.map { (value: value(of: $0.key, $0.value), key: $0.key) }
        let found = all.sorted { isLess($0, $1) }.filter { isWithin($0) }.map(\.key)
        return switch query.limit {
        case nil: found
        case .first(let count): found.enumerated().filter { $0.offset < count }.map(\.element)
        case .last(let count): found.enumerated().filter { $0.offset >= found.count - count }.map(\.element)
        }
    }

    private func value(of key: DataKey, _ child: DataNode) -> DataNode {
        switch query.order {
        case .key: .string(key.string)
        case .value: child
        case .priority: .null
        case .child(let path): child.value(at: path)
        }
    }

    private func isLess(_ left: Ranked, _ right: Ranked) -> Bool {
        if query.order == .key { return left.key < right.key }
        let order = left.value.compare(to: right.value)
        return order == .less || order == .equal && left.key < right.key
    }

    private func isWithin(_ child: Ranked) -> Bool {
        if let start = query.start {
            let order = compare(child, start)
            if order == .less || order == .equal && !start.includesEqual { return false }
        }
        if let end = query.end {
            let order = compare(child, end)
            if order == .greater || order == .equal && !end.includesEqual { return false }
        }
        return true
    }

    /// A bound without a key is equal to all that have its value.
    private func compare(_ child: Ranked, _ bound: DataQuery.Bound) -> ComparisonOrder {
        if query.order == .key, case .string(let text) = bound.value {
            return compare(child.key, DataKey(text))
        }
        let order = child.value.compare(to: bound.value.node)
        guard order == .equal, let key = bound.key else { return order }
        return compare(child.key, key)
    }

    private func compare(_ left: DataKey, _ right: DataKey) -> ComparisonOrder {
        left == right ? .equal : left < right ? .less : .greater
    }
}
