import FirestoreModel
import Foundation

/// Encodes one value of a document and what is in it.
final class TreeEncoder: Swift.Encoder, UnfinishedValue {
    let context: EncodingContext
    let path: CodingPathLink
    private var result = Result.none

    private enum Result {
        case none
        case value(Any)
        case map(UnfinishedMap)
        case array(UnfinishedArray)
    }

    init(_ context: EncodingContext, _ path: CodingPathLink) {
        self.context = context
        self.path = path
    }

    var codingPath: [any CodingKey] { path.keys }
    var userInfo: [CodingUserInfoKey: Any] { context.userInfo }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        let map: UnfinishedMap
        if case .map(let known) = result {
            map = known
        } else {
            map = UnfinishedMap()
            set(.map(map))
        }
        return KeyedEncodingContainer(KeyedTreeEncoding<Key>(map, context, path))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        if case .array(let known) = result { return UnkeyedTreeEncoding(known, context, path) }
        let array = UnfinishedArray()
        set(.array(array))
        return UnkeyedTreeEncoding(array, context, path)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { SingleTreeEncoding(encoder: self) }

    /// Takes the value of a single-value container.
    fileprivate func set(value: Any) { set(.value(value)) }

    private func set(_ new: Result) {
        guard case .none = result else {
            context.misuse =
                context.misuse
                ?? .invalidValue(
                    codingPath,
                    .init(codingPath: codingPath, debugDescription: "A value is encoded twice."))
            return
        }
        result = new
    }

    /// What was encoded; nil for nothing.
    func finished() -> Any? {
        switch result {
        case .none: nil
        case .value(let value): value
        case .map(let map): map.finished()
        case .array(let array): array.finished()
        }
    }

    // MARK: Values

    /// Encodes this encoder's value: as it is where Firestore knows its type, else as the type does it itself.
    func encoded<T: Encodable>(_ value: T) throws -> Any {
        if let known = try known(value) { return known }
        if case .useDefaultKeys = context.keys {
        } else if let dictionary = value as? [String: any Encodable] {
            // Its keys are data, which no strategy applies to.
            return try encoded(dictionary)
        }
        try value.encode(to: self)
        if let misuse = context.misuse { throw misuse }
        return finished() ?? [String: Any]()
    }

    private func encoded(_ dictionary: [String: any Encodable]) throws -> Any {
        var fields: [String: Any] = [:]
        for (name, value) in dictionary {
            fields[name] = try TreeEncoder(context, path.appending(PlainKey(stringValue: name)))
                .encoded(value)
        }
        return fields
    }

    /// The value, where it is of a type that is not left to encode itself; nil for others.
    private func known<T: Encodable>(_ value: T) throws -> Any? {
        let type = T.self
        if type == Timestamp.self || type == [String].self || type == GeoPoint.self
            || type == VectorValue.self || type == DocumentReference.self || type == FieldValue.self
        {
            return value
        }
        if type == Date.self, let date = value as? Date { return try encoded(date) }
        if type == Data.self, let data = value as? Data { return try encoded(data) }
        if type == URL.self, let url = value as? URL { return url.absoluteString }
        if type == Decimal.self, let number = value as? Decimal { return NSDecimalNumber(decimal: number) }
        return nil
    }

    private func encoded(_ date: Date) throws -> Any {
        switch context.dates {
        case .timestamp: return Timestamp(date: date)
        case .deferredToDate: try date.encode(to: self)
        case .secondsSince1970: return date.timeIntervalSince1970
        case .millisecondsSince1970: return date.timeIntervalSince1970 * 1000
        case .iso8601: return date.formatted(.iso8601)
        case .formatted(let formatter): return formatter.string(from: date)
        case .custom(let encode): try encode(date, self)
        }
        return finished() ?? [String: Any]()
    }

    private func encoded(_ data: Data) throws -> Any {
        switch context.data {
        case .blob: return data
        case .deferredToData: try data.encode(to: self)
        case .base64: return data.base64EncodedString()
        case .custom(let encode): try encode(data, self)
        }
        return finished() ?? [String: Any]()
    }
}

extension EncodingContext {
    /// The number, or the text that stands for it.
    func encoded<T: BinaryFloatingPoint>(
        _ number: T, at path: @autoclosure () -> CodingPathLink
    ) throws -> Any {
        if number.isFinite { return number }
        if case .convertToString(let infinity, let negativeInfinity, let nan) = numbers {
            return number.isNaN ? nan : number > 0 ? infinity : negativeInfinity
        }
        throw EncodingError.invalidValue(
            number,
            .init(
                codingPath: path().keys,
                debugDescription: "\(number) needs a nonConformingFloatEncodingStrategy."))
    }
}

/// The value itself as a container.
private struct SingleTreeEncoding: SingleValueEncodingContainer {
    let encoder: TreeEncoder

    var codingPath: [any CodingKey] { encoder.codingPath }

    func encodeNil() throws { encoder.set(value: NSNull()) }
    func encode(_ value: Bool) throws { encoder.set(value: value) }
    func encode(_ value: String) throws { encoder.set(value: value) }
    func encode(_ value: Double) throws {
        encoder.set(value: try encoder.context.encoded(value, at: encoder.path))
    }
    func encode(_ value: Float) throws {
        encoder.set(value: try encoder.context.encoded(value, at: encoder.path))
    }
    func encode(_ value: Int) throws { encoder.set(value: value) }
    func encode(_ value: Int8) throws { encoder.set(value: value) }
    func encode(_ value: Int16) throws { encoder.set(value: value) }
    func encode(_ value: Int32) throws { encoder.set(value: value) }
    func encode(_ value: Int64) throws { encoder.set(value: value) }
    func encode(_ value: UInt) throws { encoder.set(value: value) }
    func encode(_ value: UInt8) throws { encoder.set(value: value) }
    func encode(_ value: UInt16) throws { encoder.set(value: value) }
    func encode(_ value: UInt32) throws { encoder.set(value: value) }
    func encode(_ value: UInt64) throws { encoder.set(value: value) }
    func encode<T: Encodable>(_ value: T) throws {
        encoder.set(value: try TreeEncoder(encoder.context, encoder.path).encoded(value))
    }
}
