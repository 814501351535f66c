extension CollectionReference {
    /// Encodes a value and starts to create a document of it with a new id.
    ///
    /// Returns before the value is written; see ``DocumentReference/setData(from:encoder:completion:)``.
    ///
    /// - Returns: The document's reference.
    /// - Throws: `EncodingError`, and what the value's type throws.
    @discardableResult
    public func addDocument<T: Encodable>(
        from value: T, encoder: Firestore.Encoder = Firestore.Encoder(),
        completion: (((any Error)?) -> Void)? = nil
    ) throws -> DocumentReference {
        addDocument(data: try encoder.encode(value), completion: completion)
    }
}
