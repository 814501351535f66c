package import FirestoreModel

extension SeededGenerator {
    /// A query of the right form; not every one has a meaning that Firestore accepts.
    package mutating func randomQuery() -> StructuredQuery {
        StructuredQuery(
            select: perhaps { $0.randomMask() },
            from: [StructuredQuery.CollectionSelector(randomResourceID().string, allDescendants: oneIn(2))],
            filter: perhaps { $0.randomFilter(depth: 2) },
            orderBy: list(0...3) {
                StructuredQuery.Order($0.randomFieldPath(), $0.pick([.ascending, .descending]))
            },
            startAt: perhaps { $0.randomCursor() }, endAt: perhaps { $0.randomCursor() },
            offset: int(0...3), limit: perhaps { $0.int(0...100) })
    }

    package mutating func randomFilter(depth: Int) -> Filter {
        switch int(depth > 0 ? 0...3 : 0...1) {
        case 0: .field(randomFieldPath(), pick(Filter.FieldOperator.allCases), randomValue(depth: 1))
        case 1: .unary(randomFieldPath(), pick(Filter.UnaryOperator.allCases))
        case 2: .and(list(1...3) { $0.randomFilter(depth: depth - 1) })
        default: .or(list(1...3) { $0.randomFilter(depth: depth - 1) })
        }
    }

    private mutating func randomCursor() -> StructuredQuery.Cursor {
        StructuredQuery.Cursor(list(0...3) { $0.randomValue(depth: 1) }, before: oneIn(2))
    }
}
