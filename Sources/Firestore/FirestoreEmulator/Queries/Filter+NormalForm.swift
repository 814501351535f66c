import FirestoreModel

extension Filter {
    /// The disjunctive normal form: conjunctions of tests on single fields, of which one must hold. Tests against lists become one
    /// test for each value.
    ///
    /// Rules are evaluated for each, which shows how Google's emulator expands filters: groups and their elements are sets
    /// without duplicates. A valid filter has few conjunctions.
    var disjuncts: [[Filter]] { normalForm.map(\.tests) }

    private var normalForm: [Conjunction] {
        switch self {
        case .or(let filters):
            return filters.flatMap(\.normalForm).withoutRepetitions()
        case .and:
            let factors = conjuncts.map(\.normalForm).withoutRepetitions { $0.hasSameElements(as: $1) }
            let products = factors.reduce([Conjunction(tests: [])]) { products, factor in
                products.flatMap { product in factor.map { product.and($0) } }
            }
            // A group expanded to one test is that test; a group that never had alternatives remains one.
            return products.map { Conjunction(tests: $0.tests, isGroup: !hasChoice || $0.tests.count > 1) }
                .withoutRepetitions()
        case .field(let path, .in, let list):
            return Filter.choice(list) { .field(path, .equal, $0) }
        case .field(let path, .arrayContainsAny, let list):
            return Filter.choice(list) { .field(path, .arrayContains, $0) }
        case .field, .unary:
            return [Conjunction(tests: [self])]
        }
    }

    /// The tests that must hold together, with nested groups flattened.
    private var conjuncts: [Filter] {
        if case .and(let filters) = self { filters.flatMap(\.conjuncts) } else { [self] }
    }

    /// Whether the filter has alternatives, judged by its form.
    private var hasChoice: Bool {
        switch self {
        case .or, .field(_, .in, _), .field(_, .arrayContainsAny, _): true
        case .and(let filters): filters.contains(where: \.hasChoice)
        case .field, .unary: false
        }
    }

    private static func choice(_ list: Value, _ test: (Value) -> Filter) -> [Conjunction] {
        (list.arrayValue ?? []).map { Conjunction(tests: [test($0)]) }.withoutRepetitions()
    }
}

/// Tests that must hold together: a set, or a single test, which is not the same as a set of one.
private struct Conjunction: Equatable {
    var tests: [Filter]
    var isGroup = false

    func and(_ other: Conjunction) -> Conjunction {
        Conjunction(tests: tests + other.tests.filter { !tests.contains($0) })
    }

    static func == (one: Conjunction, other: Conjunction) -> Bool {
        one.isGroup == other.isGroup && one.tests.hasSameElements(as: other.tests)
    }
}

extension Array where Element: Equatable {
    fileprivate func withoutRepetitions() -> Self {
        withoutRepetitions(by: ==)
    }

    /// Whether both have the same elements, in any order. Neither has duplicates.
    fileprivate func hasSameElements(as other: Self) -> Bool {
        count == other.count && allSatisfy(other.contains)
    }
}

extension Array {
    fileprivate func withoutRepetitions(by areEqual: (Element, Element) -> Bool) -> Self {
        reduce(into: []) { distinct, element in
            if !distinct.contains(where: { areEqual($0, element) }) { distinct.append(element) }
        }
    }
}

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
