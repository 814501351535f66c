import FirestoreModel
import JSONText

/// Reads values: scalars, lists and maps. A map with one `$` key is a value that YAML cannot express.
struct ValueReader {
    let database: DatabaseID

    /// A value without transforms.
    func value(_ cursor: SuiteCursor) throws(SuiteProblem) -> Value {
        switch cursor.node.content {
        case .null: return .null
        case .bool(let bool): return .boolean(bool)
        case .int(let number): return .integer(number)
        case .double(let number): return .double(number)
        case .string(let text): return .string(text)
        case .list:
            var elements: [Value] = []
            for element in try cursor.elements() { elements.append(try value(element)) }
            return .array(elements)
        case .map:
            let entries = try cursor.entries()
            if let (tag, operand) = ValueReader.tag(entries) { return try tagged(tag, operand, cursor) }
            var fields = MapValue()
            for (key, inner) in entries { fields[FieldName(key)] = try value(inner) }
            return .map(fields)
        }
    }

    /// The `$` key of a map that has one, and its value.
    static func tag(_ entries: [(key: String, value: SuiteCursor)]) -> (String, SuiteCursor)? {
        guard let first = entries.first, entries.count == 1, first.key.hasPrefix("$") else { return nil }
        return first
    }

    /// The transforms, which are not values.
    static let transforms: Set = [
        "$arrayUnion", "$arrayRemove", "$increment", "$maximum", "$minimum", "$serverTimestamp", "$delete",
    ]

    private func tagged(
        _ tag: String, _ operand: SuiteCursor, _ whole: SuiteCursor
    ) throws(SuiteProblem) -> Value {
        switch tag {
        case "$timestamp":
            guard let time = Timestamp(rfc3339: try operand.string()) else {
                throw operand.problem("expected a time such as 2026-01-01T12:00:00Z")
            }
            return .timestamp(time)
        case "$reference":
            return .reference(DocumentName(database, try documentPath(try operand.string(), operand)))
        case "$bytes":
            guard let bytes = Base64.decode(try operand.string()) else {
                throw operand.problem("expected base64")
            }
            return .bytes(bytes)
        case "$geoPoint":
            let parts = try operand.elements()
            guard parts.count == 2 else { throw operand.problem("expected [latitude, longitude]") }
            let (latitude, longitude) = (try double(parts[0]), try double(parts[1]))
            guard (-90...90).contains(latitude), (-180...180).contains(longitude) else {
                throw operand.problem("a latitude is from -90 to 90, a longitude from -180 to 180")
            }
            return .geoPoint(GeoPoint(latitude: latitude, longitude: longitude))
        case "$double": return .double(try double(operand))
        case "$vector":
            var numbers: [Value] = []
            for element in try operand.elements() { numbers.append(.double(try double(element))) }
            return .map(["__type__": .string("__vector__"), "value": .array(numbers)])
        case "$range": return .array(try range(operand))
        case let tag where ValueReader.transforms.contains(tag):
            throw whole.problem("\(tag) can only be a whole field of a write, not inside a list")
        default:
            throw whole.problem(
                "there is no \(tag); there are $timestamp, $reference, $bytes, $geoPoint, $double, $vector, $range, "
                    + ValueReader.transforms.sorted().joined(separator: ", "))
        }
    }

    /// A long list: the whole numbers from the first to the second, then the other elements.
    private func range(_ cursor: SuiteCursor) throws(SuiteProblem) -> [Value] {
        let parts = try cursor.elements()
        guard parts.count >= 2, case .int(let first) = parts[0].node.content,
            case .int(let last) = parts[1].node.content, first <= last,
            case let (length, overflow) = last.subtractingReportingOverflow(first), !overflow,
            length < ValueReader.longestRange
        else {
            throw cursor.problem(
                "expected [first, last, more...]: two whole numbers in order, at most "
                    + "\(ValueReader.longestRange) apart")
        }
        var elements = (first...last).map { Value.integer($0) }
        for part in parts.dropFirst(2) { elements.append(try value(part)) }
        return elements
    }

    private static let longestRange: Int64 = 20_000

    private func double(_ cursor: SuiteCursor) throws(SuiteProblem) -> Double {
        switch cursor.node.content {
        case .int(let number): return Double(number)
        case .double(let number): return number
        case .string("NaN"): return .nan
        case .string("Infinity"): return .infinity
        case .string("-Infinity"): return -.infinity
        default: throw cursor.problem("expected a number, found \(cursor.node.kind)")
        }
    }
}
