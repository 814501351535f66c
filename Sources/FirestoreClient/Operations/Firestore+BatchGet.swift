package import FirestoreModel
import FirestoreREST

/// The method `batchGet`: many documents.
extension Firestore {
    /// How many documents one request asks for at most.
    static let documentsPerBatchGet = 300

    /// Reads documents, in as few requests as the number allows. Each request sees one state of the database,
    /// but two requests may see different ones.
    ///
    /// - Returns: One entry for each name, in the same order, nil where there is no document. A name given
    ///   twice is read once.
    package func batchGet(
        _ names: [DocumentName], mask: DocumentMask? = nil
    ) async throws(FirestoreError) -> [Document?] {
        var seen: Set<DocumentName> = []
        let distinct = names.filter { seen.insert($0).inserted }
        var found: [DocumentName: Document] = [:]
        var start = 0
        while start < distinct.count {
            let chunk = distinct[start..<min(start + Firestore.documentsPerBatchGet, distinct.count)]
            for document in try await batchGet(chunk: Array(chunk), mask: mask) {
                found[document.name] = document
            }
            start += chunk.count
        }
        return names.map { found[$0] }
    }

    private func batchGet(
        chunk: [DocumentName], mask: DocumentMask?
    ) async throws(FirestoreError) -> [Document] {
        let call = Call.read(
            "batchGet of \(Call.count("document", chunk.map(\.path.description)))",
            path: URLPath(database, method: "batchGet").text,
            body: BatchGetRequest(documents: chunk, mask: mask).encoded())
        let elements = try await channel.perform(call) { body throws(RPCStatus) in
            try BatchGetElement.decodeAll(body)
        }
        var documents: [Document] = []
        var unanswered = Set(chunk)
        for element in elements {
            switch element {
            case .transaction, .progress: break
            case .missing(let name, _): unanswered.remove(name)
            case .found(let document, _):
                unanswered.remove(document.name)
                documents.append(document)
            }
        }
        // A document that the answer passes over is not missing: to say so would be to make it up.
        if let name = unanswered.min() {
            throw FirestoreError(
                .unknown,
                "\(call.subject) failed: the answer of \(settings.endpoint) says nothing about \(name.path).",
                attempts: 1)
        }
        channel.count { $0.documentsRead += chunk.count }
        return documents
    }
}
