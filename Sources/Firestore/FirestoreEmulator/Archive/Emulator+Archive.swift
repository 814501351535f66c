import FirestoreModel

/// Documents in a file: one per line, as JSON, with `name`, `fields`, `createTime` and `updateTime` as in the REST API.
extension Emulator {
    /// Imports documents from a file, and replaces those with the same names. Imports nothing if a line is invalid.
    ///
    /// Documents keep their times; those without times get the current one.
    ///
    /// - Parameter path: A regular file of at most 1 GB.
    /// - Returns: The number of documents.
    /// - Throws: ``ArchiveError`` with the line.
    @discardableResult
    public func importDocuments(from path: String) throws(ArchiveError) -> Int {
        try importDocuments(from: path, onProgress: { _ in })
    }

    /// Imports documents, unless the task is cancelled before all are read.
    ///
    /// - Parameter onProgress: Gets how many documents are read so far.
    package func importDocuments(
        from path: String, onProgress: (Int) -> Void
    ) throws(ArchiveError) -> Int {
        let archive = try DocumentArchive(contentsOf: path, onProgress: onProgress)
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
}
