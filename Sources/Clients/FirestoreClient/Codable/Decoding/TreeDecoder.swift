import FirestoreModel
import Foundation

/// Decodes one value of a document and what is in it.
final class TreeDecoder: Swift.Decoder {
    let value: Value
    let context: DecodingContext
    let path: CodingPathLink

    init(_ value: Value, _ context: DecodingContext, _ path: CodingPathLink) {
        self.value = value
        self.context = context
        self.path = path
    }

    var codingPath: [any CodingKey] { path.keys }
    var userInfo: [CodingUserInfoKey: Any] { context.userInfo }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard case .map(let fields) = value else { throw mismatch([String: Any].self) }
        return KeyedDecodingContainer(KeyedTree<Key>(fields, self))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard case .array(let elements) = value else { throw mismatch([Any].self) }
        return UnkeyedTree(elements, self)
    }

    func singleValueContainer() -> any SingleValueDecodingContainer { SingleTree(decoder: self) }

    /// Decodes this value.
    func decode<T: Decodable>(_ type: T.Type) throws -> T {
        if let known = try known(type) {
            guard let known = known as? T else { throw mismatch(type) }
            return known
        }
        return try T(from: self)
    }

    /// The value as one of the types that are not left to decode themselves; nil for others.
    private func known(_ type: any Decodable.Type) throws -> Any? {
        if type == [String].self { return try value.arrayValue.map { try strings($0) } }
        if type == Timestamp.self {
            if case .timestamp(let time) = value { return time }
        } else if type == Date.self {
            return try date()
        } else if type == Data.self {
            return try data()
        } else if type == GeoPoint.self {
            if case .geoPoint(let point) = value { return point }
        } else if type == VectorValue.self {
            if let numbers = value.vector { return VectorValue(numbers) }
        } else if type == DocumentReference.self {
            if case .reference(let name) = value, let firestore = context.firestore {
                return DocumentReference(firestore, .success(name))
            }
        } else if type == URL.self {
            return try url()
        } else if type == Decimal.self {
            return Decimal(try floatingPoint(Double.self))
        }
        return nil
    }

    private func strings(_ elements: [Value]) throws -> [String] {
        var index = 0
        return try elements.map { element in
            defer { index += 1 }
            if case .string(let text) = element { return text }
            throw TreeDecoder(element, context, path.appending(PlainKey(intValue: index)))
                .mismatch(String.self)
        }
    }

    // MARK: Plain values

    var isNull: Bool {
        if case .null = value { true } else { false }
    }

    func bool() throws -> Bool {
        guard case .boolean(let flag) = value else { throw mismatch(Bool.self) }
        return flag
    }

    func string() throws -> String {
        guard case .string(let text) = value else { throw mismatch(String.self) }
        return text
    }

    func integer<T: FixedWidthInteger>(_ type: T.Type) throws -> T {
        let number: T?
        switch value {
        case .integer(let whole): number = T(exactly: whole)
        case .double(let double): number = T(exactly: double)
        default: throw mismatch(type)
        }
        guard let number else { throw corrupted("The number in the document does not fit in \(type).") }
        return number
    }

    func floatingPoint<T: BinaryFloatingPoint>(_ type: T.Type) throws -> T {
        switch value {
        case .double(let double):
            let number = T(double)
            if number.isInfinite, double.isFinite {
                throw corrupted("The number in the document does not fit in \(type).")
            }
            return number
        case .integer(let whole): return T(whole)
        case .string(let text):
            if case .convertFromString(let infinity, let negativeInfinity, let nan) = context.numbers {
                if text == infinity { return .infinity }
                if text == negativeInfinity { return -.infinity }
                if text == nan { return .nan }
            }
            throw mismatch(type)
        default: throw mismatch(type)
        }
    }

    private func date() throws -> Date {
        switch context.dates {
        case .timestamp:
            guard case .timestamp(let time) = value else { throw mismatch(Timestamp.self) }
            return time.dateValue()
        case .deferredToDate: return try Date(from: self)
        case .secondsSince1970: return Date(timeIntervalSince1970: try floatingPoint(Double.self))
        case .millisecondsSince1970:
            return Date(timeIntervalSince1970: try floatingPoint(Double.self) / 1000)
        case .iso8601:
            guard let date = try? Date(try string(), strategy: .iso8601) else {
                throw corrupted("The text is not a date of ISO 8601, such as 2026-01-02T03:04:05Z.")
            }
            return date
        case .formatted(let formatter):
            guard let date = formatter.date(from: try string()) else {
                throw corrupted("The text is not a date of the form that the formatter reads.")
            }
            return date
        case .custom(let read): return try read(self)
        }
    }

    private func data() throws -> Data {
        switch context.data {
        case .blob:
            if case .bytes(let bytes) = value { return Data(bytes) }
            return try base64()
        case .deferredToData: return try Data(from: self)
        case .base64: return try base64()
        case .custom(let read): return try read(self)
        }
    }

    private func base64() throws -> Data {
        guard case .string(let text) = value else { throw mismatch(Data.self) }
        guard let data = Data(base64Encoded: text) else { throw corrupted("The text is not Base64.") }
        return data
    }

    private func url() throws -> URL {
        guard let url = URL(string: try string()) else { throw corrupted("The text is not a URL.") }
        return url
    }

    // MARK: Errors

    func mismatch(_ type: any Any.Type) -> DecodingError {
        if isNull {
            return .valueNotFound(
                type, .init(codingPath: codingPath, debugDescription: "Expected \(type), found null."))
        }
        return .typeMismatch(
            type, .init(codingPath: codingPath, debugDescription: "Expected \(type), found \(kind)."))
    }

    private func corrupted(_ reason: String) -> DecodingError {
        .dataCorrupted(.init(codingPath: codingPath, debugDescription: reason))
    }

    /// What the value is, without its content.
    private var kind: String {
        switch value {
        case .null: "null"
        case .boolean: "a boolean"
        case .integer: "a whole number"
        case .double: "a floating-point number"
        case .timestamp: "a timestamp"
        case .string: "a string"
        case .bytes: "bytes"
        case .reference: "a reference"
        case .geoPoint: "a point"
        case .array: "an array"
        case .map: "a map"
        }
    }
}

/// The value itself as a container.
private struct SingleTree: SingleValueDecodingContainer {
    let decoder: TreeDecoder

    var codingPath: [any CodingKey] { decoder.codingPath }

    func decodeNil() -> Bool { decoder.isNull }
    func decode(_ type: Bool.Type) throws -> Bool { try decoder.bool() }
    func decode(_ type: String.Type) throws -> String { try decoder.string() }
    func decode(_ type: Double.Type) throws -> Double { try decoder.floatingPoint(type) }
    func decode(_ type: Float.Type) throws -> Float { try decoder.floatingPoint(type) }
    func decode(_ type: Int.Type) throws -> Int { try decoder.integer(type) }
    func decode(_ type: Int8.Type) throws -> Int8 { try decoder.integer(type) }
    func decode(_ type: Int16.Type) throws -> Int16 { try decoder.integer(type) }
    func decode(_ type: Int32.Type) throws -> Int32 { try decoder.integer(type) }
    func decode(_ type: Int64.Type) throws -> Int64 { try decoder.integer(type) }
    func decode(_ type: UInt.Type) throws -> UInt { try decoder.integer(type) }
    func decode(_ type: UInt8.Type) throws -> UInt8 { try decoder.integer(type) }
    func decode(_ type: UInt16.Type) throws -> UInt16 { try decoder.integer(type) }
    func decode(_ type: UInt32.Type) throws -> UInt32 { try decoder.integer(type) }
    func decode(_ type: UInt64.Type) throws -> UInt64 { try decoder.integer(type) }
    func decode<T: Decodable>(_ type: T.Type) throws -> T { try decoder.decode(type) }
}
