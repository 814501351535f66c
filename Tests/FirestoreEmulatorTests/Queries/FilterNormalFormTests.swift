import FirestoreModel
import Testing

@testable import FirestoreEmulator

/// How often Google's emulator 1.19.9 asks rules about a query: once for each conjunction.
@Suite("Filters multiplied out")
struct FilterNormalFormTests {
    private static func test(_ name: String, _ value: Int64 = 1) -> Filter {
        .field(FieldPath([name]), .equal, .integer(value))
    }

    private static let x = test("x")
    private static let y = test("y")
    private static let z = test("z")

    private static func any(_ filters: Filter...) -> Filter { .or(filters) }
    private static func all(_ filters: Filter...) -> Filter { .and(filters) }
    private static func among(_ values: Int64...) -> Filter {
        .field(FieldPath(["x"]), .in, .array(values.map { .integer($0) }))
    }

    @Test(arguments: [
        (any(x, x), 1), (any(x, any(x)), 1), (any(x, among(1)), 1), (among(1, 2, 1), 2),
        (all(any(x, x), y), 1),
    ])
    func `what stands twice counts once`(filter: Filter, count: Int) {
        #expect(filter.disjuncts.count == count)
    }

    @Test(arguments: [
        (any(all(x, y), all(y, x)), 1), (any(all(x, x), all(x)), 1), (any(all(all(x), y), all(x, y)), 1),
        (any(all(x), all(all(x))), 1), (any(all(any(x, y), z), all(x, z)), 2),
    ])
    func `a group is a set`(filter: Filter, count: Int) {
        #expect(filter.disjuncts.count == count)
    }

    @Test(arguments: [
        (any(all(x), x), 2), (any(all(x, x), x), 2), (any(x, x, all(all(x))), 2),
        (any(all(x), any(all(x)), x, y), 3),
    ])
    func `a group of one is not that one`(filter: Filter, count: Int) {
        #expect(filter.disjuncts.count == count)
    }

    @Test(arguments: [
        (any(all(any(x, y)), x), 2), (any(all(any(x, y)), all(x)), 3), (any(all(any(x)), x), 1),
        (any(all(any(x)), all(x)), 2), (any(all(any(x, y), x), x), 2), (any(all(any(x, y), x), all(x, x)), 3),
        (any(all(any(x, y), x), all(x), x), 3), (any(all(any(x, y), any(x, z)), x), 4),
    ])
    func `unless it is what is left of a choice`(filter: Filter, count: Int) {
        #expect(filter.disjuncts.count == count)
    }

    @Test(arguments: [
        (all(any(x, y), any(x, y)), 2), (all(any(x, y), any(y, x)), 2), (all(any(x, y), any(x, z)), 4),
        (all(any(x, y), all(any(y, x))), 2), (all(any(x, y), all(z, any(y, x))), 2),
        (all(any(all(any(x, y)), x), any(x, y)), 2),
        (all(any(all(x, any(y, z)), test("w")), any(all(x, y), all(x, z), test("w"))), 3),
    ])
    func `a choice that stands twice in a group is one`(filter: Filter, count: Int) {
        #expect(filter.disjuncts.count == count)
    }

    @Test func `each conjunction holds its tests`() {
        #expect(
            Self.all(Self.any(Self.x, Self.y), Self.z).disjuncts == [[Self.x, Self.z], [Self.y, Self.z]])
        #expect(Self.among(1, 2).disjuncts == [[Self.x], [Self.test("x", 2)]])
    }
}
