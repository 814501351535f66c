extension DatabaseReference {
    /// Starts to replace the data here with a value of a Swift type. To await it, use `setValue` with an encoded value.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - encoder: How to store dates, bytes and keys.
    ///   - completion: Gets the error, or nil when the value is written.
    /// - Throws: `EncodingError`, and what the value's type throws.
    public func setValue<T: Encodable>(
        from value: T, encoder: Database.Encoder = Database.Encoder(),
        completion: (((any Error)?) -> Void)? = nil
    ) throws {
        let encoded = try encoder.encode(value)
        setValue(encoded, withCompletionBlock: completion.map { handler in { error, _ in handler(error) } })
    }
}
