#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

/// Reads files that hold secrets: bounded, and only when nobody but the owner can read or change them.
struct CredentialFile {
    let path: String
    /// What the path comes from, such as the name of an environment variable.
    let origin: String?

    /// The most that a file of credentials may hold. Google's keys have 2.3 KiB.
    static let maximumBytes = 64 * 1024

    init(_ path: String, origin: String? = nil) {
        self.path = path
        self.origin = origin
    }

    /// The file in messages.
    var name: String {
        let source = origin.map { " (from \($0))" } ?? ""
        return "the credentials file \(shortPath)\(source)"
    }

    private var shortPath: String { path.escapedForMessage(limit: 300) }

    /// Reads the whole file.
    func read() throws(GoogleCredentialsError) -> [UInt8] {
        guard let bytes = try readIfPresent() else {
            throw failure("there is no such file. Check the path.")
        }
        return bytes
    }

    /// Reads the whole file.
    ///
    /// - Returns: nil when there is no such file.
    func readIfPresent() throws(GoogleCredentialsError) -> [UInt8]? {
        // The system's calls end a path at its first zero byte, and would then read another file.
        guard !path.isEmpty, !path.utf8.contains(0) else {
            throw failure("the path is empty or holds a zero byte. Check the path.")
        }
        // Without waiting, for a pipe that nobody writes to would keep us here.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            let code = errno
            if code == ENOENT || code == ENOTDIR { return nil }
            throw failure("\(CredentialFile.reason(code)).")
        }
        defer { close(descriptor) }
        try checkStatus(of: descriptor)
        return try content(of: descriptor)
    }

    /// Looks at the file that is open, not at the path: that may lead elsewhere a moment later.
    private func checkStatus(of descriptor: Int32) throws(GoogleCredentialsError) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else {
            throw failure("\(CredentialFile.reason(errno)).")
        }
        guard status.st_mode & S_IFMT == S_IFREG else { throw failure("it is not a file. Check the path.") }
        if status.st_mode & 0o077 != 0 {
            let mode = String(status.st_mode & 0o777, radix: 8)
            throw GoogleCredentialsError(
                .exposed,
                "\(name.capitalizedFirst) is not used: its mode \(mode) lets others than its owner at the secret in it. "
                    + "Run: chmod 600 \(shortPath.quotedForShell)")
        }
    }

    private func content(of descriptor: Int32) throws(GoogleCredentialsError) -> [UInt8] {
        var content: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 16 * 1024)
        while true {
            let count = buffer.withUnsafeMutableBytes { systemRead(descriptor, $0) }
            if count == 0 { return content }
            if count < 0 {
                if errno == EINTR { continue }
                throw failure("\(CredentialFile.reason(errno)).")
            }
            content.append(contentsOf: buffer[..<count])
            if content.count > CredentialFile.maximumBytes {
                throw failure(
                    "it holds more than \(CredentialFile.maximumBytes / 1024) KiB, which no file of credentials does. "
                        + "Check the path.")
            }
        }
    }

    private func failure(_ reason: String) -> GoogleCredentialsError {
        GoogleCredentialsError(.unreadable, "\(name.capitalizedFirst) cannot be read: \(reason)")
    }

    private static func reason(_ code: Int32) -> String {
        switch code {
        case EACCES, EPERM: "permission denied. Run as its owner, or give the file to who runs this"
        case EISDIR: "it is a directory. Check the path"
        case ELOOP: "its symbolic links go in circles. Check the path"
        case ENAMETOOLONG: "the path is too long. Check the path"
        case EMFILE, ENFILE: "too many files are open"
        default: "the system says error \(code)"
        }
    }
}

/// The system's `read`, out of reach in a type that has a method of that name.
private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
    read(descriptor, buffer.baseAddress, buffer.count)
}

extension String {
    /// The text as one word of a shell's command.
    fileprivate var quotedForShell: String {
        let isPlain = utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."),
                UInt8(ascii: "_"), UInt8(ascii: "-"):
                true
            default: false
            }
        }
        return isPlain ? self : "'" + replacing("'", with: #"'\''"#) + "'"
    }

    /// The text as the beginning of a sentence.
    var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
