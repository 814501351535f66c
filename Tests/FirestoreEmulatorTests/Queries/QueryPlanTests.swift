import FirestoreModel
import Testing

@testable import FirestoreEmulator

@Suite("Query plans")
struct QueryPlanTests {
    private typealias Order = StructuredQuery.Order

    private static func path(_ text: String) -> FieldPath {
        FieldPath(text.split(separator: ".").map(String.init))
    }

    /// Orders as `a -b`: a ascending, then b descending.
    private static func orders(_ text: String) -> [Order] {
        text.split(separator: " ").map { word in
            word.hasPrefix("-")
                ? Order(path(String(word.dropFirst())), .descending) : Order(path(String(word)))
        }
    }

    private func text(_ orders: [Order]) -> String {
        orders.map {
            ($0.direction == .descending ? "-" : "") + $0.field.names.map(\.string).joined(separator: ".")
        }
        .joined(separator: " ")
    }

    @Test(
        arguments: [
            ("", "", "__name__"), ("a", "", "a __name__"), ("-a", "", "-a -__name__"),
            ("a -b", "", "a -b -__name__"),
            ("", "b a", "a b __name__"), ("c", "b a", "c a b __name__"), ("-a", "a b", "-a -b -__name__"),
            ("", "m.k m", "m m.k __name__"),
            ("__name__", "", "__name__"), ("-a __name__", "a", "-a __name__"), ("", "__name__", "__name__"),
            ("", "__name__ a", "a __name__"),
        ])
    func `orders are completed by inequalities and the name`(
        orders: String, inequalities: String, expected: String
    ) throws {
        let filters = inequalities.split(separator: " ").map { word in
            Filter.field(
                Self.path(String(word)), .greaterThan, word == "__name__" ? .reference(.make("c/a")) : 1)
        }
        let query = StructuredQuery(
            from: [StructuredQuery.CollectionSelector("c")], filter: filters.isEmpty ? nil : .and(filters),
            orderBy: Self.orders(orders))
        #expect(text(try QueryPlan(query, in: .test, parent: nil).orders) == expected)
    }

    @Test(
        arguments: [
            ("c", false, nil, ["c/a", "c/b", "c/d"]), ("c", true, nil, ["c/a", "c/a/c/n", "c/b", "c/d"]),
            ("", false, nil, ["c/a", "c/b", "c/d", "e/x"]),
            ("", true, nil, ["c/a", "c/a/c/n", "c/a/g/1", "c/b", "c/d", "e/x"]),
            ("c", false, "c/a", ["c/a/c/n"]), ("", false, "c/a", ["c/a/c/n", "c/a/g/1"]),
            ("c", true, "c/a", ["c/a/c/n"]), ("none", true, nil, []),
        ] as [(String, Bool, String?, [String])])
    func `a selector finds collections by id and depth`(
        id: String, isGroup: Bool, parent: String?, expected: [String]
    ) throws {
        let state = DatabaseState.make(["c/a", "c/b", "c/d", "c/a/g/1", "c/a/c/n", "e/x"].map { .make($0) })
        let query = StructuredQuery(from: [StructuredQuery.CollectionSelector(id, allDescendants: isGroup)])
        let plan = try QueryPlan(query, in: .test, parent: parent.map { DocumentName.make($0).path })
        #expect(plan.run(on: state).documents.map(\.name.path.description) == expected)
    }

    private static let numbers = DatabaseState.make(
        ([("a", 1), ("b", 2), ("c", 2), ("d", 3)] as [(String, Value)]).map {
            .make("c/\($0.0)", ["n": $0.1])
        } + [.make("c/e", ["x": 1])])

    private func run(_ orders: String, _ change: (inout StructuredQuery) -> Void) throws -> (
        ids: String, skipped: Int
    ) {
        var query = StructuredQuery(
            from: [StructuredQuery.CollectionSelector("c")], orderBy: Self.orders(orders))
        change(&query)
        let result = try QueryPlan(query, in: .test, parent: nil).run(on: Self.numbers)
        return (result.documents.map(\.name.path.id.string).joined(), result.skipped)
    }

    @Test(
        arguments: [
            ("n", [2], true, "bcd"), ("n", [2], false, "d"), ("-n", [2], true, "cba"),
            ("-n", [2], false, "a"), ("n", [.null], true, "abcd"),
            ("n", ["x"], true, ""), ("n", [.double(2)], false, "d"),
            ("n __name__", [2, .reference(.make("c/b"))], false, "cd"),
            ("n __name__", [2, .reference(.make("c/b"))], true, "bcd"),
            ("-n -__name__", [2, .reference(.make("c/b"))], false, "a"),
            ("__name__", [.reference(.make("c/c"))], true, "cde"),
            ("__name__", [.reference(.make("b/zzz"))], false, "abcde"),
            ("-__name__", [.reference(.make("c/c"))], false, "ba"), ("n", [], false, ""),
            ("n", [], true, "abcd"),
        ] as [(String, [Value], Bool, String)])
    func `a query begins at a cursor`(orders: String, values: [Value], before: Bool, expected: String) throws
    {
        #expect(
            try run(orders) { $0.startAt = StructuredQuery.Cursor(values, before: before) }.ids == expected)
    }

    @Test(
        arguments: [
            ("n", [2], true, "a"), ("n", [2], false, "abc"), ("-n", [2], true, "d"),
            ("-n", [2], false, "dcb"),
            ("n __name__", [2, .reference(.make("c/b"))], true, "a"), ("n", ["x"], true, "abcd"),
            ("n", [], true, ""),
        ] as [(String, [Value], Bool, String)])
    func `a query ends at a cursor`(orders: String, values: [Value], before: Bool, expected: String) throws {
        #expect(try run(orders) { $0.endAt = StructuredQuery.Cursor(values, before: before) }.ids == expected)
    }

    @Test(
        arguments: [
            (0, nil, "abcde", 0), (2, nil, "cde", 2), (2, 2, "cd", 2), (9, nil, "", 5), (0, 0, "", 0),
            (1, 0, "", 1), (0, 3, "abc", 0),
        ] as [(Int, Int?, String, Int)])
    func `offset and limit cut what is found`(offset: Int, limit: Int?, expected: String, skipped: Int) throws
    {
        let result = try run("__name__") { ($0.offset, $0.limit) = (offset, limit) }
        #expect(result.ids == expected && result.skipped == min(skipped, 5))
    }

    @Test func `a document without the field of an order is left out`() throws {
        #expect(try run("x") { _ in }.ids == "e")
        #expect(try run("n") { $0.filter = .unary(FieldPath(["x"]), .isNotNull) }.ids == "")
    }
}
