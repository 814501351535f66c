import FirestoreModel

/// The value of a server timestamp that the server has not set yet.
///
/// For source compatibility: snapshots hold only what the server has written, so every time is set.
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
    ///   - type: The type to decode; an optional type decodes as nil if the document does not exist.
    ///   - serverTimestampBehavior: Has no effect, see ``ServerTimestampBehavior``.
    ///   - decoder: The decoder and its strategies.
    /// - Throws: `DecodingError` if the fields do not fit the type, and any error of the type's initializer.
    public func data<T: Decodable>(
        as type: T.Type, with serverTimestampBehavior: ServerTimestampBehavior = .none,
        decoder: Firestore.Decoder = Firestore.Decoder()
    ) throws -> T {
        try decoder.decode(type, from: document?.fields, in: reference)
    }
}
