import ClientCore
package import FirestoreModel
import FirestoreREST
import FirestoreRPC

/// The method `get`: one document.
extension Firestore {
    /// Reads a document.
    ///
    /// - Returns: The document; nil for a missing one.
    package func get(_ name: DocumentName, mask: DocumentMask? = nil) async throws(FirestoreError)
        -> Document?
    {
        var path = URLPath(database, name.path.segments)
        path.add(mask: mask)
        let call = Call.get("get of \(name.path.description.oneLine(limit: 120))", path: path.text)
        let channel = try await channelAfterWrites()
        do throws(FirestoreError) {
            let document = try await channel.perform(call) { body throws(RPCStatus) in
                try WireDecoder.decode(body) { decoder, json throws(RPCStatus) in try decoder.document(json) }
            }
            channel.count { $0.documentsRead += 1 }
            return document
        } catch {
            guard Firestore.isMissing(name, error) else { throw error }
            channel.count { $0.documentsRead += 1 }
            return nil
        }
    }

    /// Distinguishes a missing document from a missing database: production answers NOT_FOUND for both.
    ///
    /// All known servers name a missing document. Without a message, the document is meant.
    private static func isMissing(_ name: DocumentName, _ error: FirestoreError) -> Bool {
        guard error.code == .notFound else { return false }
        return error.serverMessage?.contains(name.path.description) ?? true
    }
}

/// The method `batchGet`: many documents.
extension Firestore {
    /// The maximum number of documents in one request.
    static let documentsPerBatchGet = 300

    /// Reads documents in as few requests as possible. Each request reads one state of the database, but two requests may read
    /// different states.
    ///
    /// - Returns: One entry for each name, in the same order; nil for a missing document. A repeated name is read once.
    package func batchGet(
        _ names: [DocumentName], mask: DocumentMask? = nil, in transaction: ServerTransaction? = nil
    ) async throws(FirestoreError) -> [Document?] {
        var distinct: [DocumentName] = []
        distinct.reserveCapacity(names.count)
        var places: [DocumentName: Int] = [:]
        places.reserveCapacity(names.count)
        let placesOfNames = names.map { name in
            if let known = places[name] { return known }
            places[name] = distinct.count
            distinct.append(name)
            return distinct.count - 1
        }
        var found: [Document?] = []
        found.reserveCapacity(distinct.count)
        while found.count < distinct.count {
            let range = found.count..<min(found.count + Firestore.documentsPerBatchGet, distinct.count)
            found += try await batchGet(
                Array(distinct[range]), at: range, places, mask: mask, in: transaction)
        }
        return placesOfNames.map { found[$0] }
    }

    /// Reads documents with one request.
    ///
    /// - Parameters:
    ///   - chunk: The names, no two the same.
    ///   - range: Their places.
    ///   - places: The places of all names.
    /// - Returns: One entry for each name, in the same order.
    private func batchGet(
        _ chunk: [DocumentName], at range: Range<Int>, _ places: [DocumentName: Int], mask: DocumentMask?,
        in transaction: ServerTransaction?
    ) async throws(FirestoreError) -> [Document?] {
        guard let first = chunk.first else { return [] }
        let call = Call.read(
            "batchGet of \(Call.count("document", chunk.count, first: first.path))",
            path: URLPath(database, method: "batchGet").text,
            body: BatchGetDocumentsRequest(
                documents: chunk, mask: mask, consistency: transaction.map { .transaction($0.id) }
            ).encoded(),
            isInTransaction: transaction != nil)
        let channel = try await transaction == nil ? channelAfterWrites() : usableChannel()
        let elements = try await channel.perform(call) { body throws(RPCStatus) in
            try BatchGetDocumentsResponse.decodeAll(body)
        }
        var documents: [Document?] = Array(repeating: nil, count: chunk.count)
        var isAnswered = Array(repeating: false, count: chunk.count)
        for element in elements {
            let (name, document): (DocumentName, Document?)
            switch element {
            case .transaction, .progress: continue
            case .missing(let missing, _): (name, document) = (missing, nil)
            case .found(let found, _): (name, document) = (found.name, found)
            }
            guard let place = places[name], range.contains(place) else { continue }
            isAnswered[place - range.lowerBound] = true
            documents[place - range.lowerBound] = document
        }
        // A document that the response leaves out may exist: it is an error, not a missing document.
        if let name = zip(chunk, isAnswered).lazy.filter({ !$1 }).map(\.0).min() {
            throw FirestoreError(
                .unknown,
                "\(call.subject) failed: the answer of \(settings.endpoint) does not mention \(name.path).",
                attempts: 1)
        }
        channel.count { $0.documentsRead += chunk.count }
        return documents
    }
}
