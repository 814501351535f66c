import CBuild
import CurlHTTP

/// What `receipts --version` prints.
///
/// Scripts that build for release pass the version of the tag, the commit and the toolchain (`build_receipts` in `Scripts/setup`). Other
/// builds have none of them, so that a commit does not make every build compile again.
struct ProgramVersion {
    /// The version that the source prepares.
    static let next = "0.1.0"

    let version: String
    let commit: String
    let swift: String
    /// The version of libcurl on this computer; nil if it cannot be loaded.
    let curl: String?

    /// The version of the running program.
    static var number: String {
        let version = String(cString: receipts_build_version())
        return version.isEmpty ? "\(next)-dev" : version
    }

    /// The running program. Loads libcurl.
    static var current: ProgramVersion {
        ProgramVersion(
            version: number,
            commit: String(cString: receipts_build_commit()),
            swift: String(cString: receipts_build_swift()), curl: CurlVersion.loaded)
    }
}

extension ProgramVersion: CustomStringConvertible {
    var description: String {
        let lines = [
            "receipts \(version)",
            commit.isEmpty ? nil : "commit   \(commit)",
            swift.isEmpty ? nil : "Swift    \(swift)",
            "libcurl  \(curl ?? "not installed")",
        ]
        return lines.compactMap { $0 }.joined(separator: "\n")
    }
}
