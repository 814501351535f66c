public import FirestoreModel

// Unchecked because the class has a subclass, as in Firebase's SDK. All properties are constants of Sendable types.
/// A document as it was read, or a missing one.
public class DocumentSnapshot: @unchecked Sendable {
    /// The reference to the document.
    public let reference: DocumentReference
    package let document: Document?
    private let isFromCache: Bool

    package init(_ reference: DocumentReference, _ document: Document?) {
        self.reference = reference
        self.document = document
        isFromCache = false
    }

    init(_ reference: DocumentReference, _ document: Document?, _ metadata: SnapshotMetadata) {
        self.reference = reference
        self.document = document
        isFromCache = metadata.isFromCache
    }

    /// Where the document comes from.
    public var metadata: SnapshotMetadata { SnapshotMetadata(isFromCache: isFromCache) }

    /// The document's id.
    public var documentID: String { reference.documentID }

    /// True if the document exists.
    public var exists: Bool { document != nil }

    /// When the document was created; nil for a missing one.
    public var createTime: Timestamp? { document?.createTime }

    /// When the document last changed; nil for a missing one.
    public var updateTime: Timestamp? { document?.updateTime }

    /// All fields as Swift values; nil for a missing document.
    ///
    /// As in Firebase's SDK: strings are `String`, booleans `Bool`, numbers `NSNumber`, times `Timestamp`, bytes `Data`,
    /// references ``DocumentReference``, vectors ``VectorValue``, null `NSNull`. A number casts to every numeric type that
    /// can hold it: `data["count"] as? Double` and `as? Int` both work for 3.
    ///
    /// - Returns: The fields by name.
    public func data() -> [String: Any]? {
        document.map { ValueDecoder(firestore: reference.firestore).dictionary($0.fields) }
    }

    /// All fields, as ``data()`` returns them.
    ///
    /// - Parameter serverTimestampBehavior: Has no effect, see ``ServerTimestampBehavior``.
    /// - Returns: The fields by name; nil for a missing document.
    public func data(with serverTimestampBehavior: ServerTimestampBehavior) -> [String: Any]? { data() }

    /// The value of a field, as in ``data()``.
    ///
    /// - Parameter field: The path of the field, such as `"meta.seen"`.
    /// - Returns: The value; nil if the field is missing, or the path is invalid.
    public func get(_ field: String) -> Any? {
        (try? FieldPath(dotForm: field)).flatMap { get($0) }
    }

    /// The value of a field, as in ``data()``; nil for a missing one.
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

// Unchecked like DocumentSnapshot, its superclass.
/// A document that a query or a list has returned, so it exists.
public final class QueryDocumentSnapshot: DocumentSnapshot, @unchecked Sendable {
    package init(_ firestore: Firestore, _ document: Document) {
        super.init(DocumentReference(firestore, .success(document.name)), document)
    }

    /// All fields as Swift values.
    ///
    /// - Returns: The fields by name.
    public override func data() -> [String: Any] { super.data() ?? [:] }

    /// All fields, as ``data()`` returns them.
    ///
    /// - Parameter serverTimestampBehavior: Has no effect, see ``ServerTimestampBehavior``.
    /// - Returns: The fields by name.
    public override func data(with serverTimestampBehavior: ServerTimestampBehavior) -> [String: Any] {
        data()
    }
}
