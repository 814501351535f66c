import Foundation

/// The package's own sources.
enum Sources {
    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    struct CannotRead: Error {}

    /// The files below Sources, by path from the root.
    static func files() throws -> [String: String] {
        let folder = root.appending(path: "Sources").path
        guard let paths = FileManager.default.enumerator(atPath: folder) else { throw CannotRead() }
        var files: [String: String] = [:]
        for case let path as String in paths where path.hasSuffix(".swift") && !path.contains(".docc/") {
            files["Sources/\(path)"] = try String(contentsOfFile: "\(folder)/\(path)", encoding: .utf8)
        }
        return files
    }
}
