import FirestoreModel

/// The size of a filter, and of its disjunctive normal form:
/// alternative conjunctions.
extension Filter {
    /// Firestore's maximum number of conjunctions.
    private static let maximumDisjunctions = 30
    /// Google's emulator does not compute, and so does not report, a product above this.
    private static let maximumProduct = 60
    /// Above this number of filters, duplicates are not searched for: the query is far too large anyway.
    private static let maximumComparisons = 1000

    /// The same filter with nested groups of the same kind flattened, and no duplicates in a group.
    var withoutRepetitions: Filter {
        switch self {
        case .and(let filters):
            let inner = filters.map(\.withoutRepetitions).flatMap { filter in
                if case .and(let inner) = filter { inner } else { [filter] }
            }
            return .and(Filter.distinct(inner))
        case .or(let filters):
            let inner = filters.map(\.withoutRepetitions).flatMap { filter in
                if case .or(let inner) = filter { inner } else { [filter] }
            }
            return .or(Filter.distinct(inner))
        case .field, .unary: return self
        }
    }

    /// The number of different tests; a test against a list counts once for each value.
    var partCount: Int { Filter.distinct(leaves.flatMap(\.alternatives)).count }

    /// The maximum number of array filters in one conjunction. Only adjacent duplicates count once.
    var mostArrayFilters: Int {
        switch self {
        case .and(let filters): Filter.distinct(filters).reduce(0) { $0 + $1.mostArrayFilters }
        case .or(let filters): filters.reduce(0) { max($0, $1.mostArrayFilters) }
        case .field(_, .arrayContains, _), .field(_, .arrayContainsAny, _): 1
        case .field, .unary: 0
        }
    }

    /// Refuses a filter that has too many conjunctions.
    func checkDisjunctions() throws(RPCStatus) {
        if try disjunctionCount() <= Filter.maximumDisjunctions { return }
        var tests: [Filter] = []
        let count = conjunctions(of: &tests).count
        if count > Filter.maximumDisjunctions {
            throw .invalidArgument(
                "Too many disjunctions after normalization. Result had \(count) disjunctions which is more "
                    + "than the maximum of \(Filter.maximumDisjunctions)")
        }
    }

    /// The number of conjunctions, including duplicates.
    private func disjunctionCount() throws(RPCStatus) -> Int {
        switch self {
        case .and(let filters):
            var product = 1
            for filter in filters {
                product *= try filter.disjunctionCount()
                if product > Filter.maximumProduct {
                    throw .invalidArgument(
                        "Too many disjunctions after normalization, the maximum is \(Filter.maximumDisjunctions)"
                    )
                }
            }
            return product
        case .or(let filters):
            var sum = Filter.distinct(filters.flatMap { $0.isAlternatives ? $0.alternatives : [] }).count
            for filter in filters where !filter.isAlternatives { sum += try filter.disjunctionCount() }
            return sum
        case .field, .unary: return isAlternatives ? Filter.distinct(alternatives).count : 1
        }
    }

    /// The conjunctions, each as the set of its tests' indexes in a list: duplicates count once, whatever the order
    /// of its tests.
    private func conjunctions(of tests: inout [Filter]) -> Set<Set<Int>> {
        switch self {
        case .and(let filters):
            var products: Set<Set<Int>> = [[]]
            for filter in filters {
                let factors = filter.conjunctions(of: &tests)
                products = Set(products.flatMap { product in factors.map { product.union($0) } })
            }
            return products
        case .or(let filters):
            var sum: Set<Set<Int>> = []
            for filter in filters { sum.formUnion(filter.conjunctions(of: &tests)) }
            return sum
        case .field, .unary:
            var single: Set<Set<Int>> = []
            for test in isAlternatives ? alternatives : [self] {
                let place = tests.firstIndex(of: test) ?? tests.endIndex
                if place == tests.endIndex { tests.append(test) }
                single.insert([place])
            }
            return single
        }
    }

    /// True for a test that stands for alternatives.
    private var isAlternatives: Bool {
        switch self {
        case .field(_, let operation, _): operation != .notIn
        case .and, .or, .unary: false
        }
    }

    /// The tests with single values that a test against a list stands for.
    private var alternatives: [Filter] {
        switch self {
        case .field(let path, .in, let list): (list.arrayValue ?? []).map { .field(path, .equal, $0) }
        case .field(let path, .notIn, let list): (list.arrayValue ?? []).map { .field(path, .notEqual, $0) }
        case .field(let path, .arrayContainsAny, let list):
            (list.arrayValue ?? []).map { .field(path, .arrayContains, $0) }
        case .field, .unary, .and, .or: [self]
        }
    }

    private static func distinct(_ filters: [Filter]) -> [Filter] {
        guard filters.count <= maximumComparisons else { return filters }
        return filters.reduce(into: []) { result, filter in
            if !result.contains(filter) { result.append(filter) }
        }
    }
}
