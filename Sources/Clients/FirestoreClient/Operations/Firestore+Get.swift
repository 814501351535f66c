import ClientCore
import FirestoreModel
import FirestoreREST

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
