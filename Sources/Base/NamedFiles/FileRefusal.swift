import PrintableText

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Why a file that the user named cannot be used.
package struct FileRefusal: Error, Sendable, Equatable, CustomStringConvertible {
    /// The intended use of the file.
    package enum Purpose: String, Sendable {
        case read, write, open
    }

    /// What is wrong, in words that follow "cannot read FILE: ".
    package enum Reason: Sendable, Equatable, CustomStringConvertible {
        case missing
        /// Its folder is missing.
        case folderMissing
        case folder
        /// It is a file, where a folder is needed.
        case notAFolder
        /// It is a folder of other files, which must not be lost.
        case occupied
        case pipe
        case device
        case socket
        /// The path is empty.
        case nameless
        /// The system's calls end a path at its first zero byte, and would open another file.
        case zeroByte
        /// It is too large.
        case tooLarge(limit: Int)
        /// It contains a secret, but other users have permission to read it.
        case exposed(mode: UInt32)
        /// The task was cancelled while it waited for a pipe.
        case cancelled
        /// Any other error of the system, by its number.
        case system(Int32)

        /// The meaning of a system error number.
        package init(_ number: Int32) {
            switch number {
            case ENOENT, ENOTDIR: self = .missing
            case EISDIR: self = .folder
            default: self = .system(number)
            }
        }

        package var description: String {
            switch self {
            case .missing: "there is no such file"
            case .folderMissing: "there is no such folder"
            case .folder: "it is a folder"
            case .notAFolder: "it is not a folder"
            case .occupied: "it is a folder with other files in it; name a new one"
            case .pipe: "it is a pipe; a regular file is needed"
            case .device: "it is a device; a regular file is needed"
            case .socket: "it is a socket; a regular file is needed"
            case .nameless: "its name is empty"
            case .zeroByte: "its name contains a zero byte"
            case .tooLarge(let limit): "it is larger than \(Reason.size(limit))"
            case .exposed(let mode):
                "its mode \(String(mode, radix: 8)) lets other users read the secret in it"
            case .cancelled: "interrupted"
            case .system(let number): Reason.words(number)
            }
        }

        private static func size(_ bytes: Int) -> String {
            for (shift, unit) in [(30, "GB"), (20, "MB"), (10, "KB")] where bytes >> shift > 0 {
                if bytes & ((1 << shift) - 1) == 0 { return "\(bytes >> shift) \(unit)" }
            }
            return "\(bytes) bytes"
        }

        private static func words(_ number: Int32) -> String {
            switch number {
            case EACCES, EPERM: "permission denied"
            case ELOOP: "its symbolic links form a loop"
            case ENAMETOOLONG: "the path is too long"
            case EMFILE, ENFILE: "too many files are open"
            case ENOSPC, EDQUOT: "the disk is full"
            case EROFS: "the disk is read-only"
            case EIO: "the disk failed"
            case ENXIO: "nobody reads from it"
            default: String(cString: strerror(number)).lowercased()
            }
        }
    }

    /// The path, as it was given.
    package let path: String
    package let purpose: Purpose
    package let reason: Reason

    package init(_ path: String, _ purpose: Purpose, _ reason: Reason) {
        self.path = path
        self.purpose = purpose
        self.reason = reason
    }

    /// One readable line.
    package var description: String { "cannot \(purpose.rawValue) \(FileRefusal.name(path)): \(reason)" }

    /// The line with the kind of the file in it: `cannot read the seed file a.json: there is no such file`.
    package func description(kind: String) -> String {
        "cannot \(purpose.rawValue) the \(kind) file \(FileRefusal.name(path)): \(reason)"
    }

    /// The path, printable.
    package static func name(_ path: String) -> String { path.printable(limit: 300) }
}
