/// A type of values, by its name in messages and in the `is` operator.
package enum RuleType: String, Sendable, CaseIterable {
    case null, bool, int, float, string, bytes, list, set, map, path, timestamp, duration, latlng
    case mapDiff = "map_diff"
    case vector, constraint

    /// Whether Google's emulator uses the order of values of this type in the filters of a query.
    var isOrdered: Bool {
        switch self {
        case .int, .float, .string, .bytes, .timestamp: true
        case .null, .bool, .list, .set, .map, .path, .duration, .latlng, .mapDiff, .vector, .constraint: false
        }
    }

    /// Whether values of this type can have an index at all.
    var hasElements: Bool {
        switch self {
        case .list, .map, .string, .path, .vector, .constraint: true
        case .null, .bool, .int, .float, .bytes, .set, .timestamp, .duration, .latlng, .mapDiff: false
        }
    }
}

extension RuleValue {
    package var type: RuleType {
        switch self {
        case .null: .null
        case .bool: .bool
        case .int: .int
        case .float: .float
        case .string: .string
        case .bytes: .bytes
        case .list: .list
        case .set: .set
        case .map: .map
        case .path: .path
        case .timestamp: .timestamp
        case .duration: .duration
        case .latlng: .latlng
        case .mapDiff: .mapDiff
        case .vector: .vector
        case .constraint: .constraint
        }
    }
}
