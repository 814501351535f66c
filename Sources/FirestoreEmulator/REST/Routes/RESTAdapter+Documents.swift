import FirestoreModel
import FirestoreREST
import HTTPTransport

/// Single documents: get, create, patch, delete.
extension RESTAdapter {
    func getDocument(_ name: DocumentName, _ context: RequestContext) throws(RPCStatus) -> HTTPExchangeResponse {
        let mask = try context.target.mask("mask.fieldPaths")
        let database = try authorized(name.database, context)
        let documents = try database.documents([name.path], consistency(context)).documents
        guard let document = documents.first ?? nil else {
            throw RPCStatus(.notFound, "Document (\(name)) not found.")
        }
        return .message { $0.document(document.document(mask: mask)) }
    }

    func createDocument(
        _ database: DatabaseID, _ collection: CollectionPath, _ context: RequestContext
    ) throws(RPCStatus) -> HTTPExchangeResponse {
        let document = try documentToWrite(context)
        if document.name != nil { throw .invalidArgument("document.name must not be set") }
        let mask = try context.target.mask("mask.fieldPaths")
        var id = ResourceID(context.target.value("documentId") ?? "")
        if id.string.isEmpty { id = ResourceID(RESTAdapter.makeDocumentID()) }
        if let refusal = id.refusal(isCollection: false) { throw refusal }
        let name = DocumentName(database, DocumentPath(collection, id))
        let write = Write(.update(name, document.fields, mask: nil), precondition: .exists(false))
        return try respond(to: write, mask: mask, context)
    }

    func patchDocument(_ name: DocumentName, _ context: RequestContext) throws(RPCStatus) -> HTTPExchangeResponse {
        let document = try documentToWrite(context)
        if let bodyName = document.name, !bodyName.isEmpty, bodyName != name.description {
            throw .invalidArgument("The name in the body, \"\(bodyName)\", is not the one in the URL, \"\(name)\".")
        }
        let updateMask = try context.target.mask("updateMask.fieldPaths")
        let mask = try context.target.mask("mask.fieldPaths")
        let write = Write(.update(name, document.fields, mask: updateMask), precondition: try precondition(context))
        return try respond(to: write, mask: mask, context)
    }

    func deleteDocument(_ name: DocumentName, _ context: RequestContext) throws(RPCStatus) -> HTTPExchangeResponse {
        let write = Write(.delete(name), precondition: try precondition(context))
        _ = try authorized(name.database, context).commit([write])
        return .emptyMessage
    }

    /// Carries out a write and answers with the document as it then is.
    private func respond(
        to write: Write, mask: DocumentMask?, _ context: RequestContext
    ) throws(RPCStatus) -> HTTPExchangeResponse {
        let outcome = try authorized(write.name.database, context).commit([write])
        let document = outcome.state.document(write.name.path)?.document(mask: mask)
        return .message { $0.document(document ?? Document(name: write.name, fields: MapValue())) }
    }

    private func documentToWrite(_ context: RequestContext) throws(RPCStatus) -> (name: String?, fields: MapValue) {
        try WireDecoder.decode(context.body) { decoder, json throws(RPCStatus) in try decoder.documentToWrite(json) }
    }

    private func precondition(_ context: RequestContext) throws(RPCStatus) -> Precondition? {
        if let text = context.target.value("currentDocument.exists") { return .exists(text.lowercased() == "true") }
        guard let text = context.target.value("currentDocument.updateTime") else { return nil }
        guard let time = Timestamp(rfc3339: text) else { throw .invalidPayload }
        return .updateTime(time)
    }

    /// The state that a GET asks for in its query.
    func consistency(_ context: RequestContext) throws(RPCStatus) -> Consistency? {
        if let text = context.target.value("transaction"), !text.isEmpty {
            guard let id = Base64.decode(text) else { throw .invalidPayload }
            return .transaction(id)
        }
        guard let text = context.target.value("readTime") else { return nil }
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
