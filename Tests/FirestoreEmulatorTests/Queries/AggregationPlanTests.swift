import FirestoreModel
import Testing

@testable import FirestoreEmulator

@Suite("Aggregation plans")
struct AggregationPlanTests {
    private static func plan(_ aggregations: [Aggregation]) throws(RPCStatus) -> AggregationPlan {
        try AggregationPlan(
            aggregations, of: StructuredQuery(from: [.init("c")]), in: DatabaseID(project: "p"), parent: nil)
    }

    @Test func `those without a name are numbered among themselves`() throws {
        let plan = try Self.plan([
            Aggregation(.count(upTo: nil)), Aggregation(.count(upTo: 0), alias: "n"),
            Aggregation(.sum(FieldPath(["a"]))),
        ])
        #expect(plan.reduce([]).map(\.name) == ["field_1", "n", "field_2"])
    }

    @Test func `a name has the length of a field's name at the most`() throws {
        let name = String(repeating: "x", count: 1500)
        _ = try Self.plan([Aggregation(.count(upTo: nil), alias: name)])
        let refusal = RPCStatus.invalidArgument("The property.name is longer than 1500 bytes.")
        #expect(throws: refusal) { try Self.plan([Aggregation(.count(upTo: nil), alias: name + "x")]) }
    }

    @Test func `the fields to be added up follow the orders, by name`() throws {
        let plan = try AggregationPlan(
            ["z", "a", "n"].map { Aggregation(.sum(FieldPath([$0]))) },
            of: StructuredQuery(
                from: [.init("c")], filter: .field(FieldPath(["m"]), .greaterThan, 1),
                orderBy: [.init(FieldPath(["n"]), .descending)]),
            in: DatabaseID(project: "p"), parent: nil)
        #expect(plan.query.orders.map(\.field.description) == ["n", "m", "a", "z", "__name__"])
        #expect(plan.query.orders.allSatisfy { $0.direction == .descending })
    }
}
