extension DataSnapshot {
    /// The data as a value of a Swift type.
    ///
    /// - Parameters:
    ///   - type: The type; an optional one for data that may not exist.
    ///   - decoder: How to read dates, bytes and keys.
    /// - Throws: `DecodingError` for data of another form, and what the type throws.
    public func data<T: Decodable>(
        as type: T.Type, decoder: Database.Decoder = Database.Decoder()
    ) throws -> T {
        try decoder.decode(type, from: node)
    }
}
