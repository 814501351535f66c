package import FirestoreModel

/// A value that a rule computes with.
///
/// What comes from a document stays in the document's own storage: lists and maps are looked into, not copied.
package enum RuleValue: Sendable {
    case null
    case bool(Bool)
    case int(Int64)
    case float(Double)
    case string(String)
    case bytes([UInt8])
    case list(RuleList)
    case set(RuleSet)
    case map(RuleMap)
    case path(RulePath)
    case timestamp(Timestamp)
    case duration(RuleDuration)
    case latlng(GeoPoint)
    case mapDiff(MapDiff)
    case vector([Double])
    /// What a query's filters say about a field; only list rules see it.
    case constraint(FieldConstraint)
}

extension RuleValue {
    /// What a stored value is to a rule.
    ///
    /// Source: `rules-language`, field values: references lose their project, so that `get()` takes them.
    package init(_ value: Value) {
        switch value {
        case .null: self = .null
        case .boolean(let bool): self = .bool(bool)
        case .integer(let int): self = .int(int)
        // Google's emulator shows rules no negative zeros.
        case .double(let double): self = .float(0 + double)
        case .timestamp(let time): self = .timestamp(time)
        case .string(let text): self = .string(text)
        case .bytes(let bytes): self = .bytes(bytes)
        case .reference(let name): self = .path(RulePath(document: name))
        case .geoPoint(let point): self = .latlng(point)
        case .array(let elements): self = .list(RuleList(stored: elements))
        case .map(let fields):
            self = fields.isVector ? .vector(fields.vectorElements) : .map(RuleMap(stored: fields))
        }
    }
}

extension MapValue {
    /// The numbers of a vector.
    fileprivate var vectorElements: [Double] {
        self["value"]?.arrayValue?.compactMap {
            switch $0 {
            case .double(let number): number
            case .integer(let number): Double(number)
            default: nil
            }
        } ?? []
    }
}
