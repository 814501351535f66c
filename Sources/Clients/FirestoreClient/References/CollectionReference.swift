import ClientCore
public import FirestoreModel

// Unchecked as `Query` is, which it inherits from: its own properties are constants of `Sendable` types.
/// A collection of documents, and the query for all of them.
///
/// Making one asks nobody and never fails: a bad path is thrown as `.invalidArgument` by the method that uses
/// it.
public final class CollectionReference: Query, @unchecked Sendable {
    // Unchecked for the reason given at Query; nothing here can change either.

    /// The path below the database, such as `conversations/c1/messages`.
    public let path: String
    package let location: Result<CollectionPath, ConversionProblem>

    init(_ firestore: Firestore, _ location: Result<CollectionPath, ConversionProblem>, path text: String) {
        self.location = location
        switch location {
        case .success(let path): self.path = path.description
        case .failure: self.path = text
        }
        super.init(firestore, QuerySpec(firestore.database, location))
    }

    /// The collection's id: the last part of the path. Empty for a bad path.
    public var collectionID: String { (try? location.get())?.id.string ?? "" }

    /// The document that the collection lies below; nil for a collection at the root.
    public var parent: DocumentReference? {
        guard case .success(let path) = location, let parent = path.parent else { return nil }
        return DocumentReference(firestore, .success(DocumentName(firestore.database, parent)))
    }

    /// The document with an id in this collection, or at a path below it. A bad path is reported when it is
    /// used.
    public func document(_ documentPath: String) -> DocumentReference {
        DocumentReference(firestore, documentPath, below: location)
    }

    /// A document with a new id of 20 letters and digits. Nothing is written.
    ///
    /// - Returns: The reference.
    public func document() -> DocumentReference { document(firestore.autoID()) }

    /// Creates a document with a new id.
    ///
    /// - Returns: Its reference.
    /// - Throws: ``FirestoreError``, `.invalidArgument` for data that Firestore cannot hold.
    @discardableResult
    public nonisolated(nonsending) func addDocument(
        data: [String: Any]
    ) async throws(FirestoreError) -> DocumentReference {
        let reference = document()
        let write = try firestore.writeBuilder.set(data, reference, precondition: .exists(false))
        do throws(FirestoreError) {
            _ = try await firestore.commit([write])
        } catch {
            // Nobody else can have drawn this id: what exists was created by an attempt whose answer was
            // lost.
            guard error.code == .alreadyExists, error.isOutcomeUnknown else { throw error }
        }
        return reference
    }

    /// Reads one page of the collection, in the order of the ids.
    ///
    /// - Parameters:
    ///   - pageSize: How many documents to return at most; nil for the server's default. Servers may return fewer.
    ///   - pageToken: The token of the page before; nil for the first page.
    ///   - fields: The fields to return; nil for all, empty for none.
    /// - Returns: The page.
    /// - Throws: ``FirestoreError``.
    public func listDocuments(
        pageSize: Int? = nil, pageToken: String? = nil, fields: [FieldPath]? = nil
    ) async throws(FirestoreError) -> DocumentPage {
        let collection: CollectionPath
        do throws(ConversionProblem) {
            collection = try location.get()
        } catch {
            throw .invalidArgument("listDocuments of \(path.quotedForMessage)", error)
        }
        let page = try await firestore.list(
            collection, pageSize: pageSize, pageToken: pageToken, mask: .fields(fields))
        return DocumentPage(
            documents: page.documents.map { QueryDocumentSnapshot(firestore, $0) },
            nextPageToken: page.nextPageToken)
    }
}

/// One page of a collection.
public struct DocumentPage: Sendable {
    /// The documents, in the order of their ids.
    public let documents: [QueryDocumentSnapshot]
    /// What to ask for the next page with; nil after the last one.
    public let nextPageToken: String?
}
