import Foundation

/// A folder that goes when nothing refers to it any more: keep it in the suite.
final class TemporaryFolder: Sendable {
    let path: String

    init() throws {
        path = FileManager.default.temporaryDirectory.appending(path: "credentials-\(UUID().uuidString)")
            .path(percentEncoded: false)
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// Writes a file, and folders on the way to it.
    ///
    /// - Returns: The file's path.
    func write(_ bytes: [UInt8], to name: String = "key.json", mode: Int = 0o600) throws -> String {
        let url = URL(filePath: path).appending(path: name)
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: url)
        try FileManager.default.setAttributes(
            [.posixPermissions: mode], ofItemAtPath: url.path(percentEncoded: false))
        return url.path(percentEncoded: false)
    }
}
