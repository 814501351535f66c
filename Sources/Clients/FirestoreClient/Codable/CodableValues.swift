public import FirestoreModel

// Firestore.Encoder and Firestore.Decoder leave these types as they are. Other coders store timestamps, points and vectors as
// keyed containers, and refuse references and field values.

extension Timestamp: Codable {
    private enum CodingKeys: CodingKey {
        case seconds, nanoseconds
    }

    /// Reads `seconds` and `nanoseconds`.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            seconds: try container.decode(Int64.self, forKey: .seconds),
            nanoseconds: try container.decode(Int32.self, forKey: .nanoseconds))
    }

    /// Writes `seconds` and `nanoseconds`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(seconds, forKey: .seconds)
        try container.encode(nanoseconds, forKey: .nanoseconds)
    }
}

extension GeoPoint: Codable {
    private enum CodingKeys: CodingKey {
        case latitude, longitude
    }

    /// Reads `latitude` and `longitude`.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            latitude: try container.decode(Double.self, forKey: .latitude),
            longitude: try container.decode(Double.self, forKey: .longitude))
    }

    /// Writes `latitude` and `longitude`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(latitude, forKey: .latitude)
        try container.encode(longitude, forKey: .longitude)
    }
}

extension DocumentReference: Codable {
    /// Always throws ``FirestoreDecodingError``: only ``Firestore/Decoder`` can decode a reference.
    public init(from decoder: any Decoder) throws {
        throw FirestoreDecodingError.decodingIsNotSupported(
            "DocumentReference can only be decoded with Firestore.Decoder.")
    }

    /// Always throws ``FirestoreEncodingError``: only ``Firestore/Encoder`` can encode a reference.
    public func encode(to encoder: any Encoder) throws {
        throw FirestoreEncodingError.encodingIsNotSupported(
            "DocumentReference can only be encoded with Firestore.Encoder.")
    }
}

extension FieldValue: Encodable {
    /// Always throws ``FirestoreEncodingError``: only ``Firestore/Encoder`` can encode a field value.
    public func encode(to encoder: any Encoder) throws {
        throw FirestoreEncodingError.encodingIsNotSupported(
            "FieldValue can only be encoded with Firestore.Encoder.")
    }
}
