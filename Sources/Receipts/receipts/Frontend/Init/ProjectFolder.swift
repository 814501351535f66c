import NamedFiles

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif
#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The folder of somebody's project, to which files are added.
struct ProjectFolder {
    /// The folder as the user named it.
    let name: String

    /// The path of a file in it.
    func path(_ file: String) -> String {
        name == "." || file.hasPrefix("/") ? file : InputFile.path(file, namedBy: name + "/")
    }

    func has(_ file: String) -> Bool { FileManager.default.fileExists(atPath: path(file)) }

    /// Adds a file, and the folders that it is in.
    ///
    /// - Returns: Whether it was added; false if something of this name exists, which stays as it is.
    func add(_ text: String, as file: String) throws(CommandFailure) -> Bool {
        let path = path(file)
        // Something else of this name, such as a link that leads nowhere, stays too.
        var status = stat()
        if lstat(path, &status) == 0 { return false }
        do {
            try FileManager.default.createDirectory(
                at: URL(filePath: path).deletingLastPathComponent(), withIntermediateDirectories: true)
        } catch {
            throw CommandFailure(.failed, "cannot make the folder of \(FileRefusal.name(path))")
        }
        do throws(FileRefusal) {
            let new = try NamedFile(path, for: .write, flags: O_WRONLY | O_CREAT | O_EXCL)
            try new.write(text.utf8)
        } catch {
            throw CommandFailure(error)
        }
        return true
    }
}
