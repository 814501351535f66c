extension DocumentReference {
    /// Reads the document and decodes it; an optional type makes nil of a document that does not exist.
    ///
    /// - Parameters:
    ///   - type: The type to decode.
    ///   - serverTimestampBehavior: Has no effect, see ``ServerTimestampBehavior``.
    ///   - decoder: The decoder, with its strategies.
    ///   - source: Where to look, see ``FirestoreSource``.
    /// - Throws: ``FirestoreError``; `DecodingError` where the fields do not fit the type, and what the type throws.
    public nonisolated(nonsending) func getDocument<T: Decodable>(
        as type: T.Type, with serverTimestampBehavior: ServerTimestampBehavior = .none,
        decoder: Firestore.Decoder = Firestore.Decoder(), source: FirestoreSource = .default
    ) async throws -> T {
        try await getDocument(source: source).data(as: type, with: serverTimestampBehavior, decoder: decoder)
    }

    /// Reads the document, decodes it and calls a handler with the result, on the queue of the settings.
    public func getDocument<T: Decodable>(
        as type: T.Type, with serverTimestampBehavior: ServerTimestampBehavior = .none,
        decoder: Firestore.Decoder = Firestore.Decoder(), source: FirestoreSource = .default,
        completion: @escaping (Result<T, any Error>) -> Void
    ) {
        getDocument(source: source) { snapshot, error in
            completion(
                Result {
                    guard let snapshot else { throw error ?? FirestoreError(.unknown, "There is no answer.") }
                    return try snapshot.data(as: type, with: serverTimestampBehavior, decoder: decoder)
                })
        }
    }

    /// Encodes a value and starts to replace the document with it, or to create it.
    ///
    /// Returns before the value is written, as in Firebase's SDK, also where it is called with `try await`; writes are sent
    /// in the order of the calls. To await the write, use `setData(Firestore.Encoder().encode(value))`.
    ///
    /// - Parameters:
    ///   - value: The value, which must encode as a map.
    ///   - encoder: The encoder, with its strategies.
    ///   - completion: Called with the error of the write, or nil, on the queue of the settings. Without it an error is
    ///     logged.
    /// - Throws: `EncodingError`, and what the value's type throws.
    public func setData<T: Encodable>(
        from value: T, encoder: Firestore.Encoder = Firestore.Encoder(),
        completion: (((any Error)?) -> Void)? = nil
    ) throws {
        setData(try encoder.encode(value), completion: completion)
    }

    /// Encodes a value and starts to replace the document or, merging, to set just the fields of the value; see
    /// ``setData(from:encoder:completion:)``.
    ///
    /// - Throws: `EncodingError`, and what the value's type throws.
    public func setData<T: Encodable>(
        from value: T, merge: Bool, encoder: Firestore.Encoder = Firestore.Encoder(),
        completion: (((any Error)?) -> Void)? = nil
    ) throws {
        setData(try encoder.encode(value), merge: merge, completion: completion)
    }

    /// Encodes a value and starts to set just the named fields, given as texts in dot form or as `FieldPath`; see
    /// ``setData(from:encoder:completion:)``.
    ///
    /// - Throws: `EncodingError`, and what the value's type throws.
    public func setData<T: Encodable>(
        from value: T, mergeFields: [Any], encoder: Firestore.Encoder = Firestore.Encoder(),
        completion: (((any Error)?) -> Void)? = nil
    ) throws {
        setData(try encoder.encode(value), mergeFields: mergeFields, completion: completion)
    }
}
