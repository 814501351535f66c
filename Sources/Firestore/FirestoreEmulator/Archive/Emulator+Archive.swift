import FirestoreModel

/// Keeping documents in a file: one a line, as JSON, with `name`, `fields`, `createTime` and `updateTime` in the wire form.
extension Emulator {
    /// Reads documents from a file, in place of those with the same names. Nothing is read if anything is wrong with it.
    ///
    /// Documents keep their times; those without any take the present.
    ///
    /// - Parameter path: A regular file of at most 1 GB.
    /// - Returns: How many documents there were.
    /// - Throws: ``ArchiveError`` that names the line.
    @discardableResult
    public func importDocuments(from path: String) throws(ArchiveError) -> Int {
        let archive = try DocumentArchive(contentsOf: path)
        for (id, documents) in archive.documents { front.core.database(id).load(documents) }
        return archive.documents.values.reduce(0) { $0 + $1.count }
    }

    /// Writes all documents of all databases to a file, which is replaced as a whole.
    ///
    /// - Parameter path: The file.
    /// - Returns: How many documents there were.
    /// - Throws: ``ArchiveError``; the file is then as it was.
    @discardableResult
    public func exportDocuments(to path: String) throws(ArchiveError) -> Int {
        try DocumentArchive.write(front.core.allDatabases.map(\.latestState), to: path)
    }
}
