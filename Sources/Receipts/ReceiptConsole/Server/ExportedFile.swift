import FirestoreEmulator
import FirestoreExports
import FirestoreModel
import HTTPTransport
import HTTPTypes

/// A file of documents from an export's folder, which a page cannot read by itself.
enum ExportedFile {
    /// The most documents that a page imports.
    private static let mostDocuments = 10_000

    /// Its documents, one on each line.
    ///
    /// - Parameters:
    ///   - bytes: The file, such as `output-0`.
    ///   - database: The database that they go to.
    static func lines(
        of bytes: [UInt8], for database: DatabaseID
    ) throws(ConsoleFailure) -> HTTPExchangeResponse {
        let lines: ExportedLines
        do throws(ExportProblem) { lines = try ExportedLines(of: bytes, for: database) } catch {
            throw ConsoleFailure(.badRequest, error.details)
        }
        if lines.count > mostDocuments {
            throw ConsoleFailure(.contentTooLarge, "it has more than \(mostDocuments) documents")
        }
        var response = HTTPExchangeResponse.file(lines.bytes, type: "application/jsonl; charset=utf-8")
        response.head.headerFields[.cacheControl] = "no-store"
        return response
    }
}
