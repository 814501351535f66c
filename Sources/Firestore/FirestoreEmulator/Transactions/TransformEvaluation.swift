import FirestoreModel

/// The effect of a field transform on a stored value.
///
/// The numeric and array rules were measured on Google's emulator.
extension FieldTransform.Operation {
    /// - Parameters:
    ///   - stored: The field's value, or nil.
    ///   - requestTime: The time for server timestamps.
    /// - Returns: The new value of the field, and the value for the response.
    func apply(to stored: Value?, requestTime: Timestamp) -> (value: Value, reported: Value) {
        switch self {
        case .setToServerTime:
            let time = Value.timestamp(requestTime.truncatedToMilliseconds)
            return (time, time)
        case .increment(let operand): return twice(Self.increment(stored, by: operand))
        case .maximum(let operand): return twice(Self.extremum(stored, operand, takes: .greater))
        case .minimum(let operand): return twice(Self.extremum(stored, operand, takes: .less))
        case .appendMissingElements(let elements):
            return (.array(Self.union(stored?.arrayValue ?? [], elements)), .null)
        case .removeAllFromArray(let elements):
            let kept = (stored?.arrayValue ?? []).filter { stored in
                !elements.contains { $0.isEquivalent(to: stored) }
            }
            return (.array(kept), .null)
        }
    }

    private func twice(_ value: Value) -> (Value, Value) { (value, value) }

    private static func increment(_ stored: Value?, by operand: Value) -> Value {
        switch (stored, operand) {
        case (.integer(let a)?, .integer(let b)):
            let (sum, overflow) = a.addingReportingOverflow(b)
            return .integer(overflow ? (b > 0 ? .max : .min) : sum)
        case (.integer(let a)?, .double(let b)): return .double(Double(a) + b)
        case (.double(let a)?, .integer(let b)): return .double(a + Double(b))
        case (.double(let a)?, .double(let b)): return .double(a + b)
        default: return operand
        }
    }

    private static func extremum(_ stored: Value?, _ operand: Value, takes wanted: ComparisonOrder) -> Value {
        guard let stored, stored.typeClass == .number else { return operand }
        if case .double(let number) = stored, number.isNaN { return stored }
        if case .double(let number) = operand, number.isNaN { return operand }
        return operand.compare(to: stored) == wanted ? operand : stored
    }

    private static func union(_ stored: [Value], _ elements: [Value]) -> [Value] {
        var result = stored
        for element in elements where !result.contains(where: { $0.isEquivalent(to: element) }) {
            result.append(element)
        }
        return result
    }
}
