import FirestoreModel
import FirestoreREST
import HTTPTransport
import JSONText

/// Single documents: get, create, patch, delete.
extension RESTAdapter {
    func getDocument(_ name: String, _ context: RequestContext) throws(RPCStatus) -> HTTPExchangeResponse {
        let name = try DocumentName(wire: name)
        let (database, caller) = try access(name.database, context)
        let mask = try context.target.mask("mask.fieldPaths")
        let documents = try database.documents([name.path], consistency(context), for: caller).documents
        guard let document = documents.first ?? nil else {
            throw RPCStatus(.notFound, "Document (\(name)) not found.")
        }
        return .message(context.style) { $0.document(document.document(mask: mask)) }
    }

    func createDocument(
        in parent: String, _ collectionID: String, _ context: RequestContext
    ) throws(RPCStatus) -> HTTPExchangeResponse {
        let document = try documentToWrite(context)
        let collection = ResourceID(collectionID)
        // That the id is missing or too long is told later.
        if !collectionID.isEmpty, collection.problemOfCollection != .tooLong,
            let refusal = collection.refusal(isCollection: true)
        {
            throw refusal
        }
        let root = try ResourceName(wire: parent, as: .parent)
        let path = CollectionPath(parent: try root.parent(wire: parent), id: collection)
        let id = try documentID(context)
        let refusalOfID = id.refusal(isCollection: false)
        if let refusalOfID, id.problem != .tooLong { throw refusalOfID }
        let (database, caller) = try access(root.database, context)
        if collectionID.isEmpty { throw .invalidArgument("collectionId is the empty string.") }
        if let refusalOfID { throw refusalOfID }
        if let name = document.message.name, !name.isEmpty {
            throw .invalidArgument("document.name must not be set")
        }
        if let refusal = document.refusal { throw refusal }
        let mask = try context.target.mask("mask.fieldPaths")
        let name = DocumentName(root.database, DocumentPath(path, id))
        let write = Write(.update(name, document.message.fields, mask: nil), precondition: .exists(false))
        return try respond(to: write, by: caller, mask: mask, in: database, context)
    }

    /// The id that a new document is to have; one of our own when the request does not say.
    private func documentID(_ context: RequestContext) throws(RPCStatus) -> ResourceID {
        let asked = try context.target.value("documentId") ?? ""
        return ResourceID(asked.isEmpty ? RESTAdapter.makeDocumentID() : asked)
    }

    func patchDocument(_ name: String, _ context: RequestContext) throws(RPCStatus) -> HTTPExchangeResponse {
        let document = try documentToWrite(context)
        let precondition = try precondition(context)
        let name = try DocumentName(wire: name)
        let (database, caller) = try access(name.database, context)
        if let other = document.message.name, !other.isEmpty, other != name.description {
            throw .invalidArgument(
                "The name in the body, \"\(other)\", is not the one in the URL, \"\(name)\".")
        }
        if let refusal = document.refusal { throw refusal }
        let updateMask = try context.target.mask("updateMask.fieldPaths")
        let mask = try context.target.mask("mask.fieldPaths")
        let write = Write(
            .update(name, document.message.fields, mask: updateMask), precondition: precondition)
        return try respond(to: write, by: caller, mask: mask, in: database, context)
    }

    func deleteDocument(_ name: String, _ context: RequestContext) throws(RPCStatus) -> HTTPExchangeResponse {
        let precondition = try precondition(context)
        let name = try DocumentName(wire: name)
        let (database, caller) = try access(name.database, context)
        _ = try database.commit([Write(.delete(name), precondition: precondition)], by: caller)
        return .emptyMessage
    }

    /// Carries out a write and answers with the document as it then is.
    private func respond(
        to write: Write, by caller: Caller, mask: DocumentMask?, in database: Database,
        _ context: RequestContext
    ) throws(RPCStatus) -> HTTPExchangeResponse {
        let outcome = try database.commit([write], by: caller)
        let document = outcome.state.document(write.name.path)?.document(mask: mask)
        return .message(context.style) {
            $0.document(document ?? Document(name: write.name, fields: MapValue()))
        }
    }

    /// The document in the body. What is wrong with its fields is told only after what is wrong with its name.
    private func documentToWrite(
        _ context: RequestContext
    ) throws(RPCStatus) -> (message: (name: String?, fields: MapValue), refusal: RPCStatus?) {
        try WireDecoder.decodeSeparately(context.body) { decoder, json throws(RPCStatus) in
            try decoder.documentToWrite(json)
        }
    }

    private func precondition(_ context: RequestContext) throws(RPCStatus) -> Precondition? {
        if let text = try context.target.value("currentDocument.exists") {
            return .exists(text.lowercased() == "true")
        }
        guard let text = try context.target.value("currentDocument.updateTime") else { return nil }
        guard let time = Timestamp(rfc3339: text) else { throw .invalidPayload }
        return .updateTime(time)
    }

    /// The state that a GET asks for in its query.
    func consistency(_ context: RequestContext) throws(RPCStatus) -> Consistency? {
        if let text = try context.target.value("transaction"), !text.isEmpty {
            guard let id = Base64.decode(text) else { throw .invalidPayload }
            return .transaction(id)
        }
        guard let text = try context.target.value("readTime"), !text.isEmpty else { return nil }
        guard let time = Timestamp(rfc3339: text) else { throw .invalidPayload }
        if time != time.truncatedToMicroseconds {
            throw .invalidArgument("timestamp cannot have more than microseconds precision")
        }
        return .readTime(time)
    }

    /// Twenty random characters, as Firestore's own clients make ids.
    private static func makeDocumentID() -> String {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789")
        return String((0..<20).map { _ in alphabet.randomElement() ?? "A" })
    }
}
