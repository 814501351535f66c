import FirestoreModel
import FirestoreRPC

/// What Firestore refuses to store, with the messages of Google's emulator.
///
/// ``FirestoreREST/WireDecoder`` has already refused invalid requests, such as reserved names.
enum WriteValidation {
    /// The maximum size of a string or bytes value, in bytes.
    static let maximumValueSize = 1_048_487
    /// The maximum nesting of maps and arrays.
    static let maximumDepth = 20
    /// The maximum length of a field name, in bytes; inside maps, of the path of names joined by dots.
    static let maximumNameLength = 1500

    static func check(_ write: Write) throws(RPCStatus) {
        let fields: MapValue
        switch write.operation {
        case .delete, .verify: return
        case .transform: fields = MapValue()
        case .update(_, let all, let mask): fields = mask?.project(all) ?? all
        }
        try check(write.name, fields, write.transforms)
    }

    /// Checks the result of several writes to one document; data that a later write removes is not checked.
    static func check(_ writes: [Write]) throws(RPCStatus) {
        guard let name = writes.first?.name else { return }
        var draft = DocumentDraft(stored: nil, requestTime: .zero)
        var transforms: [FieldTransform] = []
        for write in writes {
            _ = draft.apply(write)
            if draft.fields == nil { transforms = [] } else { transforms += write.transforms }
        }
        if let fields = draft.fields { try check(name, fields, transforms) }
    }

    private static func check(
        _ name: DocumentName, _ fields: MapValue, _ transforms: [FieldTransform]
    ) throws(RPCStatus) {
        if let refusal = name.path.refusalOfLength { throw refusal }
        for (name, value) in fields { try check(value, of: name) }
        for transform in transforms { try check(transform) }
    }

    /// The operands of array transforms must be valid array elements. Google's emulator accepts anything here.
    private static func check(_ transform: FieldTransform) throws(RPCStatus) {
        guard let name = transform.field.names.first else { return }
        switch transform.operation {
        case .appendMissingElements(let elements), .removeAllFromArray(let elements):
            let depth = transform.field.names.count
            for element in elements where !isStorable(element, depth: depth, nameLength: 0) {
                throw invalidNested(name)
            }
        case .setToServerTime, .increment, .maximum, .minimum: return
        }
    }

    /// Checks a field of the document itself.
    private static func check(_ value: Value, of name: FieldName) throws(RPCStatus) {
        if name.string.isEmpty { throw .invalidArgument("The property.name is the empty string.") }
        if name.string.utf8.count > maximumNameLength {
            throw .invalidArgument("The property.name is longer than \(maximumNameLength) bytes.")
        }
        switch value {
        case .array(let elements):
            for element in elements { try check(element, of: name, depth: 1) }
        case .null, .boolean, .integer, .double, .timestamp, .reference, .geoPoint, .string, .bytes, .map:
            try check(value, of: name, depth: 0)
        }
    }

    /// Checks a field's value or an element of it; all problems further inside have the same message.
    private static func check(_ value: Value, of name: FieldName, depth: Int) throws(RPCStatus) {
        if case .reference(let target) = value, let refusal = target.path.refusalOfLength { throw refusal }
        if value.isTooLong {
            throw .invalidArgument(
                "The value of property \"\(name)\" is longer than \(maximumValueSize) bytes.")
        }
        if case .map(let fields) = value, fields.isVector {
            if fields.holdsNaN { throw .invalidArgument("Vector cannot contain NaN values.") }
            return
        }
        if !isStorable(value, depth: depth, nameLength: name.string.utf8.count) { throw invalidNested(name) }
    }

    private static func isStorable(_ value: Value, depth: Int, nameLength: Int) -> Bool {
        switch value {
        case .null, .boolean, .integer, .double, .timestamp, .geoPoint: return true
        case .string, .bytes: return !value.isTooLong
        case .reference(let name): return name.path.refusalOfLength == nil
        case .array(let elements):
            return depth < maximumDepth
                && elements.allSatisfy { isStorable($0, depth: depth + 1, nameLength: nameLength) }
        case .map(let fields):
            if fields.isVector { return !fields.holdsNaN }
            guard depth < maximumDepth, fields["__type__"] == nil else { return false }
            return fields.allSatisfy { name, value in
                let length = nameLength + 1 + name.string.utf8.count
                return !name.string.isEmpty && length <= maximumNameLength
                    && isStorable(value, depth: depth + 1, nameLength: length)
            }
        }
    }

    private static func invalidNested(_ name: FieldName) -> RPCStatus {
        .invalidArgument("Property \(name) contains an invalid nested entity.")
    }
}

extension Value {
    fileprivate var isTooLong: Bool {
        switch self {
        case .string(let text): text.utf8.count > WriteValidation.maximumValueSize
        case .bytes(let bytes): bytes.count > WriteValidation.maximumValueSize
        case .null, .boolean, .integer, .double, .timestamp, .reference, .geoPoint, .array, .map: false
        }
    }
}

extension MapValue {
    /// True for a vector with NaN in it.
    fileprivate var holdsNaN: Bool {
        self["value"]?.arrayValue?.contains {
            if case .double(let number) = $0 { number.isNaN } else { false }
        }
            ?? false
    }
}
