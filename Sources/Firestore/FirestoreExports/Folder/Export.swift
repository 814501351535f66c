package import FirestoreModel
import NamedFiles

/// An export of Firestore: a folder as Google's emulator and production write it.
package struct Export: Sendable {
    /// Its overall metadata file.
    package let path: String

    /// Names an export.
    ///
    /// - Parameter path: Its overall metadata file.
    package init(overallMetadata path: String) { self.path = path }

    /// Whether a path names the overall metadata file of an export, by the end of its name.
    package static func isOverallMetadata(_ path: String) -> Bool {
        path.hasSuffix(ExportFiles.overallMetadata)
    }

    private static let maximumMetadataSize = 16 << 20

    /// Reads the documents one by one. They have no times.
    ///
    /// - Parameters:
    ///   - database: The database that they go to, and references to documents of the exported database with them; nil to leave them
    ///     where they were exported.
    ///   - body: Receives a document, or throws why it is refused.
    package func forEachDocument(
        in database: DatabaseID?, _ body: (Document) throws(DocumentRefusal) -> Void
    ) throws(ExportProblem) {
        for metadata in try ExportMetadata.paths(inOverall: path) {
            let place = try Export.file(metadata, namedBy: path)
            let bytes = try ExportProblem.check { () throws(FileRefusal) in
                try NamedFile.contents(of: place, limit: Export.maximumMetadataSize)
            }
            for file in try ExportMetadata.files(in: bytes, of: place) {
                let path = try Export.file(file, namedBy: place)
                try Export.forEachDocument(of: RecordReader(path), path, in: database, body)
            }
        }
    }

    /// Reads the documents of one file of an export, which has their records.
    ///
    /// - Parameters:
    ///   - bytes: The file's content.
    ///   - name: The file's name, for messages.
    ///   - database: The database that they go to: see ``forEachDocument(in:_:)``.
    package static func documents(
        in bytes: [UInt8], of name: String, for database: DatabaseID?
    ) throws(ExportProblem) -> [Document] {
        var documents: [Document] = []
        try forEachDocument(of: RecordReader(bytes, of: name), name, in: database) { documents.append($0) }
        return documents
    }

    private static func forEachDocument(
        of reader: consuming RecordReader, _ file: String, in database: DatabaseID?,
        _ body: (Document) throws(DocumentRefusal) -> Void
    ) throws(ExportProblem) {
        while let record = try reader.next() {
            do throws(DocumentRefusal) {
                try body(EntityDecoder.document(record.bytes, in: database))
            } catch {
                throw ExportProblem(file, offset: record.offset, error.reason)
            }
        }
    }
}

/// Why a document of an export is refused.
package struct DocumentRefusal: Error, Sendable {
    package let reason: String

    package init(_ reason: String) { self.reason = reason }
}

extension Export {
    /// A file that another one names, relative to its folder, which it may not leave.
    private static func file(_ name: String, namedBy path: String) throws(ExportProblem) -> String {
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        if parts.contains(where: { ["", ".", ".."].contains($0) }) {
            throw ExportProblem(path, "it names a file outside its folder: \(FileRefusal.name(name))")
        }
        guard let slash = path.lastIndex(of: "/") else { return name }
        return path[...slash] + name
    }
}
