/// A method of some types of values, such as `size` or `hasOnly`.
///
/// A planner resolves the name once; a call chooses by the type of its receiver.
package enum BuiltInMethod: String, CaseIterable, Sendable {
    case size
    // Strings
    case lower, upper, trim, matches, replace, split, toUtf8
    // Lists and sets
    case concat, removeAll, hasAll, hasAny, hasOnly, join, toSet, union, intersection, difference
    // Maps and differences of maps
    case keys, values, get, diff, addedKeys, removedKeys, changedKeys, unchangedKeys, affectedKeys
    // Bytes
    case toHexString, toBase64
    // Paths
    case bind
    // Timestamps and durations
    case date, time, year, month, day, dayOfWeek, dayOfYear, hours, minutes, seconds, nanos, toMillis
    // Points
    case latitude, longitude, distance

    /// Calls the method.
    package func call(
        _ receiver: RuleValue, _ arguments: CallArguments, _ work: WorkMeter
    ) throws(EvaluationFailure) -> RuleValue {
        let result =
            switch receiver {
            case .map(let map): try call(on: map, arguments, work)
            case .mapDiff(let diff): arguments.isEmpty ? try call(on: diff, work) : nil
            case .set(let set): try call(on: set, arguments, work)
            case .list(let list): try call(on: list, arguments, work)
            case .string(let text): try call(on: text, arguments, work)
            case .bytes(let bytes): arguments.isEmpty ? try call(on: bytes, work) : nil
            case .path(let path): try call(on: path, arguments)
            case .timestamp(let time): arguments.isEmpty ? try call(on: time) : nil
            case .duration(let duration): arguments.isEmpty ? call(on: duration) : nil
            case .latlng(let point): call(on: point, arguments)
            case .constraint(let constraint): try call(on: constraint, arguments, work)
            case .null: throw .error(.nullValue)
            case .bool, .int, .float, .vector: nil as RuleValue?
            }
        if let result { return result }
        throw .error(.method(self, receiver.type, arguments.map(\.type)))
    }

    /// Calls the method of a field that a query constrains: only `hasAny` knows what to say.
    private func call(
        on constraint: FieldConstraint, _ arguments: CallArguments, _ work: WorkMeter
    ) throws(EvaluationFailure) -> RuleValue? {
        guard self == .hasAny, let elements = arguments.onlyList else { return nil }
        return .bool(try constraint.containsAny(of: elements, work))
    }
}
