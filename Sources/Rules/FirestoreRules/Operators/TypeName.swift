/// The types that `is` can test for.
package enum TypeName: String, CaseIterable, Sendable {
    case bool, bytes, constraint, duration, float, int, latlng, list, vector, set, number, map, string
    case timestamp, path
    case mapDiff = "map_diff"
}

extension Operators {
    /// `value is T`. Null and sets have no type here: `is set` compiles, but never holds.
    package static func isInstance(_ value: RuleValue, of name: TypeName) -> Bool {
        switch value {
        case .null, .set: false
        case .bool: name == .bool
        case .int: name == .int || name == .number
        case .float: name == .float || name == .number
        case .string: name == .string
        case .bytes: name == .bytes
        case .list: name == .list
        case .map: name == .map
        case .path: name == .path
        case .timestamp: name == .timestamp
        case .duration: name == .duration
        case .latlng: name == .latlng
        case .mapDiff: name == .mapDiff
        case .vector: name == .vector
        case .constraint: name == .constraint
        }
    }
}
