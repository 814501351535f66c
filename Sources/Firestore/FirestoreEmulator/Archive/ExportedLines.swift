package import FirestoreExports
package import FirestoreModel
import FirestoreREST

/// The documents of a file from an export's folder, such as `output-0`, as lines of JSON: see ``DocumentLine``.
package struct ExportedLines: Sendable {
    /// How many documents there are.
    package let count: Int
    package let bytes: [UInt8]

    /// Reads a file.
    ///
    /// - Parameters:
    ///   - file: The file's content.
    ///   - database: The database that they go to; references to documents of the exported database lead there too.
    package init(of file: [UInt8], for database: DatabaseID) throws(ExportProblem) {
        let documents = try Export.documents(in: file, of: "file", for: database)
        count = documents.count
        bytes = documents.flatMap(DocumentLine.encode)
    }
}
