import FirestoreModel
import FirestoreRPC

/// What Firestore refuses in what a write would store, with the texts of Google's emulator.
///
/// What it refuses in reading a request, such as a reserved name, ``FirestoreREST/WireDecoder`` has refused before.
enum WriteValidation {
    /// The largest string or bytes value, in bytes.
    static let maximumValueSize = 1_048_487
    /// How deep maps and arrays may lie in one another.
    static let maximumDepth = 20
    /// The longest name of a field, in bytes; of one inside maps, the longest path of names joined by dots.
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

    /// Checks what several writes to one document come to: what a later one removes again may have been anything.
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

    /// The operands of array transforms must be what an array may hold. Google's emulator lets anything through here.
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

    /// Checks a field's value or an element of it; whatever is wrong further inside has one text.
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
