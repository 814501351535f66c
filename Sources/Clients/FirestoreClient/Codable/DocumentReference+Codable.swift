extension DocumentReference {
    /// Reads the document and decodes it. An optional type decodes as nil if the document does not exist.
    ///
    /// - Parameters:
    ///   - type: The type to decode.
    ///   - serverTimestampBehavior: Has no effect, see ``ServerTimestampBehavior``.
    ///   - decoder: The decoder and its strategies.
    ///   - source: Where to look, see ``FirestoreSource``.
    /// - Throws: ``FirestoreError``; `DecodingError` if the fields do not fit the type; any error of the type's initializer.
    public nonisolated(nonsending) func getDocument<T: Decodable>(
        as type: T.Type, with serverTimestampBehavior: ServerTimestampBehavior = .none,
        decoder: Firestore.Decoder = Firestore.Decoder(), source: FirestoreSource = .default
    ) async throws -> T {
        try await getDocument(source: source).data(as: type, with: serverTimestampBehavior, decoder: decoder)
    }

    /// Reads the document, decodes it, and calls a handler with the result on the settings' queue.
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

    /// Encodes a value and starts a write that replaces the document with it, or creates the document.
    ///
    /// Returns before the value is written, as in Firebase's SDK, even with `try await`. Writes are sent in the order of the
    /// calls. To await the write, use `setData(Firestore.Encoder().encode(value))`.
    ///
    /// - Parameters:
    ///   - value: The value, which must encode as a map.
    ///   - encoder: The encoder and its strategies.
    ///   - completion: Called on the settings' queue with nil or the error. Without a handler, an error is logged.
    /// - Throws: `EncodingError`, and any error of the value's `encode(to:)`.
    public func setData<T: Encodable>(
        from value: T, encoder: Firestore.Encoder = Firestore.Encoder(),
        completion: (((any Error)?) -> Void)? = nil
    ) throws {
        setData(try encoder.encode(value), completion: completion)
    }

    /// Encodes a value and starts a write that replaces the document or, with `merge`, only sets the value's fields; see
    /// ``setData(from:encoder:completion:)``.
    ///
    /// - Throws: `EncodingError`, and any error of the value's `encode(to:)`.
    public func setData<T: Encodable>(
        from value: T, merge: Bool, encoder: Firestore.Encoder = Firestore.Encoder(),
        completion: (((any Error)?) -> Void)? = nil
    ) throws {
        setData(try encoder.encode(value), merge: merge, completion: completion)
    }

    /// Encodes a value and starts a write that only sets the named fields, which are strings in dot form or `FieldPath`s; see
    /// ``setData(from:encoder:completion:)``.
    ///
    /// - Throws: `EncodingError`, and any error of the value's `encode(to:)`.
    public func setData<T: Encodable>(
        from value: T, mergeFields: [Any], encoder: Firestore.Encoder = Firestore.Encoder(),
        completion: (((any Error)?) -> Void)? = nil
    ) throws {
        setData(try encoder.encode(value), mergeFields: mergeFields, completion: completion)
    }
}
