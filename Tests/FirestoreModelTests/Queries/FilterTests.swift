import FirestoreModel
import Testing

struct FilterTests {
    @Test func `the leaves of a filter come left to right`() {
        let leaves = ["a", "b", "c", "d"].map { Filter.unary(FieldPath([$0]), .isNull) }
        let filter = Filter.and([leaves[0], .or([leaves[1], .and([leaves[2]])]), .and([]), leaves[3]])
        #expect(filter.leaves == leaves)
    }

    @Test(arguments: Filter.FieldOperator.allCases)
    func `operators that compare or exclude sort by their field`(operation: Filter.FieldOperator) {
        let sorting: [Filter.FieldOperator] = [
            .lessThan, .lessThanOrEqual, .greaterThan, .greaterThanOrEqual, .notEqual, .notIn,
        ]
        #expect(operation.isInequality == sorting.contains(operation))
    }
}
