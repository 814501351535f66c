extension CollectionReference {
    /// Encodes a value and starts a write that creates a document with a new id.
    ///
    /// Returns before the value is written; see ``DocumentReference/setData(from:encoder:completion:)``.
    ///
    /// - Returns: The document's reference.
    /// - Throws: `EncodingError`, and any error of the value's `encode(to:)`.
    @discardableResult
    public func addDocument<T: Encodable>(
        from value: T, encoder: Firestore.Encoder = Firestore.Encoder(),
        completion: (((any Error)?) -> Void)? = nil
    ) throws -> DocumentReference {
        addDocument(data: try encoder.encode(value), completion: completion)
    }
}
