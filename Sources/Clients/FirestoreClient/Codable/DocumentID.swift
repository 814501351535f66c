import ClientCore

/// A type that can be the value of a ``DocumentID``: `String` and ``DocumentReference``.
public protocol DocumentIDWrappable {
    /// Creates a value from the reference of the decoded document.
    static func wrap(_ documentReference: DocumentReference) throws -> Self
}

extension String: DocumentIDWrappable {
    /// The document's id.
    public static func wrap(_ documentReference: DocumentReference) throws -> String {
        documentReference.documentID
    }
}

extension DocumentReference: DocumentIDWrappable {
    /// The reference itself.
    public static func wrap(_ documentReference: DocumentReference) throws -> DocumentReference {
        documentReference
    }
}

/// A property that receives the document's id when the document is decoded, and is left out when it is encoded.
///
///     struct Message: Codable {
///         @DocumentID var id: String?
///         var text: String
///     }
///
/// A field of the document with the same name is ignored. Only ``Firestore/Encoder`` and ``Firestore/Decoder``
/// support the property; other coders throw ``FirestoreEncodingError`` and ``FirestoreDecodingError``.
@propertyWrapper
public struct DocumentID<Value: DocumentIDWrappable & Codable> {
    /// The id; nil until the value is decoded from a document.
    public var wrappedValue: Value?

    /// Creates a property with an id, which is never written to the document.
    public init(wrappedValue: Value?) {
        self.wrappedValue = wrappedValue
    }
}

/// A property without a field in the document. Lets the coders recognize a `DocumentID` of any type.
protocol FieldlessProperty {}

extension DocumentID: FieldlessProperty {}

extension DocumentID: Codable {
    /// Takes the id of the decoded document.
    ///
    /// - Throws: ``FirestoreDecodingError`` with any other decoder than ``Firestore/Decoder``, or without a reference.
    public init(from decoder: any Decoder) throws {
        guard let decoder = decoder as? TreeDecoder else {
            throw FirestoreDecodingError.decodingIsNotSupported(
                "DocumentID can only be decoded with Firestore.Decoder.")
        }
        guard let reference = decoder.context.reference else {
            throw FirestoreDecodingError.decodingIsNotSupported(
                "A DocumentID needs the document's reference; decode with Firestore.Decoder.decode(_:from:in:)."
            )
        }
        wrappedValue = try Value.wrap(reference)
    }

    /// Always throws ``FirestoreEncodingError``: ``Firestore/Encoder`` leaves the property out.
    public func encode(to encoder: any Encoder) throws {
        throw FirestoreEncodingError.encodingIsNotSupported(
            "DocumentID can only be encoded as a property, with Firestore.Encoder.")
    }
}

extension DocumentID: Equatable where Value: Equatable {}
extension DocumentID: Hashable where Value: Hashable {}
extension DocumentID: Sendable where Value: Sendable {}
