#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Text files that people name.
enum InputFile {
    /// The largest file that is read, in bytes.
    private static let maximumSize = 16 << 20

    /// Reads a file.
    ///
    /// - Throws: ``CommandFailure`` that names the file and what is wrong with it.
    static func read(_ path: String, as kind: String) throws(CommandFailure) -> String {
        var isFolder = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
            throw CommandFailure(.wrongUsage, "cannot read the \(kind) file \(path): there is no such file")
        }
        if isFolder {
            throw CommandFailure(.wrongUsage, "cannot read the \(kind) file \(path): it is a folder")
        }
        if let stamp = FileStamp(path), stamp.size > maximumSize {
            throw CommandFailure(
                .wrongUsage, "the \(kind) file \(path) is larger than \(maximumSize >> 20) MB")
        }
        guard let data = FileManager.default.contents(atPath: path) else {
            throw CommandFailure(.wrongUsage, "cannot read the \(kind) file \(path)")
        }
        guard let text = String(validating: data, as: UTF8.self) else {
            throw CommandFailure(.wrongUsage, "the \(kind) file \(path) is not UTF-8 text")
        }
        return text
    }

    /// Writes a file as a whole.
    static func write(_ text: String, to path: String) throws(CommandFailure) {
        do {
            try Data(text.utf8).write(to: URL(filePath: path), options: .atomic)
        } catch {
            throw CommandFailure(.failed, "cannot write \(path)")
        }
    }

    /// A path that a file names, seen from that file's folder.
    static func path(_ path: String, namedBy file: String) -> String {
        if path.hasPrefix("/") { return path }
        guard let slash = file.lastIndex(of: "/") else { return path }
        return String(file[...slash]) + path
    }
}

/// By what a change of a file shows.
struct FileStamp: Equatable, Sendable {
    let modified: Date
    let size: Int

    /// Nil when there is no such file.
    init?(_ path: String) {
        guard let attributes = try? FileManager.default.attributesOfItem(atPath: path),
            let modified = attributes[.modificationDate] as? Date
        else { return nil }
        self.modified = modified
        size = (attributes[.size] as? UInt64).map { Int(clamping: $0) } ?? 0
    }
}
