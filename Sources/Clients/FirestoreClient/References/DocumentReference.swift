import ClientCore
public import FirestoreModel

/// The place of a document, which need not exist.
///
/// Making one asks nobody and never fails: a bad path is thrown as `.invalidArgument` by the method that uses
/// it.
public struct DocumentReference: Sendable {
    /// The database that the document is in.
    public let firestore: Firestore
    let location: Result<DocumentName, ConversionProblem>
    /// What was given as the path, where that is none.
    private let badPath: String

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
        badPath = text
    }

    /// The path below the database, such as `conversations/c1/messages/m1`.
    public var path: String {
        switch location {
        case .success(let name): name.path.description
        case .failure: badPath
        }
    }

    /// The document's id: the last part of the path. Empty for a bad path.
    public var documentID: String {
        (try? location.get())?.path.id.string ?? ""
    }

    /// The collection that the document is in.
    public var parent: CollectionReference {
        CollectionReference(firestore, location.map(\.path.collection), path: path)
    }

    /// A collection below the document. A bad path is reported when it is used.
    public func collection(_ collectionPath: String) -> CollectionReference {
        let path = location.flatMap { PathReader.collection(collectionPath, below: $0.path.segments) }
        return CollectionReference(firestore, path, path: collectionPath)
    }

    /// The full name, or the error of a method that has got a bad path.
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
    /// Reads the document: one request, one document read.
    ///
    /// - Parameter fields: The fields to return; nil for all, empty for none.
    /// - Returns: The document's state; `exists` is false where there is none.
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

    /// Replaces the document or, merging, sets just the fields in the data; creates it where there is none.
    ///
    /// - Throws: ``FirestoreError``, `.invalidArgument` for data that Firestore cannot hold.
    public nonisolated(nonsending) func setData(
        _ documentData: [String: Any], merge: Bool
    ) async throws(FirestoreError) {
        try await commit(firestore.writeBuilder.set(documentData, self, merge ? .merge : .replace))
    }

    /// Sets just the named fields, each of which must be in the data; creates the document where there is
    /// none.
    ///
    /// - Parameters:
    ///   - documentData: The data.
    ///   - mergeFields: Field paths, as texts in dot form or as `FieldPath`.
    /// - Throws: ``FirestoreError``, `.invalidArgument` for data that Firestore cannot hold.
    public nonisolated(nonsending) func setData(
        _ documentData: [String: Any], mergeFields: [Any]
    ) async throws(FirestoreError) {
        try await commit(firestore.writeBuilder.set(documentData, self, .fields(mergeFields)))
    }

    /// Changes single fields of the document, which must exist.
    ///
    /// - Parameter fields: Values by field path; a key is a text in dot form, such as `"meta.seen"`, or a
    ///   `FieldPath`.
    /// - Throws: ``FirestoreError``, `.notFound` where there is no document, `.invalidArgument` for data that
    ///   Firestore cannot hold.
    public nonisolated(nonsending) func updateData(_ fields: [AnyHashable: Any]) async throws(FirestoreError)
    {
        try await commit(firestore.writeBuilder.update(fields, self))
    }

    /// Deletes the document, which need not exist. What lies below it stays.
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
        left.path.hasSameUTF8(as: right.path) && left.location == right.location
    }

    /// Hashes the path.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(try? location.get())
        hasher.combine(path.utf8.count)
    }

    /// The path.
    public var description: String { path }
}
