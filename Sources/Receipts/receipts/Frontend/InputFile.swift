import NamedFiles

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Files named on the command line.
///
/// A file that is read once may be a pipe, such as `<(COMMAND)`, or `-` for standard input. Servers read only regular files, and never wait
/// for a writer.
enum InputFile {
    /// The maximum size of a file, in bytes.
    static let maximumSize = 16 << 20

    /// Reads a file, a pipe or standard input.
    ///
    /// - Parameter limit: The maximum size in bytes.
    /// - Throws: ``CommandFailure`` with the file and what is wrong with it.
    static func bytes(
        _ path: String, as kind: String, limit: Int = maximumSize, in context: CommandContext
    ) async throws(CommandFailure) -> [UInt8] {
        do throws(FileRefusal) {
            if path == "-" { return try await standardInput(limit, in: context) }
            return try await NamedFile.contents(ofFileOrPipe: path, limit: limit)
        } catch {
            throw CommandFailure(error, reading: kind)
        }
    }

    /// Reads the text of a file, a pipe or standard input.
    static func text(
        _ path: String, as kind: String, in context: CommandContext
    ) async throws(CommandFailure) -> String {
        try text(try await bytes(path, as: kind, in: context), of: path, as: kind)
    }

    /// Reads a regular file.
    static func regularBytes(_ path: String, as kind: String) throws(CommandFailure) -> [UInt8] {
        do throws(FileRefusal) {
            return try NamedFile.contents(of: path, limit: maximumSize)
        } catch {
            throw CommandFailure(error, reading: kind)
        }
    }

    /// Reads the text of a regular file.
    static func regularText(_ path: String, as kind: String) throws(CommandFailure) -> String {
        try text(try regularBytes(path, as: kind), of: path, as: kind)
    }

    private static func text(
        _ bytes: [UInt8], of path: String, as kind: String
    ) throws(CommandFailure) -> String {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw CommandFailure(
                .wrongUsage, "the \(kind) file \(FileRefusal.name(path)) is not UTF-8 text")
        }
        return text
    }

    private static func standardInput(
        _ limit: Int, in context: CommandContext
    ) async throws(FileRefusal) -> [UInt8] {
        var content: [UInt8] = []
        while let piece = await context.readBytes() {
            content += piece
            if content.count > limit { throw FileRefusal("-", .read, .tooLarge(limit: limit)) }
        }
        if Task.isCancelled { throw FileRefusal("-", .read, .cancelled) }
        return content
    }

    /// Writes a file as a whole, or to a pipe or device such as `/dev/stdout`.
    static func write(_ text: String, to path: String) throws(CommandFailure) {
        do throws(FileRefusal) {
            if path.hasPrefix("/dev/") { return try stream(text, to: path) }
            do throws(FileRefusal) {
                try FileReplacement.write(text.utf8, to: path)
            } catch {
                guard error.reason == .pipe else { throw error }
                try stream(text, to: path)
            }
        } catch {
            throw CommandFailure(error)
        }
    }

    private static func stream(_ text: String, to path: String) throws(FileRefusal) {
        let target = try NamedFile(
            path, .regularOrStream, for: .write, flags: NamedFile.appending)
        try target.write(text.utf8)
    }

    /// Resolves a path in a file, relative to the file's folder.
    static func path(_ path: String, namedBy file: String) -> String {
        if path.hasPrefix("/") { return path }
        guard let slash = file.lastIndex(of: "/") else { return path }
        return String(file[...slash]) + path
    }

    /// Whether two paths are the same but for their spelling, such as `suites/../a` and `a`.
    static func isSame(_ path: String, _ other: String) -> Bool {
        URL(filePath: path).standardized.path == URL(filePath: other).standardized.path
    }
}

extension CommandFailure {
    /// Describes why a file cannot be used.
    init(_ refusal: FileRefusal, reading kind: String? = nil) {
        let status: ExitStatus =
            refusal.reason == .cancelled ? .interrupted : refusal.purpose == .read ? .wrongUsage : .failed
        self.init(status, kind.map { refusal.description(kind: $0) } ?? refusal.description)
    }
}

/// The properties that show whether a file has changed.
struct FileStamp: Equatable, Sendable {
    let modified: Date
    let size: Int

    /// Nil if the file does not exist.
    init?(_ path: String) {
        guard let attributes = try? FileManager.default.attributesOfItem(atPath: path),
            let modified = attributes[.modificationDate] as? Date
        else { return nil }
        self.modified = modified
        size = (attributes[.size] as? UInt64).map { Int(clamping: $0) } ?? 0
    }
}
