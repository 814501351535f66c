import ClientCore
import FirestoreModel

#if Foundation || !canImport(FoundationEssentials)
    import Foundation
#else
    import FoundationEssentials
#endif

/// Encodes one value of a document and what is in it.
final class TreeEncoder: Swift.Encoder {
    private let options: Firestore.Encoder
    private let renamesKeys: Bool
    /// The encoder of the map or array around this value, and the key of the value there. Nil for a document, and for an
    /// unfinished value: its outer encoder holds it, so it only knows its path.
    private let outer: TreeEncoder?
    private let key: any CodingKey
    private let path: [any CodingKey]

    private var kind = Kind.nothing
    private var isEncodedTwice = false
    private var single: Any?
    /// The fields of a map. Only the containers of this encoder change them, one call after the other.
    @exclusivity(unchecked) private var fields: [String: Any] = [:]
    /// The elements of an array; null in the place of an element that containers still add to.
    @exclusivity(unchecked) private var elements: [Any] = []
    /// What containers still add to.
    private var unfinished: [(key: PlainKey, encoder: TreeEncoder)] = []

    /// What is being encoded.
    private enum Kind { case nothing, single, map, array }

    /// Creates the encoder of a document.
    init(_ options: Firestore.Encoder) {
        self.options = options
        (outer, key, path) = (nil, PlainKey.super, [])
        renamesKeys = if case .useDefaultKeys = options.keyEncodingStrategy { false } else { true }
    }

    /// Creates the encoder of a value in a map or an array.
    init(in outer: TreeEncoder, at key: any CodingKey) {
        options = outer.options
        renamesKeys = outer.renamesKeys
        self.outer = outer
        self.key = key
        path = []
    }

    /// Creates the encoder of an unfinished value in a map or an array.
    private init(unfinishedIn other: TreeEncoder, at key: any CodingKey) {
        options = other.options
        renamesKeys = other.renamesKeys
        outer = nil
        self.key = key
        path = other.codingPath + [key]
    }

    /// Creates another encoder of the same value.
    private init(inPlaceOf other: TreeEncoder) {
        options = other.options
        renamesKeys = other.renamesKeys
        (outer, key, path) = (other.outer, other.key, other.path)
    }

    var codingPath: [any CodingKey] {
        var keys: [any CodingKey] = []
        var encoder = self
        while let outer = encoder.outer {
            keys.append(encoder.key)
            encoder = outer
        }
        return encoder.path + keys.reversed()
    }

    var userInfo: [CodingUserInfoKey: Any] { options.userInfo }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        // Most documents have 4 to 12 fields, most maps in them fewer than 4.
        if become(.map) { fields = Dictionary(minimumCapacity: outer == nil ? 8 : 3) }
        return KeyedEncodingContainer(KeyedTreeEncoding<Key>(encoder: self))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        become(.array)
        return UnkeyedTreeEncoding(encoder: self)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { SingleTreeEncoding(encoder: self) }

    /// Chooses the kind of value; false if that was done before.
    @discardableResult
    private func become(_ new: Kind) -> Bool {
        if kind == .nothing {
            kind = new
            return true
        }
        if kind != new || new == .single { isEncodedTwice = true }
        return false
    }

    // MARK: What containers add

    /// Takes the value of a single-value container.
    func set(_ value: consuming Any) {
        if become(.single) { single = value }
    }

    /// Sets a field of this map.
    func set(_ value: consuming Any, at key: some CodingKey) {
        fields.updateValue(value, forKey: name(key))
    }

    /// The encoder of a field that containers add to; the same one for the same key.
    func inner(at key: some CodingKey) -> TreeEncoder {
        let name = PlainKey(stringValue: name(key))
        if let known = unfinished.first(where: { $0.key.stringValue == name.stringValue }) {
            return known.encoder
        }
        let encoder = TreeEncoder(unfinishedIn: self, at: key)
        unfinished.append((name, encoder))
        return encoder
    }

    /// Appends an element to this array.
    func append(_ value: consuming Any) { elements.append(value) }

    /// The number of elements of this array.
    var count: Int { elements.count }

    /// The encoder of a new element that containers add to.
    func appendInner() -> TreeEncoder {
        let index = PlainKey(intValue: count)
        let encoder = TreeEncoder(unfinishedIn: self, at: index)
        unfinished.append((index, encoder))
        elements.append(PlainForm.null)
        return encoder
    }

    private func name(_ key: some CodingKey) -> String {
        if !renamesKeys { return key.stringValue }
        return switch options.keyEncodingStrategy {
        case .useDefaultKeys: key.stringValue
        case .convertToSnakeCase: SnakeCase.encoded(key.stringValue)
        case .custom(let convert): convert(codingPath + [key]).stringValue
        }
    }

    /// The encoded value; nil for nothing.
    private func finished() throws -> Any? {
        if isEncodedTwice {
            throw EncodingError.invalidValue(
                codingPath, .init(codingPath: codingPath, debugDescription: "A value is encoded twice."))
        }
        for (key, encoder) in unfinished {
            let value = try encoder.finished() ?? [String: Any]()
            switch key {
            case .name(let name): fields[name] = value
            case .index(let index): elements[index] = value
            }
        }
        unfinished = []
        return switch kind {
        case .nothing: nil
        case .single: single
        case .map: fields
        case .array: elements
        }
    }
}

extension TreeEncoder {
    // MARK: Values

    /// Encodes a document; nil for a value that is not a map.
    func encodedFields<T: Encodable>(_ value: T) throws -> [String: Any]? {
        let result = try encoded(value)
        return kind == .map ? fields : result as? [String: Any]
    }

    /// Encodes a value in this map or array.
    func encoded<T: Encodable>(_ value: T, at key: some CodingKey) throws -> Any {
        if TreeEncoder.takesUnchanged(T.self) { return value }
        return try TreeEncoder(in: self, at: key).encoded(value)
    }

    /// Encodes this encoder's value: directly if Firestore knows its type, else with the type's own method.
    func encoded<T: Encodable>(_ value: T) throws -> Any {
        let type = T.self
        if TreeEncoder.takesUnchanged(type) { return value }
        if type == Date.self, let date = value as? Date { return try encoded(date) }
        if type == Data.self, let data = value as? Data { return try encoded(data) }
        if type == URL.self, let url = value as? URL { return url.absoluteString }
        if type == Decimal.self, let number = value as? Decimal { return PlainForm.decimal(number) }
        if renamesKeys, let dictionary = value as? [String: any Encodable] {
            // Its keys are data, which no strategy applies to.
            var fields: [String: Any] = [:]
            for (name, value) in dictionary {
                fields[name] = try encoded(value, at: PlainKey(stringValue: name))
            }
            return fields
        }
        try value.encode(to: self)
        return try finished() ?? [String: Any]()
    }

    /// Whether values of a type are written without being encoded.
    static func takesUnchanged(_ type: any Any.Type) -> Bool {
        type == Timestamp.self || type == [String].self || type == GeoPoint.self
            || type == VectorValue.self || type == DocumentReference.self || type == FieldValue.self
    }

    private func encoded(_ date: Date) throws -> Any {
        switch options.dateEncodingStrategy {
        case .timestamp: return Timestamp(date: date)
        case .deferredToDate: try date.encode(to: self)
        case .secondsSince1970: return date.timeIntervalSince1970
        case .millisecondsSince1970: return date.timeIntervalSince1970 * 1000
        case .iso8601: return date.formatted(.iso8601)
        #if Foundation
            case .formatted(let formatter): return formatter.string(from: date)
        #endif
        case .custom(let encode): try encode(date, self)
        }
        return try finished() ?? [String: Any]()
    }

    private func encoded(_ data: Data) throws -> Any {
        switch options.dataEncodingStrategy {
        case .blob: return data
        case .deferredToData: try data.encode(to: self)
        case .base64: return data.base64EncodedString()
        case .custom(let encode): try encode(data, self)
        }
        return try finished() ?? [String: Any]()
    }

    /// Encodes a number in this map or array; as text if it is infinite or NaN and the strategy says so.
    func encoded<T: BinaryFloatingPoint>(
        number: T, at key: @autoclosure () -> any CodingKey
    ) throws -> Any {
        if number.isFinite { return number }
        return try TreeEncoder(in: self, at: key()).encoded(nonFinite: number)
    }

    func encoded<T: BinaryFloatingPoint>(nonFinite number: T) throws -> Any {
        if case .convertToString(let infinity, let negativeInfinity, let nan) =
            options.nonConformingFloatEncodingStrategy
        {
            return number.isNaN ? nan : number > 0 ? infinity : negativeInfinity
        }
        throw EncodingError.invalidValue(
            number,
            .init(
                codingPath: codingPath,
                debugDescription: "\(number) needs a nonConformingFloatEncodingStrategy."))
    }

    /// Encodes the value of a single-value container, which has the place of this value.
    func encodedHere<T: Encodable>(_ value: T) throws -> Any {
        if TreeEncoder.takesUnchanged(T.self) { return value }
        return try TreeEncoder(inPlaceOf: self).encoded(value)
    }
}
