import FirestoreModel

/// What Firestore refuses in the fields that a write brings, with the texts of Google's emulator.
enum WriteValidation {
    /// The largest string or bytes value, in bytes.
    static let maximumValueSize = 1_048_487
    /// How deep maps and arrays may lie in one another.
    static let maximumDepth = 20

    static func check(_ write: Write) throws(RPCStatus) {
        if case .update(_, let fields, _) = write.operation { try check(fields) }
        try checkTransforms(write.transforms)
    }

    private static func check(_ fields: MapValue) throws(RPCStatus) {
        for (name, value) in fields {
            try check(name, isNested: false)
            try check(value, of: name.string, depth: 0, property: name.string)
        }
    }

    private static func check(_ name: FieldName, isNested: Bool) throws(RPCStatus) {
        if name.string.isEmpty { throw .invalidArgument("The property.name is the empty string.") }
        if name.isReserved, !(isNested && name == "__type__") {
            throw .invalidArgument(
                isNested ? "field name '\(name)' is reserved." : "field name \(name) is reserved")
        }
        if name.string.utf8.count > 1500 { throw .invalidArgument("The property.name is longer than 1500 bytes.") }
    }

    private static func check(_ value: Value, of name: String, depth: Int, property: String) throws(RPCStatus) {
        switch value {
        case .null, .boolean, .integer, .double, .timestamp, .reference, .geoPoint: return
        case .string(let text):
            if text.utf8.count > maximumValueSize { throw tooLong(name) }
        case .bytes(let bytes):
            if bytes.count > maximumValueSize { throw tooLong(name) }
        case .array(let elements):
            if depth >= maximumDepth { throw tooDeep(property) }
            for element in elements { try check(element, of: "array", depth: depth + 1, property: property) }
        case .map(let fields):
            if depth >= maximumDepth { throw tooDeep(property) }
            if fields["__type__"] != nil { return try checkVector(fields, property: property) }
            for (name, value) in fields {
                try check(name, isNested: true)
                try check(value, of: name.string, depth: depth + 1, property: property)
            }
        }
    }

    private static func tooLong(_ name: String) -> RPCStatus {
        .invalidArgument("The value of property \"\(name)\" is longer than \(maximumValueSize) bytes.")
    }

    private static func tooDeep(_ property: String) -> RPCStatus {
        .invalidArgument("Property \(property) contains an invalid nested entity.")
    }

    private static func checkVector(_ fields: MapValue, property: String) throws(RPCStatus) {
        guard fields.isVector else { throw tooDeep(property) }
        guard fields.count == 2, let elements = fields["value"]?.arrayValue else {
            throw .invalidArgument("Vector Value map has extraneous entries.")
        }
        if elements.isEmpty { throw .invalidArgument("Cannot have a zero length vector.") }
        if elements.count > 2048 { throw .invalidArgument("Vectors must be at most 2048 dimensions.") }
        for element in elements {
            guard case .double(let number) = element else {
                throw .invalidArgument("Vector must only contain values of type 'double'")
            }
            if number.isNaN { throw .invalidArgument("Vector cannot contain NaN values.") }
        }
    }

    private static func checkTransforms(_ transforms: [FieldTransform]) throws(RPCStatus) {
        for (index, transform) in transforms.enumerated() {
            for name in transform.field.names where name.isReserved && !transform.field.isDocumentID {
                throw .invalidArgument("Invalid reserved name in field path \(transform.field)")
            }
            for other in transforms[..<index] where transform.field != other.field {
                let (outer, inner) =
                    transform.field.names.count < other.field.names.count
                    ? (transform.field, other.field) : (other.field, transform.field)
                if outer.isPrefix(of: inner) {
                    throw .invalidArgument(
                        "Cannot transform property \(outer) and its nested property at the same time.")
                }
            }
        }
    }
}
