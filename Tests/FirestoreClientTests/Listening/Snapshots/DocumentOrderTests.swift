import FirestoreModel
import TestSupport
import Testing

@testable import FirestoreClient

struct DocumentOrderTests {
    /// The ids of documents in an order: `a x=1 y=2` has the fields x and y.
    private func sorted(_ orders: [StructuredQuery.Order], _ documents: [(String, [String: Int64])])
        -> [String]
    {
        let order = DocumentOrder(orders)
        return documents.map { id, numbers in
            Watching.document(
                id, MapValue(pairs: numbers.map { (FieldName($0.key), Value.integer($0.value)) }))
        }
        .sorted(by: order.precedes).map { "\($0.name.path.id)" }
    }

    private func field(
        _ name: String, _ direction: StructuredQuery.Direction = .ascending
    ) -> StructuredQuery.Order {
        StructuredQuery.Order(FieldPath([name]), direction)
    }

    private let byName = StructuredQuery.Order(.documentID())

    @Test func `the first field decides, then the next one, then the name`() {
        let documents: [(String, [String: Int64])] = [
            ("d", ["x": 1, "y": 2]), ("c", ["x": 1, "y": 1]), ("b", ["x": 1, "y": 2]),
            ("a", ["x": 2, "y": 0]),
        ]
        #expect(sorted([field("x"), field("y"), byName], documents) == ["c", "b", "d", "a"])
        #expect(sorted([field("x", .descending), field("y"), byName], documents) == ["a", "c", "b", "d"])
        #expect(
            sorted([field("x"), field("y", .descending), .init(.documentID(), .descending)], documents) == [
                "d", "b", "c", "a",
            ])
        #expect(sorted([byName], documents) == ["a", "b", "c", "d"])
    }

    @Test func `names are compared by bytes`() {
        #expect(
            sorted([byName], ["é", "z", "e\u{301}", "Z", "🍵", "\u{FFFF}"].map { ($0, [:]) }) == [
                "Z", "e\u{301}", "z", "é", "\u{FFFF}", "🍵",
            ])
    }

    @Test func `values of all types have an order, as on the server`() {
        let values: [Value] = [
            .null, .boolean(false), .boolean(true), .double(-.infinity), .integer(1), .double(1.5),
            .timestamp(Watching.time(1)), .string(""), .string("a"), .bytes([1]), .array([]), .map([:]),
        ]
        let order = DocumentOrder([field("v"), byName])
        let documents = values.enumerated().map { index, value in
            // The names go the other way.
            Watching.document("\(100 - index)", ["v": value])
        }
        #expect(documents.reversed().sorted(by: order.precedes) == documents)
    }

    @Test func `a query's order is that which the server applies`() throws {
        let messages = try makeFirestore().collection("c")
        func order(_ query: Query) throws -> [String] {
            let order = try query.listenTarget().order
            return [("a", ["n": 1]), ("b", ["n": 2]), ("c", ["n": 1])].map { id, numbers in
                Watching.document(id, ["n": .integer(numbers["n"] ?? 0)])
            }
            .sorted(by: order.precedes).map { "\($0.name.path.id)" }
        }
        #expect(try order(messages) == ["a", "b", "c"])
        #expect(try order(messages.order(by: "n")) == ["a", "c", "b"])
        #expect(try order(messages.order(by: "n", descending: true)) == ["b", "c", "a"])
        #expect(try order(messages.whereField("n", isGreaterThan: 0)) == ["a", "c", "b"])
        #expect(try order(messages.order(by: FieldPath.documentID(), descending: true)) == ["c", "b", "a"])
        // The server is asked for the opposite order, and the results are turned round.
        #expect(try order(messages.order(by: "n").limit(toLast: 2)) == ["a", "c", "b"])
    }
}
