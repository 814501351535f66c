/// What the filters of a query, which all hold, say about a field without fixing its value.
package struct FieldConstraint: Sendable {
    package enum Comparator: String, Sendable {
        case equal = "EQ"
        case notEqual = "NEQ"
        case less = "LT"
        case lessOrEqual = "LTE"
        case greater = "GT"
        case greaterOrEqual = "GTE"
        case listContains = "LIST_CONTAINS"
    }

    package struct Simple: Sendable {
        package var comparator: Comparator
        package var value: RuleValue

        package init(_ comparator: Comparator, _ value: RuleValue) {
            self.comparator = comparator
            self.value = value
        }
    }

    package var simple: [Simple]

    package init(_ simple: [Simple]) {
        self.simple = simple
    }
}
