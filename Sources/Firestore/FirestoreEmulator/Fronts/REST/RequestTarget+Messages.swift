import FirestoreModel
import FirestoreREST
import FirestoreRPC
import JSONText

/// The messages of methods that take fields from the query of the URL.
extension RequestTarget {
    func getDocumentRequest() throws(RPCStatus) -> Decoded<GetDocumentRequest> {
        var refusal = FirstRefusal()
        let request = GetDocumentRequest(
            mask: mask("mask.fieldPaths", &refusal), consistency: try consistency(&refusal))
        return Decoded(request, refusal: refusal.status)
    }

    func createDocumentRequest(
        _ body: [UInt8], collectionID: String
    ) throws(RPCStatus) -> Decoded<CreateDocumentRequest> {
        let document = try RequestTarget.document(body)
        var refusal = FirstRefusal(document.refusal)
        let request = CreateDocumentRequest(
            collectionID: collectionID, documentID: try value("documentId") ?? "",
            document: document.message, mask: mask("mask.fieldPaths", &refusal))
        return Decoded(request, refusal: refusal.status)
    }

    func updateDocumentRequest(_ body: [UInt8]) throws(RPCStatus) -> Decoded<UpdateDocumentRequest> {
        let document = try RequestTarget.document(body)
        var refusal = FirstRefusal(document.refusal)
        let request = UpdateDocumentRequest(
            document: document.message, updateMask: mask("updateMask.fieldPaths", &refusal),
            mask: mask("mask.fieldPaths", &refusal), precondition: try precondition())
        return Decoded(request, refusal: refusal.status)
    }

    func listDocumentsRequest() throws(RPCStatus) -> Decoded<ListDocumentsRequest> {
        var refusal = FirstRefusal()
        let token = try value("pageToken") ?? ""
        let request = ListDocumentsRequest(
            pageSize: try integer("pageSize") ?? 0, pageToken: token.isEmpty ? nil : token,
            orderBy: try value("orderBy") ?? "", mask: mask("mask.fieldPaths", &refusal),
            consistency: try consistency(&refusal),
            showMissing: try value("showMissing")?.lowercased() == "true")
        return Decoded(request, refusal: refusal.status)
    }

    func listCollectionIDsRequest(_ body: [UInt8]) throws(RPCStatus) -> ListCollectionIDsRequest {
        var request = try ListCollectionIDsRequest(body: body)
        // It may be in the URL instead.
        if request.pageSize == 0 { request.pageSize = try integer("pageSize") ?? 0 }
        return request
    }

    func precondition() throws(RPCStatus) -> Precondition? {
        if let text = try value("currentDocument.exists") {
            return .exists(text.lowercased() == "true")
        }
        guard let text = try value("currentDocument.updateTime") else { return nil }
        guard let time = Timestamp(rfc3339: text) else { throw .invalidPayload }
        return .updateTime(time)
    }

    /// The document in a body.
    private static func document(_ body: [UInt8]) throws(RPCStatus) -> Decoded<DocumentContent> {
        try WireDecoder.decodeMessage(body) { decoder, json throws(RPCStatus) in
            try decoder.documentContent(json)
        }
    }

    private func consistency(_ refusal: inout FirstRefusal) throws(RPCStatus) -> Consistency? {
        if let text = try value("transaction"), !text.isEmpty {
            guard let id = Base64.decode(text) else { throw .invalidPayload }
            return .transaction(id)
        }
        guard let text = try value("readTime"), !text.isEmpty else { return nil }
        guard let time = Timestamp(rfc3339: text) else { throw .invalidPayload }
        refusal.checkStorable(time)
        return .readTime(time)
    }

    /// A list of field paths; nil if the item is missing.
    private func mask(_ name: String, _ refusal: inout FirstRefusal) -> DocumentMask? {
        let texts = values(name)
        if texts.isEmpty { return nil }
        return refusal.accept(DocumentMask([])) { () throws(RPCStatus) in
            var paths: [FieldPath] = []
            for text in texts { paths.append(try FieldPath(wire: text)) }
            // An unreadable path is reported before one that is too long.
            for path in paths { if let refusal = path.refusal() { throw refusal } }
            return DocumentMask(paths)
        }
    }
}
