import FirestoreModel
import FirestoreRPC

/// Single documents, and batches of them.
extension FirestoreService {
    func getDocument(
        _ request: Decoded<GetDocumentRequest>, name: String, _ metadata: CallMetadata
    ) throws(RPCStatus) -> Document {
        let name = try DocumentName(wire: name)
        let (database, caller) = try access(name.database, metadata)
        metadata.note(.documents([name]))
        let request = try request.get()
        let documents = try database.documents([name.path], request.consistency, for: caller).documents
        metadata.bill(reads: 1)
        guard let document = documents.first ?? nil else {
            throw core.profile.notFound(name)
        }
        return document.document(mask: request.mask)
    }

    func batchGetDocuments(
        _ request: Decoded<BatchGetDocumentsRequest>, database: String, _ metadata: CallMetadata
    ) throws(RPCStatus) -> [BatchGetDocumentsResponse] {
        let id = try DatabaseID(wire: database)
        let (database, caller) = try access(id, metadata)
        let request = try request.get()
        for name in request.documents where name.database != id {
            throw .invalidArgument(
                "The document name \"\(name)\" is in another database than the request, \"\(id)\".")
        }
        // A repeated name is answered once.
        var seen: Set<DocumentPath> = []
        let names = request.documents.filter { seen.insert($0.path).inserted }
        metadata.note(.documents(names))
        let (view, documents) = try database.documents(
            names.map(\.path), request.consistency, for: caller)
        metadata.bill(reads: names.count)
        var responses = view.newTransaction.map { [BatchGetDocumentsResponse.transaction($0)] } ?? []
        responses.reserveCapacity(responses.count + names.count)
        for (name, document) in zip(names, documents) {
            if let document {
                responses.append(.found(document.document(mask: request.mask), readTime: view.readTime))
            } else {
                responses.append(.missing(name, readTime: view.readTime))
            }
        }
        return responses
    }

    func createDocument(
        _ request: Decoded<CreateDocumentRequest>, parent: String, _ metadata: CallMetadata
    ) throws(RPCStatus) -> Document {
        let message = request.message
        let collectionID = ResourceID(message.collectionID)
        // A missing or overlong id is reported later.
        if !message.collectionID.isEmpty, collectionID.problemOfCollection != .tooLong,
            let refusal = collectionID.refusal(isCollection: true)
        {
            throw refusal
        }
        let root = try ResourceName(wire: parent, as: .parent)
        let collection = CollectionPath(parent: try root.parent(wire: parent), id: collectionID)
        let id = ResourceID(
            message.documentID.isEmpty ? FirestoreService.makeDocumentID() : message.documentID)
        let refusalOfID = id.refusal(isCollection: false)
        if let refusalOfID, id.problem != .tooLong { throw refusalOfID }
        let (database, caller) = try access(root.database, metadata)
        if message.collectionID.isEmpty { throw .invalidArgument("collectionId is the empty string.") }
        if let refusalOfID { throw refusalOfID }
        if let name = message.document.name, name != "" {
            throw .invalidArgument("document.name must not be set")
        }
        if let refusal = request.refusal { throw refusal }
        let name = DocumentName(root.database, DocumentPath(collection, id))
        let write = Write(
            .update(name, message.document.fields, mask: nil), precondition: .exists(false))
        return try carryOut(write, by: caller, mask: message.mask, in: database, metadata)
    }

    func updateDocument(
        _ request: Decoded<UpdateDocumentRequest>, name: String, _ metadata: CallMetadata
    ) throws(RPCStatus) -> Document {
        let message = request.message
        let name = try DocumentName(wire: name)
        let (database, caller) = try access(name.database, metadata)
        if let other = message.document.name, other != "", other != WrittenName(name.description) {
            throw .invalidArgument(
                "The name in the body, \"\(other)\", is not the one in the URL, \"\(name)\".")
        }
        if let refusal = request.refusal { throw refusal }
        let write = Write(
            .update(name, message.document.fields, mask: message.updateMask),
            precondition: message.precondition)
        return try carryOut(write, by: caller, mask: message.mask, in: database, metadata)
    }

    func deleteDocument(
        _ request: DeleteDocumentRequest, name: String, _ metadata: CallMetadata
    ) throws(RPCStatus) {
        let name = try DocumentName(wire: name)
        let (database, caller) = try access(name.database, metadata)
        let write = Write(.delete(name), precondition: request.precondition)
        metadata.note(.writes([write], name.database))
        _ = try database.commit([write], by: caller)
        metadata.bill([write])
    }

    /// Executes a write.
    ///
    /// - Returns: The document after it.
    private func carryOut(
        _ write: Write, by caller: Caller, mask: DocumentMask?, in database: Database,
        _ metadata: CallMetadata
    ) throws(RPCStatus) -> Document {
        metadata.note(.writes([write], write.name.database))
        let outcome = try database.commit([write], by: caller)
        metadata.bill([write])
        return outcome.state.document(write.name.path)?.document(mask: mask)
            ?? Document(name: write.name, fields: MapValue())
    }

    /// Twenty random characters, as Firestore's own clients make ids.
    private static func makeDocumentID() -> String {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789")
        return String((0..<20).map { _ in alphabet.randomElement() ?? "A" })
    }
}
