public import FirestoreModel

// Unchecked because the class can be subclassed, as in the SDK: all its properties are constants of `Sendable` types.
/// What a document held when it was read, or that it did not exist.
public class DocumentSnapshot: @unchecked Sendable {
    // Unchecked because the class is not final, which it is not so that a QueryDocumentSnapshot is a
    // DocumentSnapshot, as in Firebase's SDK. Only this module can add subclasses; all properties are
    // constants of Sendable types.

    /// The document's place.
    public let reference: DocumentReference
    package let document: Document?

    package init(_ reference: DocumentReference, _ document: Document?) {
        self.reference = reference
        self.document = document
    }

    /// The document's id.
    public var documentID: String { reference.documentID }

    /// True when there is such a document.
    public var exists: Bool { document != nil }

    /// When the document was created; nil where there is none.
    public var createTime: Timestamp? { document?.createTime }

    /// When the document last changed; nil where there is none.
    public var updateTime: Timestamp? { document?.updateTime }

    /// All fields as Swift values; nil where there is no document.
    ///
    /// As in Firebase's SDK: strings are `String`, booleans `Bool`, numbers `NSNumber`, times `Timestamp`, bytes `Data`,
    /// references ``DocumentReference``, vectors ``VectorValue``, null `NSNull`. A number casts to every numeric type that
    /// can hold it: `data["count"] as? Double` and `as? Int` both work for 3.
    ///
    /// - Returns: The fields by name.
    public func data() -> [String: Any]? {
        document.map { ValueDecoder(firestore: reference.firestore).dictionary($0.fields) }
    }

    /// The value of a field, as in ``data()``.
    ///
    /// - Parameter field: A field path in dot form, such as `"meta.seen"`.
    /// - Returns: The value; nil where there is none, or the text is no field path.
    public func get(_ field: String) -> Any? {
        (try? FieldPath(dotForm: field)).flatMap { get($0) }
    }

    /// The value of a field, as in ``data()``; nil where there is none.
    public func get(_ field: FieldPath) -> Any? {
        (document?.fields[field]).map { ValueDecoder(firestore: reference.firestore).any($0) }
    }

    /// The value of a field, as ``get(_:)-(String)`` returns it.
    public subscript(field: String) -> Any? {
        self.get(field)
    }

    /// The value of a field, as in ``data()``.
    public subscript(field: FieldPath) -> Any? {
        self.get(field)
    }
}

// Unchecked as `DocumentSnapshot` is: its own property is a constant.
/// A document that a query or a list has returned, and so exists.
public final class QueryDocumentSnapshot: DocumentSnapshot, @unchecked Sendable {
    // Unchecked for the reason given at DocumentSnapshot; nothing here can change either.

    package let found: Document

    package init(_ firestore: Firestore, _ document: Document) {
        found = document
        super.init(DocumentReference(firestore, .success(document.name)), document)
    }

    /// All fields as Swift values.
    ///
    /// - Returns: The fields by name.
    public override func data() -> [String: Any] {
        ValueDecoder(firestore: reference.firestore).dictionary(found.fields)
    }
}
