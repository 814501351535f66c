import NamedFiles
import PrintableText

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

/// Reads files of credentials: bounded, and only when nobody but the owner can change them, or read secrets in them.
struct CredentialFile {
    let path: String
    /// Where the path comes from, such as the name of an environment variable.
    let origin: String?

    /// The largest size of a credentials file. Google's keys have 2.3 KiB.
    static let maximumBytes = 64 * 1024

    init(_ path: String, origin: String? = nil) {
        self.path = path
        self.origin = origin
    }

    /// What messages call the file.
    var name: String {
        let source = origin.map { " (from \($0))" } ?? ""
        return "the credentials file \(shortPath)\(source)"
    }

    private var shortPath: String { path.beginning(limit: 300) }

    /// Reads the file's JSON object.
    func document() throws(GoogleCredentialsError) -> CredentialDocument {
        try CredentialDocument(try read(isPublic: CredentialDocument.holdsNoSecret), name: name)
    }

    /// Reads the file's JSON object.
    ///
    /// - Returns: nil when there is no such file.
    func documentIfPresent() throws(GoogleCredentialsError) -> CredentialDocument? {
        guard let bytes = try readIfPresent(isPublic: CredentialDocument.holdsNoSecret) else { return nil }
        return try CredentialDocument(bytes, name: name)
    }

    /// Reads the whole file.
    ///
    /// - Parameter isPublic: Whether users other than the owner may read such a file.
    func read(isPublic: ([UInt8]) -> Bool = { _ in false }) throws(GoogleCredentialsError) -> [UInt8] {
        guard let bytes = try readIfPresent(isPublic: isPublic) else {
            throw failure("there is no such file. Check the path.")
        }
        return bytes
    }

    /// Reads the whole file.
    ///
    /// - Parameter isPublic: Whether users other than the owner may read such a file. Nobody else may change any.
    /// - Returns: nil when there is no such file.
    func readIfPresent(
        isPublic: ([UInt8]) -> Bool = { _ in false }
    ) throws(GoogleCredentialsError) -> [UInt8]? {
        do throws(FileRefusal) {
            let file = try NamedFile(path)
            // Checked on the open file: the path may lead elsewhere a moment later.
            let mode = file.status.st_mode & 0o777
            if mode & 0o022 != 0 { throw FileRefusal(path, .read, .exposed(mode: UInt32(mode))) }
            let bytes = try file.contents(limit: CredentialFile.maximumBytes)
            if mode & 0o077 != 0, !isPublic(bytes) {
                throw FileRefusal(path, .read, .exposed(mode: UInt32(mode)))
            }
            return bytes
        } catch {
            if error.reason == .missing { return nil }
            throw failure(error.reason)
        }
    }

    private func failure(_ reason: FileRefusal.Reason) -> GoogleCredentialsError {
        if case .exposed(let mode) = reason {
            let danger =
                mode & 0o022 == 0
                ? "\(reason)" : "its mode \(String(mode, radix: 8)) lets other users change it"
            return GoogleCredentialsError(
                .exposed,
                "\(name.capitalizedFirst) is not used: \(danger). Run: chmod 600 \(shortPath.quotedForShell)")
        }
        return failure("\(reason). \(CredentialFile.advice(reason))")
    }

    private func failure(_ reason: String) -> GoogleCredentialsError {
        GoogleCredentialsError(.unreadable, "\(name.capitalizedFirst) cannot be read: \(reason)")
    }

    private static func advice(_ reason: FileRefusal.Reason) -> String {
        switch reason {
        case .system(EACCES), .system(EPERM): "Run as its owner, or give the file to who runs this."
        case .system(EMFILE), .system(ENFILE): "Close some."
        default: "Check the path."
        }
    }
}

extension String {
    /// The text as the beginning of a sentence.
    var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
