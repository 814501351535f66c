/// Checks the program and the libraries that it loads when it needs them.
struct LibraryCheck {
    let version: ProgramVersion
    /// Whether libcrypto can be loaded.
    let hasCryptography: Bool

    var findings: [DoctorFinding] {
        let details = [
            version.commit.isEmpty ? nil : "commit \(version.commit)",
            version.swift.isEmpty ? nil : "Swift \(version.swift)",
        ]
        return [
            .good("receipts", ([version.version] + details.compactMap { $0 }).joined(separator: ", ")),
            version.curl.map { .good("libcurl", $0) }
                ?? .bad(
                    "libcurl", "not installed",
                    "every request to a server fails; on Debian and Ubuntu run: apt-get install libcurl4"),
            hasCryptography
                ? .good("OpenSSL", "installed")
                : .bad(
                    "OpenSSL", "not installed",
                    "service accounts and the hashes of rules fail; on Debian and Ubuntu run: apt-get install libssl3"
                ),
        ]
    }
}
