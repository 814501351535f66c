extension Transaction {
    /// Adds a write that replaces the document with a value, or creates it.
    ///
    /// - Returns: The transaction.
    /// - Throws: `EncodingError`, and any error of the value's `encode(to:)`.
    @discardableResult
    public func setData<T: Encodable>(
        from value: T, forDocument doc: DocumentReference, encoder: Firestore.Encoder = Firestore.Encoder()
    ) throws -> Transaction {
        setData(try encoder.encode(value), forDocument: doc)
    }

    /// Adds a write that replaces the document with a value or, with `merge`, only sets the value's fields.
    ///
    /// - Returns: The transaction.
    /// - Throws: `EncodingError`, and any error of the value's `encode(to:)`.
    @discardableResult
    public func setData<T: Encodable>(
        from value: T, forDocument doc: DocumentReference, merge: Bool,
        encoder: Firestore.Encoder = Firestore.Encoder()
    ) throws -> Transaction {
        setData(try encoder.encode(value), forDocument: doc, merge: merge)
    }

    /// Adds a write that only sets the named fields, all of which the value must have. `mergeFields` has field paths: strings in dot form, or
    /// `FieldPath`.
    ///
    /// - Returns: The transaction.
    /// - Throws: `EncodingError`, and any error of the value's `encode(to:)`.
    @discardableResult
    public func setData<T: Encodable>(
        from value: T, forDocument doc: DocumentReference, mergeFields: [Any],
        encoder: Firestore.Encoder = Firestore.Encoder()
    ) throws -> Transaction {
        setData(try encoder.encode(value), forDocument: doc, mergeFields: mergeFields)
    }
}
