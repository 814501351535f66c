import ClientCore
public import FirestoreModel

// Unchecked like Query, its superclass. All properties are constants of Sendable types.
/// A collection of documents, and the query for all of them.
///
/// Creating a reference sends no request and never fails: the method that uses an invalid path throws `.invalidArgument`.
public final class CollectionReference: Query, @unchecked Sendable {

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

    /// The collection's id: the last part of the path. Empty for an invalid path.
    public var collectionID: String { (try? location.get())?.id.string ?? "" }

    /// The document that contains the collection; nil for a collection at the root.
    public var parent: DocumentReference? {
        guard case .success(let path) = location, let parent = path.parent else { return nil }
        return DocumentReference(firestore, .success(DocumentName(firestore.database, parent)))
    }

    /// The document with an id in this collection, or at a path below it. An invalid path is reported when it is used.
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
            // Nobody else can have this id, so an earlier attempt, whose response was lost, has created the document.
            guard error.code == .alreadyExists, error.isOutcomeUnknown else { throw error }
        }
        return reference
    }

    /// Reads one page of the collection, in the order of the ids.
    ///
    /// - Parameters:
    ///   - pageSize: The maximum number of documents; nil for the server's default. Servers may return fewer.
    ///   - pageToken: The token of the previous page; nil for the first page.
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
    /// The token for the next page; nil after the last one.
    public let nextPageToken: String?
}

extension SharedGenerator {
    /// An id like those of Firebase's SDKs: 20 random characters out of 62, about 119 bits.
    func autoID() -> String {
        withGenerator { generator in
            String(
                decoding: (0..<20).map { _ in
                    SharedGenerator.alphabet[
                        Int(generator.next(upperBound: UInt64(SharedGenerator.alphabet.count)))]
                }, as: UTF8.self)
        }
    }

    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789".utf8)
}
