package import FirestoreModel
import FirestoreRPC
package import JSONText

/// The JSON of values.
///
/// Source: <https://firebase.google.com/docs/firestore/reference/rest/v1/Value>, and Google's emulator for what it accepts
/// in addition.
extension WireDecoder {
    /// Reads a value; nil is an empty message, which is a value without a type.
    package mutating func value(_ json: JSONNode?) throws(RPCStatus) -> Value {
        if json?.isObject == false { throw .invalidPayload }
        var result: Value?
        for member in json?.members ?? JSONNode.Members() {
            guard let kind = ValueKind(wireName: member.name) else { throw .invalidPayload }
            // Null members before the one that is set are ignored, but their names must be known.
            if result != nil { throw .invalidPayload }
            if member.value.isNull, kind != .nullValue { continue }
            result = try value(kind, member.value)
        }
        if let result { return result }
        refuse(.unsetValue)
        return .null
    }

    private mutating func value(_ kind: ValueKind, _ json: JSONNode) throws(RPCStatus) -> Value {
        switch kind {
        case .stringValue: return .string(try text(json))
        case .integerValue:
            guard let digits = json.textOfPrimitive, let number = Int64(jsonDigits: digits) else {
                throw .invalidPayload
            }
            return .integer(number)
        case .timestampValue:
            guard let text = json.textOfPrimitive, let time = Timestamp(rfc3339: text) else {
                throw .invalidPayload
            }
            return .timestamp(time.truncatedToMicroseconds)
        case .arrayValue: return .array(try array(json))
        case .mapValue: return .map(try mapFields(json))
        case .booleanValue: return .boolean(try json.protoBoolean())
        case .doubleValue: return .double(try double(json))
        case .referenceValue:
            let text = try text(json)
            return content.reference(text)
        case .bytesValue:
            guard let text = json.textOfPrimitive, let bytes = Base64.decode(text) else {
                throw .invalidPayload
            }
            return .bytes(bytes)
        case .geoPointValue: return .geoPoint(try geoPoint(json))
        case .nullValue:
            // The enum has one value, so any number is accepted.
            guard json.isNull || json.textOfPrimitive == "NULL_VALUE" || json.holdsInt32 else {
                throw .invalidPayload
            }
            return .null
        case .fieldReferenceValue, .variableReferenceValue, .functionValue, .pipelineValue:
            refuse(.unsupportedValue(kind.protoName))
            return .null
        }
    }

    private func text(_ json: JSONNode) throws(RPCStatus) -> String {
        guard let text = json.textOfPrimitive else { throw .invalidPayload }
        return text
    }

    /// The elements of an `ArrayValue`.
    mutating func array(_ json: JSONNode) throws(RPCStatus) -> [Value] {
        let elements = try MessageReader(json, "values").array("values")
        var values: [Value] = []
        values.reserveCapacity(elements.count)
        for element in elements {
            let value = try value(element)
            content.note(element: value)
            values.append(value)
        }
        return values
    }

    /// The `fields` of a document.
    mutating func documentFields(_ json: JSONNode?) throws(RPCStatus) -> MapValue {
        guard let json else { return MapValue() }
        content.beginDocument()
        let fields = try fields(json) { content, name in content.checkField(name) }
        content.endDocument()
        return fields
    }

    /// The `fields` of a map value.
    private mutating func mapFields(_ json: JSONNode) throws(RPCStatus) -> MapValue {
        guard let json = try MessageReader(json, "fields")["fields"] else { return MapValue() }
        // Maps with a type may use reserved names.
        if json["__type__"] == nil { return try fields(json) { content, name in content.checkEntry(name) } }
        let map = try fields(json) { _, _ in }
        content.checkType(of: map)
        return map
    }

    private mutating func fields(
        _ json: JSONNode, check: (inout ContentChecker, FieldName) -> Void
    ) throws(RPCStatus) -> MapValue {
        guard let members = json.members else { throw .invalidPayload }
        var map = MapValue(minimumCapacity: members.count)
        for member in members {
            if member.value.isNull { throw .invalidPayload }
            let name = FieldName(member.name.string ?? "")
            check(&content, name)
            map[name] = try value(member.value)
        }
        return map
    }

    func double(_ json: JSONNode) throws(RPCStatus) -> Double {
        switch json.textOfPrimitive {
        case "NaN"?: return .nan
        case "Infinity"?: return .infinity
        case "-Infinity"?: return -.infinity
        case let text?:
            guard let number = Double(jsonDigits: text) else { throw .invalidPayload }
            return number
        case nil: throw .invalidPayload
        }
    }

    private mutating func geoPoint(_ json: JSONNode) throws(RPCStatus) -> GeoPoint {
        let reader = try MessageReader(json, "latitude", "longitude")
        let latitude = try reader["latitude"].map { json throws(RPCStatus) in try double(json) } ?? 0
        let longitude = try reader["longitude"].map { json throws(RPCStatus) in try double(json) } ?? 0
        return content.geoPoint(latitude: latitude, longitude: longitude)
    }
}

extension JSONNode {
    fileprivate var holdsInt32: Bool {
        textOfPrimitive.flatMap { Int64(jsonDigits: $0) }.flatMap { Int32(exactly: $0) } != nil
    }
}

/// The members of a `Value`, one of which is set; the most frequent ones come first.
private enum ValueKind: String, CaseIterable {
    case stringValue, integerValue, timestampValue, arrayValue, mapValue, booleanValue, doubleValue,
        referenceValue
    case bytesValue, geoPointValue, nullValue
    case fieldReferenceValue, variableReferenceValue, functionValue, pipelineValue

    init?(wireName: JSONNode) {
        if let kind = ValueKind.mostUsedFirst.first(where: { wireName.isString($0.rawValue) }) {
            self = kind
        } else {
            self.init(rawValue: MessageReader.camelCased(wireName.string ?? ""))
        }
    }

    private static let mostUsedFirst = allCases

    /// The name in errors, such as `FUNCTION_VALUE`.
    var protoName: String {
        rawValue.reduce(into: "") { $0 += $1.isUppercase ? "_\($1)" : $1.uppercased() }
    }
}

extension WireEncoder {
    /// Writes a value.
    package mutating func value(_ value: Value) {
        switch value {
        case .null: object { $0.member("nullValue") { $0.null() } }
        case .boolean(let flag): object { $0.member("booleanValue") { $0.boolean(flag) } }
        case .integer(let number): object("integerValue", string: number.description)
        case .double(let number): object { $0.member("doubleValue") { $0.double(number) } }
        case .timestamp(let time): object("timestampValue", string: time.description)
        case .string(let text): object("stringValue", string: text)
        case .bytes(let bytes): object("bytesValue", string: Base64.encode(bytes))
        case .reference(let name): object { $0.member("referenceValue") { $0.name(name) } }
        case .geoPoint(let point): object { $0.member("geoPointValue") { $0.geoPoint(point) } }
        case .array(let elements):
            object { writer in
                writer.member("arrayValue") { writer in
                    writer.object { writer in
                        if elements.isEmpty { return }
                        writer.member("values") { $0.array(elements) { $0.value($1) } }
                    }
                }
            }
        case .map(let fields): object { $0.member("mapValue") { $0.object { $0.fieldsMember(fields) } } }
        }
    }

    /// Writes the member `fields`, or nothing if there are no fields.
    package mutating func fieldsMember(_ fields: MapValue) {
        if fields.isEmpty { return }
        member("fields") { writer in
            writer.object { writer in
                for (name, value) in fields { writer.member(name.string) { $0.value(value) } }
            }
        }
    }

    mutating func double(_ number: Double) {
        let number = forgetsSignOfZero && number == 0 ? 0 : number
        if number.isFinite { raw(number.javaText) } else { string(number.javaText) }
    }

    private mutating func geoPoint(_ point: GeoPoint) {
        object { writer in
            if point.latitude != 0 { writer.member("latitude") { $0.double(point.latitude) } }
            if point.longitude != 0 { writer.member("longitude") { $0.double(point.longitude) } }
        }
    }
}
