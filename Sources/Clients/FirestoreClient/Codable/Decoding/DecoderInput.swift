import FirestoreModel

/// Swift values that were given to be decoded, as Firestore's.
struct DecoderInput {
    private(set) var value = Value.null
    /// The database of the references in the data.
    private(set) var firestore: Firestore?

    init(_ any: Any) throws {
        value = try read(any, .root)
    }

    private mutating func read(_ any: Any, _ path: CodingPathLink) throws -> Value {
        if let reference = any as? DocumentReference { firestore = reference.firestore }
        let shape: ValueShape?
        do throws(ConversionProblem) {
            shape = try ValueShape.of(any)
        } catch {
            throw DecoderInput.corrupted(path, error.reason)
        }
        switch shape {
        case .scalar(let value): return value
        case .array(let elements):
            var values: [Value] = []
            for (index, element) in elements.enumerated() {
                values.append(try read(element, path.appending(PlainKey(intValue: index))))
            }
            return .array(values)
        case .map(let members):
            var fields = MapValue(minimumCapacity: members.count)
            for (name, member) in members {
                fields[FieldName(name)] = try read(member, path.appending(PlainKey(stringValue: name)))
            }
            return .map(fields)
        case .fieldValue(let fieldValue):
            throw DecoderInput.corrupted(path, "\(fieldValue) has no value to decode.")
        case nil:
            throw DecoderInput.corrupted(path, "\(type(of: any)) is not a type of Firestore's values.")
        }
    }

    private static func corrupted(_ path: CodingPathLink, _ reason: String) -> DecodingError {
        .dataCorrupted(.init(codingPath: path.keys, debugDescription: reason))
    }
}
