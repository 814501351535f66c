import FirestoreModel

extension Filter {
    /// The filter as a choice of conjunctions: it holds when all tests of one of them hold. Tests against lists are
    /// taken apart. A filter that was found valid has at most 30.
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
    /// One scan for each conjunction of the filter; a single one where there is no filter.
    var scans: [IndexScan] { (filter?.conjunctions ?? [[]]).map { IndexScan($0, of: self) } }
}
