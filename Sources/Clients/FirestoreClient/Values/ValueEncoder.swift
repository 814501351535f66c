import FirestoreModel

/// Turns Swift values into Firestore values, and refuses what the server would refuse anyway.
struct ValueEncoder {
    /// The maximum nesting of maps and arrays.
    static let maximumDepth = 20
    /// The longest name of a field, in bytes.
    static let maximumNameLength = 1500

    /// Converts a value that must not contain a ``FieldValue``.
    static func value(_ any: Any, at path: ConversionPath) throws(ConversionProblem) -> Value {
        switch try shape(any, at: path) {
        case .scalar(let value): return value
        case .array(let elements): return .array(try array(elements, at: path))
        case .map(let members):
            var fields = MapValue(minimumCapacity: members.count)
            for (name, member) in members {
                let inner = path.appending(name)
                try check(name: name, at: inner)
                fields[FieldName(name)] = try value(member, at: inner)
            }
            return .map(fields)
        case .fieldValue(let fieldValue):
            let place = path.isInArray ? "inside an array" : "here"
            throw ConversionProblem(at: path, "\(fieldValue) is not allowed \(place)")
        }
    }

    static func array(_ elements: [Any], at path: ConversionPath) throws(ConversionProblem) -> [Value] {
        var values: [Value] = []
        values.reserveCapacity(elements.count)
        for (index, element) in elements.enumerated() {
            let inner = path.appending(.index(index))
            let value = try value(element, at: inner)
            if case .array = value {
                throw ConversionProblem(
                    at: inner, "an array directly inside an array; put a map between them")
            }
            values.append(value)
        }
        return values
    }

    /// The shape of a value, checked for depth.
    static func shape(_ any: Any, at path: ConversionPath) throws(ConversionProblem) -> ValueShape {
        let shape: ValueShape
        do throws(ConversionProblem) {
            guard let known = try ValueShape.of(any) else { throw .unsupported(any) }
            shape = known
        } catch {
            throw error.within(path)
        }
        switch shape {
        case .scalar, .fieldValue: break
        case .array, .map:
            if path.depth >= maximumDepth {
                throw ConversionProblem(at: path, "nested more than \(maximumDepth) levels deep")
            }
        }
        return shape
    }

    /// Checks the name of a field in the document or in a map.
    static func check(name: String, at path: ConversionPath) throws(ConversionProblem) {
        if name.isEmpty { throw ConversionProblem(at: path, "a field needs a name") }
        if FieldName(name).isReserved {
            throw ConversionProblem(at: path, "names of the form __name__ are Firestore's own")
        }
        if name.utf8.count > maximumNameLength {
            throw ConversionProblem("the name of a field is longer than \(maximumNameLength) bytes")
        }
    }
}
