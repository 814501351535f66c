import FirestoreModel
import FirestoreREST
import NamedFiles

/// Documents of one or several databases in a file: one per line, in the REST format, with their times.
///
/// You can read, compare and change such a file line by line, and combine several.
struct DocumentArchive: Sendable {
    /// The documents by database, in the order of the file.
    var documents: [DatabaseID: [Document]] = [:]

    /// Whether a file to be written has a document per line: the end of its name tells it from the folder of an export.
    static func isFileOfLines(_ path: String) -> Bool { path.hasSuffix(".jsonl") }

    /// Reads everything before anything is imported.
    ///
    /// - Parameters:
    ///   - path: A regular file of at most 1 GB, a folder with an export, or its overall metadata file.
    ///   - database: The database for all of the documents, wherever they come from; nil if each goes
    ///     to the one in its name.
    ///   - exportDatabase: The database for the documents of an export.
    ///   - onProgress: Gets how many documents are read so far.
    init(
        contentsOf path: String, into database: DatabaseID? = nil, exportDatabase: DatabaseID? = nil,
        onProgress: (Int) -> Void = { _ in }
    ) throws(ArchiveError) {
        if DocumentArchive.isExport(path) {
            try self.init(exportAt: path, into: database ?? exportDatabase, onProgress: onProgress)
        } else {
            try self.init(linesOf: path, into: database, onProgress: onProgress)
        }
    }

    private init(
        linesOf path: String, into database: DatabaseID?, onProgress: (Int) -> Void
    ) throws(ArchiveError) {
        var count = 0
        var lines = DocumentLines()
        var result: [DatabaseID: [Document]] = [:]
        try TextFile.forEachLine(of: path) { line, number throws(ArchiveError) in
            if Task.isCancelled { throw ArchiveError(path, line: number, "interrupted") }
            if line.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) { return }
            do throws(DocumentLine.Problem) {
                var document = try DocumentArchive.document(line)
                if let database { document = document.moved(to: database) }
                if let first = lines.add(document.name, line: number) {
                    throw DocumentLine.Problem(
                        description: "the document \(document.name) is already in line \(first)")
                }
                result[document.name.database, default: []].append(document)
                count += 1
                onProgress(count)
            } catch {
                throw ArchiveError(path, line: number, error.description)
            }
        }
        documents = result
    }

    private static func document(_ line: [UInt8]) throws(DocumentLine.Problem) -> Document {
        var document = try DocumentLine.decode(line)
        if let refusal = refusal(of: document) { throw DocumentLine.Problem(description: refusal) }
        document.createTime = document.createTime?.truncatedToMicroseconds
        document.updateTime = document.updateTime?.truncatedToMicroseconds
        if let created = document.createTime, created < .zero || created > document.updateTime ?? created {
            throw DocumentLine.Problem(
                description: "createTime must be after 1970, and not after updateTime")
        }
        if let updated = document.updateTime, updated < .zero {
            throw DocumentLine.Problem(description: "updateTime must be after 1970")
        }
        return document
    }

    /// Why a document cannot be stored, or nil.
    static func refusal(of document: Document) -> String? {
        do throws(RPCStatus) {
            try WriteValidation.check(Write(.update(document.name, document.fields, mask: nil)))
        } catch {
            return error.message ?? error.code.name
        }
        if document.storageSize <= Document.maximumSize { return nil }
        return "the document is larger than \(Document.maximumSize) bytes"
    }

    /// Writes states of databases to a file, in the order of their names.
    ///
    /// - Returns: The number of documents.
    @discardableResult
    static func write(_ states: [DatabaseState], to path: String) throws(ArchiveError) -> Int {
        do throws(FileRefusal) {
            var replacement = try FileReplacement(of: path)
            var count = 0
            for state in states {
                for document in state.documents {
                    try replacement.write(DocumentLine.encode(document))
                    count += 1
                }
            }
            try replacement.finish()
            return count
        } catch {
            throw ArchiveError(error)
        }
    }
}

/// Why documents could not be read from a file or written to one.
public struct ArchiveError: Error, Sendable, CustomStringConvertible {
    /// The file.
    public let path: String
    /// The line, counted from 1; nil if the problem is the whole file.
    public let line: Int?
    /// What is wrong.
    public let reason: String

    init(_ path: String, line: Int? = nil, _ reason: String) {
        self.path = path
        self.line = line
        self.reason = reason
    }

    /// The file cannot be read or written.
    init(_ refusal: FileRefusal) {
        self.init(refusal.path, "cannot \(refusal.purpose.rawValue) it: \(refusal.reason)")
    }

    /// One readable line: `PATH:LINE: REASON`.
    public var description: String {
        [FileRefusal.name(path), line.map { String($0) }].compactMap { $0 }.joined(separator: ":") + ": "
            + reason
    }
}
