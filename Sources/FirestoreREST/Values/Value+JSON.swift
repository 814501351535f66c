package import FirestoreModel

/// The wire form of values.
///
/// Source: <https://firebase.google.com/docs/firestore/reference/rest/v1/Value>, and Google's emulator for what is
/// accepted beyond it.
extension WireDecoder {
    package mutating func value(_ json: JSON) throws(RPCStatus) -> Value {
        guard case .object(let members) = json else { throw .invalidPayload }
        var result: Value?
        var isSet = false
        for member in members {
            let value = try valueMember(member)
            // A member that is null does not count, but its name must be a known one.
            if member.value.isNull, value == nil { continue }
            if isSet { throw .invalidPayload }
            (result, isSet) = (value, true)
        }
        if !isSet { refuse("Cannot convert firestore.v1.Value with type unset.") }
        return result ?? .null
    }

    private mutating func valueMember(_ member: JSON.Member) throws(RPCStatus) -> Value? {
        let json = member.value
        switch member.name {
        case "stringValue", "string_value":
            if json.isNull { return nil }
            guard let text = json.textOfPrimitive else { throw .invalidPayload }
            return .string(text)
        case "integerValue", "integer_value":
            if json.isNull { return nil }
            guard let digits = json.digits, let number = Int64(jsonDigits: digits) else {
                throw .invalidPayload
            }
            return .integer(number)
        case "timestampValue", "timestamp_value":
            if json.isNull { return nil }
            guard let text = json.string, let time = Timestamp(rfc3339: text) else { throw .invalidPayload }
            return .timestamp(time.truncatedToMicroseconds)
        case "arrayValue", "array_value":
            return json.isNull ? nil : .array(try array(json))
        case "mapValue", "map_value":
            return json.isNull ? nil : .map(try mapFields(json))
        case "booleanValue", "boolean_value":
            return json.isNull ? nil : .boolean(try json.protoBoolean())
        case "doubleValue", "double_value":
            return json.isNull ? nil : .double(try double(json))
        case "referenceValue", "reference_value":
            if json.isNull { return nil }
            guard let text = json.textOfPrimitive else { throw .invalidPayload }
            return accept(.null) { () throws(RPCStatus) in
                .reference(try DocumentName(wire: text, as: .resource))
            }
        case "bytesValue", "bytes_value":
            if json.isNull { return nil }
            guard let text = json.string, let bytes = Base64.decode(text) else { throw .invalidPayload }
            return .bytes(bytes)
        case "geoPointValue", "geo_point_value":
            return json.isNull ? nil : .geoPoint(try geoPoint(json))
        case "nullValue", "null_value":
            guard json.isNull || json == .string("NULL_VALUE") || json == .number("0") else {
                throw .invalidPayload
            }
            return .null
        case "fieldReferenceValue", "functionValue", "pipelineValue":
            if json.isNull { return nil }
            refuse("Value type is not supported: \(MessageReader.upperSnakeCased(member.name))")
            return .null
        default:
            throw .invalidPayload
        }
    }

    /// The elements of an `ArrayValue`.
    mutating func array(_ json: JSON) throws(RPCStatus) -> [Value] {
        var values: [Value] = []
        for element in try MessageReader(json, "values").array("values") {
            values.append(try value(element))
            if !allowsNestedArrays, let kind = values.last?.typeClass, kind == .array || kind == .vector {
                refuse("Cannot convert \(kind == .array ? "an array" : "a vector") value in an array value.")
            }
        }
        return values
    }

    /// The `fields` of a document.
    mutating func documentFields(_ json: JSON?) throws(RPCStatus) -> MapValue {
        guard let json else { return MapValue() }
        return try fields(json) { "field name \($0) is reserved" }
    }

    /// The `fields` of a map value.
    private mutating func mapFields(_ json: JSON) throws(RPCStatus) -> MapValue {
        guard let json = try MessageReader(json, "fields")["fields"] else { return MapValue() }
        // Maps with a type may use the names that are kept from others.
        if json["__type__"] == nil { return try fields(json) { "field name '\($0)' is reserved." } }
        let map = try fields(json) { _ in nil }
        if let refusal = map.refusalOfType { refuse(refusal) }
        return map
    }

    private mutating func fields(
        _ json: JSON, refusalOfReserved: (FieldName) -> String?
    ) throws(RPCStatus) -> MapValue {
        guard case .object(let members) = json else { throw .invalidPayload }
        var map = MapValue(minimumCapacity: members.count)
        for member in members {
            if member.value.isNull { throw .invalidPayload }
            let name = FieldName(member.name)
            if name.isReserved, let refusal = refusalOfReserved(name) { refuse(refusal) }
            map[name] = try value(member.value)
        }
        return map
    }

    private func double(_ json: JSON) throws(RPCStatus) -> Double {
        guard let text = json.digits else { throw .invalidPayload }
        switch text {
        case "NaN": return .nan
        case "Infinity": return .infinity
        case "-Infinity": return -.infinity
        default:
            guard let number = Double(text), number.isFinite else { throw .invalidPayload }
            return number
        }
    }

    private mutating func geoPoint(_ json: JSON) throws(RPCStatus) -> GeoPoint {
        let reader = try MessageReader(json, "latitude", "longitude")
        let latitude = try reader["latitude"].map { json throws(RPCStatus) in try double(json) } ?? 0
        let longitude = try reader["longitude"].map { json throws(RPCStatus) in try double(json) } ?? 0
        if !(-90...90).contains(latitude) {
            refuse("Geo point latitude '\(latitude.javaText)' outside permitted range -90.0 to 90.0.")
        }
        if !(-180...180).contains(longitude) {
            refuse("Geo point longitude '\(longitude.javaText)' outside permitted range -180.0 to 180.0.")
        }
        return GeoPoint(latitude: latitude, longitude: longitude)
    }
}

extension MessageReader {
    fileprivate static func upperSnakeCased(_ name: String) -> String {
        name.reduce(into: "") { $0 += $1.isUppercase ? "_\($1)" : $1.uppercased() }
    }
}

extension JSONWriter {
    /// Writes the wire form of a value.
    package mutating func value(_ value: Value) {
        object { writer in
            switch value {
            case .null: writer.member("nullValue") { $0.null() }
            case .boolean(let flag): writer.member("booleanValue") { $0.boolean(flag) }
            case .integer(let number): writer.member("integerValue") { $0.string(number.description) }
            case .double(let number): writer.member("doubleValue") { $0.double(number) }
            case .timestamp(let time): writer.member("timestampValue") { $0.string(time.description) }
            case .string(let text): writer.member("stringValue") { $0.string(text) }
            case .bytes(let bytes): writer.member("bytesValue") { $0.string(Base64.encode(bytes)) }
            case .reference(let name): writer.member("referenceValue") { $0.string(name.description) }
            case .geoPoint(let point): writer.member("geoPointValue") { $0.geoPoint(point) }
            case .array(let elements):
                writer.member("arrayValue") { writer in
                    writer.object { writer in
                        if elements.isEmpty { return }
                        writer.member("values") { $0.array(elements) { $0.value($1) } }
                    }
                }
            case .map(let fields): writer.member("mapValue") { $0.object { $0.fieldsMember(fields) } }
            }
        }
    }

    /// Writes the member `fields`, or nothing when there are none.
    package mutating func fieldsMember(_ fields: MapValue) {
        if fields.isEmpty { return }
        member("fields") { writer in
            writer.object { writer in
                for (name, value) in fields { writer.member(name.string) { $0.value(value) } }
            }
        }
    }

    private mutating func double(_ number: Double) {
        if number.isNaN {
            string("NaN")
        } else if number.isInfinite {
            string(number < 0 ? "-Infinity" : "Infinity")
        } else {
            raw(number.javaText)
        }
    }

    private mutating func geoPoint(_ point: GeoPoint) {
        object { writer in
            if point.latitude != 0 { writer.member("latitude") { $0.double(point.latitude) } }
            if point.longitude != 0 { writer.member("longitude") { $0.double(point.longitude) } }
        }
    }
}
