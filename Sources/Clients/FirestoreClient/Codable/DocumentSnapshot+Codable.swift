import FirestoreModel

/// What to return for a server timestamp whose time the server has not set yet.
///
/// Here for source compatibility: snapshots hold only what the server has written, so every time is set.
public enum ServerTimestampBehavior: Int, Sendable {
    /// Null.
    case none
    /// An estimate by this machine's clock.
    case estimate
    /// The value that the field had before.
    case previous
}

extension DocumentSnapshot {
    /// Decodes the document.
    ///
    /// - Parameters:
    ///   - type: The type to decode; an optional type makes nil of a document that does not exist.
    ///   - serverTimestampBehavior: Has no effect, see ``ServerTimestampBehavior``.
    ///   - decoder: The decoder, with its strategies.
    /// - Throws: `DecodingError` where the fields do not fit the type, and what the type throws.
    public func data<T: Decodable>(
        as type: T.Type, with serverTimestampBehavior: ServerTimestampBehavior = .none,
        decoder: Firestore.Decoder = Firestore.Decoder()
    ) throws -> T {
        try decoder.decode(
            type, from: document.map { .map($0.fields) } ?? .null, in: reference,
            firestore: reference.firestore)
    }
}
