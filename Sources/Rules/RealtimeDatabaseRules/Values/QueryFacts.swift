import RealtimeDatabaseModel

/// What a rule can know of the query that reads; of a read without one, what it is like by default.
struct QueryFacts: Sendable {
    private let query: DataQuery?

    init(_ query: DataQuery?) {
        self.query = query
    }

    func value(of property: QueryProperty) -> RuleValue {
        switch property {
        case .orderByKey: .boolean(order == .key)
        case .orderByValue: .boolean(order == .value)
        case .orderByPriority: .boolean(order == .priority)
        case .orderByChild:
            if case .child(let path) = order {
                .string(path.keys.map(\.string).joined(separator: "/"))
            } else {
                .null
            }
        case .startAt: isForOneValue ? .null : value(of: query?.start)
        case .endAt: isForOneValue ? .null : value(of: query?.end)
        case .equalTo: isForOneValue ? value(of: query?.start) : .null
        case .limitToFirst:
            if case .first(let count)? = query?.limit { .number(Double(count)) } else { .null }
        case .limitToLast: if case .last(let count)? = query?.limit { .number(Double(count)) } else { .null }
        }
    }

    private var order: DataQuery.Order { query?.order ?? .key }

    /// `equalTo` is a query that begins and ends with the same.
    private var isForOneValue: Bool {
        guard let start = query?.start, let end = query?.end else { return false }
        return start == end && start.includesEqual
    }

    private func value(of bound: DataQuery.Bound?) -> RuleValue {
        bound.map { RuleValue($0.value.node) } ?? .null
    }
}
