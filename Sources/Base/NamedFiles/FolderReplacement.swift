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

/// A folder that replaces another one as a whole, once its files are written.
package struct FolderReplacement: Sendable {
    private let path: String
    /// The folder to write the new files to.
    package let draft: String

    /// Begins a replacement.
    ///
    /// - Parameters:
    ///   - path: A folder, existing or not.
    ///   - isReplaceable: Whether an existing folder with files of these names may be replaced.
    package init(
        of path: String, isReplaceable: ([String]) -> Bool
    ) throws(FileRefusal) {
        var path = path
        while path.utf8.count > 1, path.hasSuffix("/") { path.removeLast() }
        if let names = try FolderReplacement.names(in: path), !names.isEmpty, !isReplaceable(names) {
            throw FileRefusal(path, .write, .occupied)
        }
        self.path = path
        draft = path + ".\(getpid())-\(UInt32.random(in: .min ... .max)).partial"
        try FolderReplacement.create(draft, for: path)
    }

    /// The names of the files in a folder; nil if nothing has this path.
    package static func names(in path: String) throws(FileRefusal) -> [String]? {
        if path.isEmpty { throw FileRefusal(path, .read, .nameless) }
        if path.utf8.contains(0) { throw FileRefusal(path, .read, .zeroByte) }
        guard let folder = opendir(path) else {
            if errno == ENOENT { return nil }
            throw FileRefusal(path, .read, errno == ENOTDIR ? .notAFolder : FileRefusal.Reason(errno))
        }
        closedir(folder)
        do {
            return try FileManager.default.contentsOfDirectory(atPath: path).sorted()
        } catch {
            throw FileRefusal(path, .read, .system(EIO))
        }
    }

    /// Creates a folder in an existing one.
    package static func create(_ path: String) throws(FileRefusal) { try create(path, for: path) }

    private static func create(_ folder: String, for path: String) throws(FileRefusal) {
        if mkdir(folder, 0o777) == 0 { return }
        throw FileRefusal(path, .write, errno == ENOENT ? .folderMissing : FileRefusal.Reason(errno))
    }

    /// Creates a folder below the new one.
    package func createFolder(_ name: String) throws(FileRefusal) {
        try FolderReplacement.create("\(draft)/\(name)", for: path)
    }

    /// Replaces the old folder with the new one.
    package func finish() throws(FileRefusal) {
        let old = draft + ".old"
        let isReplacing = rename(path, old) == 0
        if rename(draft, path) != 0 {
            let reason = FileRefusal.Reason(errno)
            if isReplacing { rename(old, path) }
            try? FileManager.default.removeItem(atPath: draft)
            throw FileRefusal(path, .write, reason)
        }
        if isReplacing { try? FileManager.default.removeItem(atPath: old) }
    }

    /// Keeps the old folder.
    package func cancel() { try? FileManager.default.removeItem(atPath: draft) }
}
