import FirestoreModel

/// Swift values converted to Firestore values for decoding.
struct DecoderInput {
    private(set) var value = Value.null
    /// The database of the references in the data.
    private(set) var firestore: Firestore?
    /// Where the value being read is.
    private var path: [any CodingKey] = []

    init(_ any: Any) throws {
        value = try read(any)
    }

    private mutating func read(_ any: Any, at key: PlainKey) throws -> Value {
        path.append(key)
        defer { path.removeLast() }
        return try read(any)
    }

    private mutating func read(_ any: Any) throws -> Value {
        if let reference = any as? DocumentReference { firestore = reference.firestore }
        let shape: ValueShape?
        do throws(ConversionProblem) {
            shape = try ValueShape.of(any)
        } catch {
            throw corrupted(error.reason)
        }
        switch shape {
        case .scalar(let value): return value
        case .array(let elements):
            var values: [Value] = []
            for (index, element) in elements.enumerated() {
                values.append(try read(element, at: PlainKey(intValue: index)))
            }
            return .array(values)
        case .map(let members):
            var fields = MapValue(minimumCapacity: members.count)
            for (name, member) in members {
                fields[FieldName(name)] = try read(member, at: PlainKey(stringValue: name))
            }
            return .map(fields)
        case .fieldValue(let fieldValue):
            throw corrupted("\(fieldValue) has no value to decode.")
        case nil:
            throw corrupted("Firestore has no values of type \(type(of: any)).")
        }
    }

    private func corrupted(_ reason: String) -> DecodingError {
        .dataCorrupted(.init(codingPath: path, debugDescription: reason))
    }
}
