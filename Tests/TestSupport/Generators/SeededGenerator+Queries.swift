package import FirestoreModel

extension SeededGenerator {
    /// A query of which no part is refused; as a whole, not every one has a meaning that Firestore accepts.
    package mutating func randomQuery() -> StructuredQuery {
        let orders = list(0...3) {
            StructuredQuery.Order($0.randomFieldPath(), $0.pick([.ascending, .descending]))
        }
        return StructuredQuery(
            select: perhaps { $0.randomMask() },
            from: [StructuredQuery.CollectionSelector(randomResourceID().string, allDescendants: oneIn(2))],
            filter: perhaps { $0.randomFilter() }, orderBy: orders,
            startAt: perhaps { $0.randomCursor(orders.count) },
            endAt: perhaps { $0.randomCursor(orders.count) }, offset: int(0...3),
            limit: perhaps { $0.int(0...100) })
    }

    /// A filter with operators that go together.
    private mutating func randomFilter() -> Filter {
        switch int(0...3) {
        // Of the tests that exclude something there may be one, and NOT_IN stands beside no choice.
        case 0: .and([randomExclusion(), randomFilter(depth: 1)])
        case 1:
            .and([.field(randomFieldPath(), .notIn, randomList(1...10)), .unary(randomFieldPath(), .isNull)])
        default: randomFilter(depth: 2)
        }
    }

    private mutating func randomFilter(depth: Int) -> Filter {
        switch int(depth > 0 ? 0...4 : 0...2) {
        case 0: .field(randomFieldPath(), pick([.in, .arrayContainsAny]), randomList(1...30))
        case 1: .unary(randomFieldPath(), pick([.isNull, .isNaN]))
        case 2: .field(randomFieldPath(), pick(SeededGenerator.comparisons), randomValue(depth: 1))
        case 3: .and(list(1...3) { $0.randomFilter(depth: depth - 1) })
        default: .or(list(1...3) { $0.randomFilter(depth: depth - 1) })
        }
    }

    private static let comparisons: [Filter.FieldOperator] = [
        .equal, .lessThan, .lessThanOrEqual, .greaterThan, .greaterThanOrEqual, .arrayContains,
    ]

    private mutating func randomExclusion() -> Filter {
        oneIn(2)
            ? .field(randomFieldPath(), .notEqual, randomValue(depth: 1))
            : .unary(randomFieldPath(), pick([.isNotNull, .isNotNaN]))
    }

    private mutating func randomList(_ count: ClosedRange<Int>) -> Value {
        .array(list(count) { $0.randomValue(depth: 1) })
    }

    private mutating func randomCursor(_ most: Int) -> StructuredQuery.Cursor {
        StructuredQuery.Cursor(list(0...most) { $0.randomValue(depth: 1) }, before: oneIn(2))
    }
}
