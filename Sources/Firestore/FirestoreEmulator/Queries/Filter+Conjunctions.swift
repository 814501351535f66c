import FirestoreModel

extension Filter {
    /// The filter as alternative conjunctions: it holds if all tests of one of them hold. Tests against lists are
    /// split up. A valid filter has at most 30.
    var conjunctions: [[Filter]] {
        switch self {
        case .and(let filters):
            filters.reduce([[]]) { products, filter in
                let choices = filter.conjunctions
                return products.flatMap { product in choices.map { product + $0 } }
            }
        case .or(let filters): filters.flatMap(\.conjunctions)
        case .field(let path, .in, let list): (list.arrayValue ?? []).map { [.field(path, .equal, $0)] }
        case .field(let path, .arrayContainsAny, let list):
            (list.arrayValue ?? []).map { [.field(path, .arrayContains, $0)] }
        case .field, .unary: [[self]]
        }
    }
}

extension QueryPlan {
    /// One scan per conjunction of the filter; a single one without a filter.
    var scans: [IndexScan] { (filter?.conjunctions ?? [[]]).map { IndexScan($0, of: self) } }
}
