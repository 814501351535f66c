import FirestoreExports
import FirestoreModel
import FirestoreREST
import HTTPTransport
import HTTPTypes

/// A file of documents from an export's folder, which a page cannot read by itself.
enum ExportedFile {
    /// The most documents that a page imports.
    private static let mostDocuments = 10_000

    /// Its documents, one on each line: see ``DocumentLine``.
    ///
    /// - Parameters:
    ///   - bytes: The file, such as `output-0`.
    ///   - database: The database that they go to; references to documents of the exported database lead there too.
    static func lines(
        of bytes: [UInt8], for database: DatabaseID
    ) throws(ConsoleFailure) -> HTTPExchangeResponse {
        let documents: [Document]
        do throws(ExportProblem) {
            documents = try Export.documents(in: bytes, of: "file", for: database)
        } catch {
            throw ConsoleFailure(.badRequest, error.details)
        }
        if documents.count > mostDocuments {
            throw ConsoleFailure(.contentTooLarge, "it has more than \(mostDocuments) documents")
        }
        var response = HTTPExchangeResponse.file(
            documents.flatMap(DocumentLine.encode), type: "application/jsonl; charset=utf-8")
        response.head.headerFields[.cacheControl] = "no-store"
        return response
    }
}
