import RealtimeDatabaseModel

/// The query of a read as rules see it. A read without one is ordered by key.
package struct QueryFacts: Sendable {
    private let query: DataQuery?

    init(_ query: DataQuery?) {
        self.query = query
    }

    var order: DataQuery.Order { query?.order ?? .key }
    var limit: DataQuery.Limit? { query?.limit }
    /// The value of the first bound; null without one.
    var start: RuleValue { value(of: query?.start) }
    /// The value of the last bound; null without one.
    var end: RuleValue { value(of: query?.end) }

    /// Whether the query begins and ends with the same value, as one with `equalTo` does.
    var isForOneValue: Bool {
        guard let start = query?.start, let end = query?.end else { return false }
        return start == end && start.includesEqual
    }

    private func value(of bound: DataQuery.Bound?) -> RuleValue {
        bound.map { RuleValue($0.value.node) } ?? .null
    }
}
