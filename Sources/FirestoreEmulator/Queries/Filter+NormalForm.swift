import FirestoreModel

extension Filter {
    /// The filter multiplied out: conjunctions of tests on single fields, of which one must hold. Tests against lists become one
    /// test for each value.
    ///
    /// A filter that was found valid has few of them.
    var disjuncts: [[Filter]] {
        switch self {
        case .or(let filters): return filters.flatMap(\.disjuncts)
        case .and(let filters):
            return filters.reduce([[]]) { products, filter in
                let factors = filter.disjuncts
                return products.flatMap { product in factors.map { product + $0 } }
            }
        case .field(let path, .in, let list): return alternatives(list) { .field(path, .equal, $0) }
        case .field(let path, .arrayContainsAny, let list):
            return alternatives(list) { .field(path, .arrayContains, $0) }
        case .field, .unary: return [[self]]
        }
    }

    private func alternatives(_ list: Value, _ test: (Value) -> Filter) -> [[Filter]] {
        (list.arrayValue ?? []).map { [test($0)] }
    }
}
