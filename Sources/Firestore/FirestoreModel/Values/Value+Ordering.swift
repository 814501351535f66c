/// The total order of all values, for sorting and cursors.
///
/// Source: <https://firebase.google.com/docs/firestore/manage-data/data-types#value_type_ordering>, checked item by
/// item against Google's emulator.
extension Value {
    /// The classes of values in their order; values of different classes never compare equal.
    package enum TypeClass: Int, Comparable, Sendable {
        case null, boolean, number, timestamp, string, bytes, reference, geoPoint, array, vector, map

        package static func < (left: TypeClass, right: TypeClass) -> Bool { left.rawValue < right.rawValue }
    }

    package var typeClass: TypeClass {
        switch self {
        case .null: .null
        case .boolean: .boolean
        case .integer, .double: .number
        case .timestamp: .timestamp
        case .string: .string
        case .bytes: .bytes
        case .reference: .reference
        case .geoPoint: .geoPoint
        case .array: .array
        case .map(let fields): fields.isVector ? .vector : .map
        }
    }

    /// Compares by the total order. Numbers compare by their exact mathematical value, NaN first.
    package func compare(to other: Value) -> ComparisonOrder {
        switch (self, other) {
        case (.null, .null): .equal
        case (.boolean(let a), .boolean(let b)): ComparisonOrder(a ? 1 : 0, b ? 1 : 0)
        case (.integer(let a), .integer(let b)): ComparisonOrder(a, b)
        case (.double(let a), .double(let b)): Value.compare(a, b)
        case (.integer(let a), .double(let b)): Value.compare(b, a).reversed
        case (.double(let a), .integer(let b)): Value.compare(a, b)
        case (.timestamp(let a), .timestamp(let b)): ComparisonOrder(a, b)
        case (.string(let a), .string(let b)): a.compareUTF8(to: b)
        case (.bytes(let a), .bytes(let b)): ComparisonOrder(bytes: a, b)
        case (.reference(let a), .reference(let b)): ComparisonOrder(a, b)
        case (.geoPoint(let a), .geoPoint(let b)):
            Value.compare(a.latitude, b.latitude).then(Value.compare(a.longitude, b.longitude))
        case (.array(let a), .array(let b)): Value.compare(a, b)
        case (.map(let a), .map(let b)): Value.compare(a, b)
        case (.null, _), (.boolean, _), (.integer, _), (.double, _), (.timestamp, _), (.string, _),
            (.bytes, _), (.reference, _), (.geoPoint, _), (.array, _), (.map, _):
            ComparisonOrder(typeClass, other.typeClass)
        }
    }

    /// Equality in queries and array transforms: `1` equals `1.0`, NaN equals NaN.
    package func isEquivalent(to other: Value) -> Bool {
        compare(to: other) == .equal
    }

    private static func compare(_ left: Double, _ right: Double) -> ComparisonOrder {
        if left.isNaN || right.isNaN { return ComparisonOrder(left.isNaN ? 0 : 1, right.isNaN ? 0 : 1) }
        return ComparisonOrder(left, right)
    }

    /// Exact even if an Int64 has more digits than a Double can hold.
    private static func compare(_ left: Double, _ right: Int64) -> ComparisonOrder {
        if left.isNaN || left < -0x1p63 { return .less }
        if left >= 0x1p63 { return .greater }
        let whole = left.rounded(.towardZero)
        return ComparisonOrder(Int64(whole), right).then(ComparisonOrder(left - whole, 0))
    }

    private static func compare(_ left: [Value], _ right: [Value]) -> ComparisonOrder {
        for (a, b) in zip(left, right) {
            let order = a.compare(to: b)
            if order != .equal { return order }
        }
        return ComparisonOrder(left.count, right.count)
    }

    private static func compare(_ left: MapValue, _ right: MapValue) -> ComparisonOrder {
        switch (left.isVector, right.isVector) {
        case (true, true):
            let (a, b) = (left["value"]?.arrayValue ?? [], right["value"]?.arrayValue ?? [])
            return ComparisonOrder(a.count, b.count).then(compare(a, b))
        case (true, false): return .less
        case (false, true): return .greater
        case (false, false): break
        }
        let (a, b) = (left.sorted { $0.name < $1.name }, right.sorted { $0.name < $1.name })
        for (mine, theirs) in zip(a, b) {
            let order = ComparisonOrder(mine.name, theirs.name).then(mine.value.compare(to: theirs.value))
            if order != .equal { return order }
        }
        return ComparisonOrder(a.count, b.count)
    }
}
