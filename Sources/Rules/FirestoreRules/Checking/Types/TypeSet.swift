/// The types that an expression may have, in the order in which messages name them.
struct TypeSet: Sendable {
    let members: [RuleType]
    private let bits: UInt32

    init(_ members: [RuleType]) {
        self.members = members
        bits = members.reduce(0) { $0 | $1.bit }
    }

    var isEmpty: Bool { bits == 0 }

    func contains(_ type: RuleType) -> Bool { bits & type.bit != 0 }

    func isDisjoint(with other: TypeSet) -> Bool { bits & other.bits == 0 }

    /// The types of both, in the order of the first.
    func intersection(_ other: TypeSet) -> TypeSet {
        bits & ~other.bits == 0 ? self : TypeSet(members.filter(other.contains))
    }

    /// The types of either, in order of occurrence.
    func union(_ other: TypeSet) -> TypeSet {
        if isEmpty || self == other { return other }
        return other.bits & ~bits == 0 ? self : TypeSet(members + other.members.filter { !contains($0) })
    }

    /// Whether values of these types can equal values of those: an int can equal a float.
    func isComparable(to other: TypeSet) -> Bool {
        !isDisjoint(with: other) || !isDisjoint(with: .number) && !other.isDisjoint(with: .number)
    }
}

extension TypeSet: Hashable {
    static func == (left: TypeSet, right: TypeSet) -> Bool {
        left.bits == right.bits && left.members == right.members
    }

    func hash(into hasher: inout Hasher) { hasher.combine(bits) }
}

extension TypeSet: ExpressibleByArrayLiteral {
    init(arrayLiteral members: RuleType...) { self.init(members) }
}

extension TypeSet: CustomStringConvertible {
    var description: String { "[" + members.map(\.rawValue).joined(separator: ", ") + "]" }
}

extension Expression.Literal {
    var type: RuleType {
        switch self {
        case .null: .null
        case .bool: .bool
        case .int: .int
        case .float: .float
        case .string: .string
        case .bytes: .bytes
        }
    }
}

extension TypeSet {
    /// Every type: that of an unknown value.
    static let any: TypeSet = [
        .null, .bool, .int, .float, .string, .bytes, .list, .set, .map, .path, .duration, .timestamp, .latlng,
        .mapDiff, .vector, .constraint,
    ]
    static let bool: TypeSet = [.bool]
    static let string: TypeSet = [.string]
    static let map: TypeSet = [.map]
    static let list: TypeSet = [.list]
    static let path: TypeSet = [.path]
    static let number: TypeSet = [.int, .float]
}

extension RuleType {
    fileprivate var bit: UInt32 {
        switch self {
        case .null: 1 << 0
        case .bool: 1 << 1
        case .int: 1 << 2
        case .float: 1 << 3
        case .string: 1 << 4
        case .bytes: 1 << 5
        case .list: 1 << 6
        case .set: 1 << 7
        case .map: 1 << 8
        case .path: 1 << 9
        case .timestamp: 1 << 10
        case .duration: 1 << 11
        case .latlng: 1 << 12
        case .mapDiff: 1 << 13
        case .vector: 1 << 14
        case .constraint: 1 << 15
        }
    }
}
