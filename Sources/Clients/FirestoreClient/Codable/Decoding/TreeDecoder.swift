import FirestoreModel

#if Foundation || !canImport(FoundationEssentials)
    import Foundation
#else
    import FoundationEssentials
#endif

/// Decodes one value of a document and what is in it.
final class TreeDecoder: Swift.Decoder {
    let context: DecodingContext
    /// The fields of a map; empty for any other value.
    let fields: MapValue
    /// Any value but a map; nil for a map.
    private let plain: Value?
    /// The map or array around this value, and its key there; nil for the document.
    private let place: (outer: TreeDecoder, key: any CodingKey)?

    /// Creates the decoder of a document.
    init(_ fields: MapValue, _ context: DecodingContext) {
        self.context = context
        self.fields = fields
        plain = nil
        place = nil
    }

    /// Creates the decoder of a value that is not inside another.
    convenience init(_ value: Value, _ context: DecodingContext) {
        self.init(value, context, nil)
    }

    /// Creates the decoder of a value in a map or an array.
    convenience init(_ value: Value, in outer: TreeDecoder, at key: any CodingKey) {
        self.init(value, outer.context, (outer, key))
    }

    private init(_ value: Value, _ context: DecodingContext, _ place: (TreeDecoder, any CodingKey)?) {
        self.context = context
        self.place = place
        if case .map(let fields) = value {
            self.fields = fields
            plain = nil
        } else {
            fields = MapValue()
            plain = value
        }
    }

    var codingPath: [any CodingKey] {
        var keys: [any CodingKey] = []
        var place = place
        while let (outer, key) = place {
            keys.append(key)
            place = outer.place
        }
        return keys.reversed()
    }

    var userInfo: [CodingUserInfoKey: Any] { context.decoder.userInfo }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        if plain != nil { throw mismatch([String: Any].self) }
        return KeyedDecodingContainer(KeyedTree<Key>(decoder: context.renamesKeys ? renamed() : self))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard case .array(let elements)? = plain else { throw mismatch([Any].self) }
        return UnkeyedTree(elements, self)
    }

    func singleValueContainer() -> any SingleValueDecodingContainer { SingleTree(decoder: self) }

    /// The decoder of the same map with its fields named as coding keys.
    private func renamed() -> TreeDecoder {
        let pairs: [(FieldName, Value)]
        switch context.decoder.keyDecodingStrategy {
        case .useDefaultKeys: return self
        case .convertFromSnakeCase:
            pairs = fields.map { (FieldName(SnakeCase.decoded($0.name.string)), $0.value) }
        case .custom(let convert):
            let path = codingPath
            pairs = fields.map { name, value in
                (FieldName(convert(path + [PlainKey(stringValue: name.string)]).stringValue), value)
            }
        }
        return TreeDecoder(.map(MapValue(pairs: pairs)), context, place)
    }

    // MARK: Values

    /// Decodes this value: directly if Firestore knows the type, else with the type's own initializer.
    func decode<T: Decodable>(_ type: T.Type) throws -> T {
        if type == Date.self { return same(try date()) }
        if type == Data.self { return same(try data()) }
        if type == URL.self { return same(try url()) }
        if type == Decimal.self { return same(Decimal(try floatingPoint(Double.self))) }
        switch plain {
        case .timestamp(let time) where type == Timestamp.self: return same(time)
        case .geoPoint(let point) where type == GeoPoint.self: return same(point)
        case .reference(let name) where type == DocumentReference.self:
            if let firestore = context.firestore {
                return same(DocumentReference(firestore, .success(name)))
            }
        case nil where type == VectorValue.self:
            if let numbers = Value.map(fields).vector { return same(VectorValue(numbers)) }
        default: break
        }
        return try T(from: self)
    }

    /// Decodes a value in this map or array. What chats store most often needs no decoder of its own.
    func decode<T: Decodable>(_ type: T.Type, from value: Value, at key: some CodingKey) throws -> T {
        switch value {
        case .timestamp(let time) where type == Timestamp.self: return same(time)
        case .array(let elements) where type == [String].self:
            if let texts = strings(elements) { return same(texts) }
        default: break
        }
        return try TreeDecoder(value, in: self, at: key).decode(type)
    }

    /// Decodes a property whose field is missing, which only a ``DocumentID`` survives.
    func decodeMissing<T: Decodable>(_ type: T.Type, at key: some CodingKey) throws -> T {
        guard type is any FieldlessProperty.Type else { throw keyNotFound(key) }
        return try T(from: TreeDecoder(.null, in: self, at: key))
    }

    /// A value whose type the caller has compared with `T`. A dynamic cast would take longer than all else.
    private func same<Known, T>(_ known: Known) -> T { unsafeBitCast(known, to: T.self) }

    private func strings(_ elements: [Value]) -> [String]? {
        var texts: [String] = []
        texts.reserveCapacity(elements.count)
        for case .string(let text) in elements { texts.append(text) }
        return texts.count == elements.count ? texts : nil
    }

    // MARK: Plain values

    var isNull: Bool {
        if case .null? = plain { true } else { false }
    }

    func bool() throws -> Bool {
        guard case .boolean(let flag)? = plain else { throw mismatch(Bool.self) }
        return flag
    }

    func string() throws -> String {
        guard case .string(let text)? = plain else { throw mismatch(String.self) }
        return text
    }

    func integer<T: FixedWidthInteger>(_ type: T.Type) throws -> T {
        let number: T?
        switch plain {
        case .integer(let whole): number = T(exactly: whole)
        case .double(let double): number = T(exactly: double)
        default: throw mismatch(type)
        }
        guard let number else { throw corrupted("The number in the document does not fit in \(type).") }
        return number
    }

    func floatingPoint<T: BinaryFloatingPoint>(_ type: T.Type) throws -> T {
        switch plain {
        case .double(let double):
            let number = T(double)
            if number.isInfinite, double.isFinite {
                throw corrupted("The number in the document does not fit in \(type).")
            }
            return number
        case .integer(let whole): return T(whole)
        case .string(let text):
            if case .convertFromString(let infinity, let negativeInfinity, let nan) =
                context.decoder.nonConformingFloatDecodingStrategy
            {
                if text == infinity { return .infinity }
                if text == negativeInfinity { return -.infinity }
                if text == nan { return .nan }
            }
            throw mismatch(type)
        default: throw mismatch(type)
        }
    }

    private func date() throws -> Date {
        switch context.decoder.dateDecodingStrategy {
        case .timestamp:
            guard case .timestamp(let time)? = plain else { throw mismatch(Timestamp.self) }
            return time.dateValue()
        case .deferredToDate: return try Date(from: self)
        case .secondsSince1970: return Date(timeIntervalSince1970: try floatingPoint(Double.self))
        case .millisecondsSince1970:
            return Date(timeIntervalSince1970: try floatingPoint(Double.self) / 1000)
        case .iso8601:
            guard let date = try? Date(try string(), strategy: .iso8601) else {
                throw corrupted("The text is not an ISO 8601 date, such as 2026-01-02T03:04:05Z.")
            }
            return date
        #if Foundation
            case .formatted(let formatter):
                guard let date = formatter.date(from: try string()) else {
                    throw corrupted("The formatter cannot read the text as a date.")
                }
                return date
        #endif
        case .custom(let read): return try read(self)
        }
    }

    private func data() throws -> Data {
        switch context.decoder.dataDecodingStrategy {
        case .blob:
            if case .bytes(let bytes)? = plain { return Data(bytes) }
            return try base64()
        case .deferredToData: return try Data(from: self)
        case .base64: return try base64()
        case .custom(let read): return try read(self)
        }
    }

    private func base64() throws -> Data {
        guard case .string(let text)? = plain else { throw mismatch(Data.self) }
        guard let data = Data(base64Encoded: text) else { throw corrupted("The text is not Base64.") }
        return data
    }

    private func url() throws -> URL {
        guard let url = URL(string: try string()) else { throw corrupted("The text is not a URL.") }
        return url
    }
}

extension TreeDecoder {
    // MARK: Errors

    func keyNotFound(_ key: some CodingKey) -> DecodingError {
        .keyNotFound(
            key,
            .init(codingPath: codingPath, debugDescription: "There is no field \"\(key.stringValue)\" here."))
    }

    fileprivate func mismatch(_ type: any Any.Type) -> DecodingError {
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

    /// The kind of value, without its content.
    private var kind: String {
        switch plain {
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
        case .map, nil: "a map"
        }
    }
}
