import ClientCore
public import FirestoreModel

/// The place of a document, which need not exist.
///
/// Creating a reference sends no request and never fails: the method that uses an invalid path throws `.invalidArgument`.
public struct DocumentReference: Sendable {
    /// The database that the document is in.
    public let firestore: Firestore
    let location: Result<DocumentName, ConversionProblem>
    /// The text given as the path, if it is not a valid one.
    private let badPath: BadPath

    private struct BadPath: ExactText {
        let string: String

        init(_ string: String) { self.string = string }
    }

    init(
        _ firestore: Firestore, _ text: String, below parent: Result<CollectionPath, ConversionProblem>? = nil
    ) {
        let below = parent.map { $0.map(\.segments) } ?? .success([])
        let path = below.flatMap { PathReader.document(text, below: $0) }
        self.init(firestore, path.map { DocumentName(firestore.database, $0) }, text: text)
    }

    package init(
        _ firestore: Firestore, _ location: Result<DocumentName, ConversionProblem>, text: String = ""
    ) {
        self.firestore = firestore
        self.location = location
        badPath = BadPath(text)
    }

    /// The path below the database, such as `conversations/c1/messages/m1`.
    public var path: String {
        switch location {
        case .success(let name): name.path.description
        case .failure: badPath.string
        }
    }

    /// The document's id: the last part of the path. Empty for an invalid path.
    public var documentID: String {
        (try? location.get())?.path.id.string ?? ""
    }

    /// The collection that the document is in.
    public var parent: CollectionReference {
        CollectionReference(firestore, location.map(\.path.collection), path: path)
    }

    /// A collection below the document. An invalid path is reported when it is used.
    public func collection(_ collectionPath: String) -> CollectionReference {
        let path = location.flatMap { PathReader.collection(collectionPath, below: $0.path.segments) }
        return CollectionReference(firestore, path, path: collectionPath)
    }

    /// The full name.
    ///
    /// - Throws: The error of a method that was called with an invalid path.
    package func name(for method: String) throws(FirestoreError) -> DocumentName {
        do throws(ConversionProblem) {
            let name = try location.get()
            guard name.database == firestore.database else {
                throw ConversionProblem("it is in \(name.database), not in \(firestore.database)")
            }
            return name
        } catch {
            throw .invalidArgument("\(method) of document \(path.quotedForMessage)", error)
        }
    }
}

extension DocumentReference {
    /// Reads the document. It is billed as one read.
    ///
    /// - Parameter fields: The fields to return; nil for all, empty for none.
    /// - Returns: The document's state; `exists` is false for a missing one.
    /// - Throws: ``FirestoreError``.
    public func getDocument(fields: [FieldPath]? = nil) async throws(FirestoreError) -> DocumentSnapshot {
        let name = try name(for: "getDocument")
        return DocumentSnapshot(self, try await firestore.get(name, mask: .fields(fields)))
    }

    /// Replaces the document, or creates it.
    ///
    /// - Throws: ``FirestoreError``, `.invalidArgument` for data that Firestore cannot hold.
    public nonisolated(nonsending) func setData(_ documentData: [String: Any]) async throws(FirestoreError) {
        try await commit(firestore.writeBuilder.set(documentData, self))
    }

    /// Replaces the document or, when merging, sets only the fields in the data. Creates a missing document.
    ///
    /// - Throws: ``FirestoreError``, `.invalidArgument` for data that Firestore cannot hold.
    public nonisolated(nonsending) func setData(
        _ documentData: [String: Any], merge: Bool
    ) async throws(FirestoreError) {
        try await commit(firestore.writeBuilder.set(documentData, self, merge ? .merge : .replace))
    }

    /// Sets only the named fields, each of which must be in the data. Creates a missing document.
    ///
    /// - Parameters:
    ///   - documentData: The data.
    ///   - mergeFields: The paths of the fields: strings with dots, or `FieldPath`.
    /// - Throws: ``FirestoreError``, `.invalidArgument` for data that Firestore cannot hold.
    public nonisolated(nonsending) func setData(
        _ documentData: [String: Any], mergeFields: [Any]
    ) async throws(FirestoreError) {
        try await commit(firestore.writeBuilder.set(documentData, self, .fields(mergeFields)))
    }

    /// Changes some fields of the document, which must exist.
    ///
    /// - Parameter fields: Values by field path; a key is a string with dots, such as `"meta.seen"`, or a
    ///   `FieldPath`.
    /// - Throws: ``FirestoreError``, `.notFound` for a missing document, `.invalidArgument` for data that
    ///   Firestore cannot hold.
    public nonisolated(nonsending) func updateData(_ fields: [AnyHashable: Any]) async throws(FirestoreError)
    {
        try await commit(firestore.writeBuilder.update(fields, self))
    }

    /// Deletes the document, which need not exist. Its subcollections stay.
    ///
    /// - Throws: ``FirestoreError``.
    public func delete() async throws(FirestoreError) {
        try await commit(firestore.writeBuilder.delete(self))
    }

    private nonisolated(nonsending) func commit(_ write: Write) async throws(FirestoreError) {
        _ = try await firestore.commit([write])
    }
}

extension DocumentReference: Hashable, CustomStringConvertible {
    /// True for the same path in the same database.
    public static func == (left: DocumentReference, right: DocumentReference) -> Bool {
        left.location == right.location && (left.isValid || left.badPath == right.badPath)
    }

    /// Hashes the path.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(try? location.get())
        if !isValid { hasher.combine(badPath) }
    }

    private var isValid: Bool { if case .success = location { true } else { false } }

    /// The path.
    public var description: String { path }
}
