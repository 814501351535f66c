extension WriteBatch {
    /// Adds a write that replaces the document with a value, or creates it.
    ///
    /// - Returns: The batch.
    /// - Throws: `EncodingError`, and what the value's type throws.
    @discardableResult
    public func setData<T: Encodable>(
        from value: T, forDocument doc: DocumentReference, encoder: Firestore.Encoder = Firestore.Encoder()
    ) throws -> WriteBatch {
        setData(try encoder.encode(value), forDocument: doc)
    }

    /// Adds a write that replaces the document with a value or, merging, sets just the fields of the value.
    ///
    /// - Returns: The batch.
    /// - Throws: `EncodingError`, and what the value's type throws.
    @discardableResult
    public func setData<T: Encodable>(
        from value: T, forDocument doc: DocumentReference, merge: Bool,
        encoder: Firestore.Encoder = Firestore.Encoder()
    ) throws -> WriteBatch {
        setData(try encoder.encode(value), forDocument: doc, merge: merge)
    }

    /// Adds a write that sets just the named fields, each of which the value must have.
    ///
    /// - Parameter mergeFields: Field paths, as texts in dot form or as `FieldPath`.
    /// - Returns: The batch.
    /// - Throws: `EncodingError`, and what the value's type throws.
    @discardableResult
    public func setData<T: Encodable>(
        from value: T, forDocument doc: DocumentReference, mergeFields: [Any],
        encoder: Firestore.Encoder = Firestore.Encoder()
    ) throws -> WriteBatch {
        setData(try encoder.encode(value), forDocument: doc, mergeFields: mergeFields)
    }
}
