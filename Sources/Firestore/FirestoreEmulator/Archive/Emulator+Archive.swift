import FirestoreExports
import FirestoreModel

/// Documents in files.
///
/// A file has one document per line, as JSON, with `name`, `fields`, `createTime` and `updateTime` as in the REST API. An export is a
/// folder in the format of Google's emulator, of Firebase's tools and of production.
extension Emulator {
    /// Imports documents from a file or an export, and replaces those with the same names. Imports nothing if one of them is invalid.
    ///
    /// Documents of a file keep their times; those without times get the current one.
    ///
    /// - Parameters:
    ///   - path: A regular file of at most 1 GB, a folder, or the file `*.overall_export_metadata` in it.
    ///   - project: The project whose default database gets the documents of an export; nil for the one that they were exported from. The
    ///     documents of a file name theirs.
    /// - Returns: The number of documents.
    /// - Throws: ``ArchiveError`` with the place.
    @discardableResult
    public func importDocuments(from path: String, project: String? = nil) throws(ArchiveError) -> Int {
        try importDocuments(from: path, project: project, onProgress: { _ in })
    }

    /// Imports documents, unless the task is cancelled before all are read.
    ///
    /// - Parameter onProgress: Gets how many documents are read so far.
    package func importDocuments(
        from path: String, project: String?, onProgress: (Int) -> Void
    ) throws(ArchiveError) -> Int {
        let archive = try DocumentArchive(
            contentsOf: path, exportDatabase: project.map { DatabaseID(project: $0) }, onProgress: onProgress)
        for (id, documents) in archive.documents { front.core.database(id).load(documents) }
        return archive.documents.values.reduce(0) { $0 + $1.count }
    }

    /// Writes all documents of all databases to a file, which is replaced as a whole.
    ///
    /// - Parameter path: The file.
    /// - Returns: The number of documents.
    /// - Throws: ``ArchiveError``; the file is then unchanged.
    @discardableResult
    public func exportDocuments(to path: String) throws(ArchiveError) -> Int {
        try DocumentArchive.write(front.core.allDatabases.map(\.latestState), to: path)
    }

    /// Whether ``exportDocuments(to:project:version:)`` writes a file to a path, instead of a folder.
    package static func exportsToFile(_ path: String) -> Bool { DocumentArchive.isFileOfLines(path) }

    /// Writes documents to where `--export-on-exit` says: of all databases to a file `*.jsonl`, of one to a folder with any other name.
    ///
    /// - Parameters:
    ///   - path: The file or folder. Exports of other products in a folder stay.
    ///   - project: The project whose default database goes to a folder, unless only another one has documents.
    ///   - version: The version of the program.
    /// - Throws: ``ArchiveError``; the earlier export is then unchanged.
    package func exportDocuments(
        to path: String, project: String, version: String
    ) throws(ArchiveError) -> ExportedDocuments {
        if DocumentArchive.isFileOfLines(path) {
            return ExportedDocuments(written: try exportDocuments(to: path), others: 0)
        }
        let states = front.core.allDatabases.map { ($0.id, $0.latestState) }.filter { $0.1.documentCount > 0 }
        let state = states.count == 1 ? states[0].1 : states.first { $0.0 == DatabaseID(project: project) }?.1
        do throws(ExportProblem) {
            let count = try FirebaseExport.write(
                (state ?? DatabaseState()).documents, toFolder: path, version: version,
                now: front.core.clock.now)
            return ExportedDocuments(
                written: count, others: states.reduce(0) { $0 + $1.1.documentCount } - count)
        } catch {
            throw ArchiveError(error)
        }
    }
}

/// What an export has.
package struct ExportedDocuments: Sendable {
    /// The number of documents in it.
    package let written: Int
    /// The number of documents in other databases.
    package let others: Int
}
