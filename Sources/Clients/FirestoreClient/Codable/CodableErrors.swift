/// Why a value could not be decoded from a document.
public enum FirestoreDecodingError: Error, Sendable {
    /// The type can only be decoded by ``Firestore/Decoder``; the string names it.
    case decodingIsNotSupported(String)
    /// A document has a field with the name of a property that is not decoded from a field.
    ///
    /// Kept for source compatibility: like current versions of Firebase's SDK, the decoder ignores such a field.
    case fieldNameConflict(String)
}

/// Why a value could not be encoded for a document.
public enum FirestoreEncodingError: Error, Sendable {
    /// The type can only be encoded by ``Firestore/Encoder``; the string names it.
    case encodingIsNotSupported(String)
}
