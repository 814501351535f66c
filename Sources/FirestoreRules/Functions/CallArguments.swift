/// The values that a built-in function or method is called with: in nearly all calls one or none, which need no array.
package struct CallArguments: Sendable {
    package let first: RuleValue?
    private let others: [RuleValue]

    package init() {
        first = nil
        others = []
    }

    package init(_ only: RuleValue) {
        first = only
        others = []
    }

    package init(_ values: [RuleValue]) {
        first = values.first
        others = Array(values.dropFirst())
    }
}

extension CallArguments: RandomAccessCollection {
    package var startIndex: Int { 0 }
    package var endIndex: Int { first == nil ? 0 : 1 + others.count }

    package subscript(position: Int) -> RuleValue {
        if position == 0, let first { return first }
        return others[position - 1]
    }
}

/// The only argument of a call, if it is of a type.
extension CallArguments {
    private var only: RuleValue? { others.isEmpty ? first : nil }

    var onlyString: String? {
        if case .string(let text)? = only { text } else { nil }
    }

    var onlyList: RuleList? {
        if case .list(let list)? = only { list } else { nil }
    }

    var onlySet: RuleSet? {
        if case .set(let set)? = only { set } else { nil }
    }

    var onlyMap: RuleMap? {
        if case .map(let map)? = only { map } else { nil }
    }

    var onlyInt: Int64? {
        if case .int(let number)? = only { number } else { nil }
    }

    /// An int or a float.
    var onlyNumber: Double? { only?.number }
}
