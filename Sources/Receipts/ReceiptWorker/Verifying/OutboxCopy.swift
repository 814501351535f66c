import NamedFiles
import SQLite

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// An outbox opened for reading: the file itself or, if SQLite cannot open that, a repaired copy in a temporary folder.
final class OutboxCopy: Sendable {
    let database: SQLiteFile
    /// What had to be repaired to read anything.
    let problems: [String]
    private let folder: String?

    /// The maximum size of an outbox to copy, in bytes.
    private static let maximumSize = 4 << 30

    /// How much of the beginning of a copy to replace, so that SQLite can open it. Checksums then show which rows are intact.
    private enum Repair: CaseIterable {
        case none
        case header
        case firstPage

        var problem: String? {
            switch self {
            case .none: nil
            case .header: "the header of the file is damaged"
            case .firstPage: "the first page of the file is damaged"
            }
        }

        /// In bytes. Source: <https://www.sqlite.org/fileformat.html#the_database_header>
        var length: Int {
            switch self {
            case .none: 0
            case .header: 100
            case .firstPage: OutboxCopy.pageSize
            }
        }
    }

    private static let pageSize = 4096

    init(_ path: String) async throws(OutboxError) {
        do throws(FileRefusal) { _ = try NamedFile(path) } catch {
            throw OutboxError(.disk, error.description)
        }
        do {
            (database, folder, problems) = try await OutboxCopy.open(path)
        } catch let error as OutboxError {
            throw error
        } catch let error as FileRefusal {
            throw OutboxError(.disk, error.description)
        } catch {
            throw OutboxError(
                .unreadable, "\(path) is not an outbox, or cannot be read at all: \(OutboxCopy.words(error))")
        }
    }

    deinit {
        database.close()
        if let folder { try? FileManager.default.removeItem(atPath: folder) }
    }

    private static func words(_ error: any Error) -> String {
        (error as? SQLiteError)?.message ?? "SQLite cannot open it"
    }

    private static func open(_ path: String) async throws -> (SQLiteFile, folder: String?, [String]) {
        var failure: any Error
        do {
            return (try await open(path, isReadOnly: true), nil, [])
        } catch let error as OutboxError {
            throw error
        } catch {
            failure = error
        }
        let folder = FileManager.default.temporaryDirectory.path() + "/receipts-\(UUID().uuidString)"
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        do {
            for repair in Repair.allCases {
                let copy = "\(folder)/\(repair)"
                try self.copy(path, to: copy, repair, template: "\(folder)/template")
                do {
                    let database = try await open(copy, isReadOnly: false)
                    return (database, folder, repair.problem.map { [$0] } ?? [])
                } catch let error as OutboxError {
                    throw error
                } catch {
                    if repair == .none { failure = error }
                }
            }
            throw failure
        } catch {
            try? FileManager.default.removeItem(atPath: folder)
            throw error
        }
    }

    /// Opens a file, if SQLite can read it and it is an outbox.
    private static func open(_ path: String, isReadOnly: Bool) async throws -> SQLiteFile {
        var options = SQLiteFile.Options()
        options.isReadOnly = isReadOnly
        options.settings = ["PRAGMA cell_size_check = ON"]
        options.functions = [RowChecksum.function]
        let database = try SQLiteFile(path: path, options)
        try await database.read { db in
            guard try db.hasTable("receipts"), try db.hasTable("lanes") else {
                throw SQLiteError(.notADatabase, "it has no receipts")
            }
            if (try? OutboxSchema.migrations.areSuperseded(in: db)) == true {
                throw OutboxError(.unreadable, "the outbox was made by a newer version of this program")
            }
        }
        return database
    }

    // MARK: Copying

    private static func copy(
        _ path: String, to copy: String, _ repair: Repair, template: String
    ) throws {
        var beginning: [UInt8] = []
        if repair != .none {
            if FileIdentity(template) == nil { _ = try Outbox(path: template) }
            beginning = Array(
                try NamedFile.contents(of: template, limit: 1 << 20).prefix(repair.length))
        }
        let size = try copyBytes(of: path, to: copy, insteadOfBeginning: beginning)
        if repair != .none {
            // A wrong size would hide the pages after it.
            let pages = UInt32(clamping: size / pageSize)
            try overwrite(copy, at: 28, withUnsafeBytes(of: pages.bigEndian) { Array($0) })
            // The list of free pages is not needed.
            try overwrite(copy, at: 32, [UInt8](repeating: 0, count: 8))
        }
        if FileIdentity(path + "-wal") != nil {
            try copyBytes(of: path + "-wal", to: copy + "-wal", insteadOfBeginning: [])
        }
    }

    @discardableResult
    private static func copyBytes(
        of path: String, to copy: String, insteadOfBeginning beginning: [UInt8]
    ) throws(FileRefusal) -> Int {
        let source = try NamedFile(path)
        if source.status.st_size > maximumSize {
            throw FileRefusal(path, .read, .tooLarge(limit: maximumSize))
        }
        let target = try NamedFile(copy, for: .write, flags: O_WRONLY | O_CREAT | O_EXCL, mode: 0o600)
        var piece = [UInt8](repeating: 0, count: 1 << 18)
        var size = 0
        while let count = try source.read(into: &piece), count > 0 {
            if size == 0, count >= beginning.count {
                piece.replaceSubrange(..<beginning.count, with: beginning)
            }
            try target.write(piece[..<count])
            size += count
        }
        return size
    }

    private static func overwrite(_ path: String, at place: Int, _ bytes: [UInt8]) throws(FileRefusal) {
        let file = try NamedFile(path, for: .write, flags: O_WRONLY)
        if pwrite(file.descriptor, bytes, bytes.count, off_t(place)) != bytes.count {
            throw FileRefusal(path, .write, FileRefusal.Reason(errno))
        }
    }

    /// Whether the rows have checksums.
    func hasChecksums(_ db: SQLiteConnection) throws -> Bool {
        try db.hasColumn("checksum", in: "receipts")
    }
}
