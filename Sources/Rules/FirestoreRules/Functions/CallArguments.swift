/// The arguments of a built-in function or method. Nearly all calls have one or none, which need no array.
package enum CallArguments: Sendable {
    case none
    case one(RuleValue)
    case several([RuleValue])

    package init() { self = .none }

    package init(_ only: RuleValue) { self = .one(only) }

    package init(_ values: [RuleValue]) {
        switch values.count {
        case 0: self = .none
        case 1: self = .one(values[0])
        case _: self = .several(values)
        }
    }
}

extension CallArguments: RandomAccessCollection {
    package var startIndex: Int { 0 }

    package var endIndex: Int {
        switch self {
        case .none: 0
        case .one: 1
        case .several(let values): values.count
        }
    }

    package subscript(position: Int) -> RuleValue {
        switch self {
        case .one(let only) where position == 0: return only
        case .several(let values): return values[position]
        case .none, .one: preconditionFailure("A call has no argument \(position).")
        }
    }
}

/// The only argument of a call, if it is of a type.
extension CallArguments {
    var only: RuleValue? { if case .one(let value) = self { value } else { nil } }

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

    /// The arguments, if there are `count` of them and all are integers.
    func integers(_ count: Int) -> [Int64]? {
        guard self.count == count else { return nil }
        let integers = compactMap { if case .int(let number) = $0 { number } else { nil } }
        return integers.count == count ? integers : nil
    }
}
