import HTTPTypes

/// Where a request of the page leads in a Realtime Database: the keys of a path, and the parameters that narrow it down.
///
/// Which database it is, and who asks, is for the console to say: parameters that would are refused.
struct DatabaseTarget: Sendable {
    /// What leads there, decoded; empty for the root.
    let keys: [String]
    /// Names and values, decoded.
    let parameters: [(name: String, value: String)]

    /// The most bytes of path and query, which are more than the deepest path has in practice.
    static let maximumLength = 64 << 10

    private static let narrowing: Set = [
        "shallow", "orderBy", "startAt", "startAfter", "endAt", "endBefore", "equalTo", "limitToFirst",
        "limitToLast", "print", "format", "timeout", "writeSizeLimit", "after", "limit", "denied", "number",
        "background",
    ]

    /// Reads path and query, such as `/messages.json?shallow=true`.
    ///
    /// - Throws: ``ConsoleFailure`` for what is no place in a database.
    init(_ text: Substring) throws(ConsoleFailure) {
        guard text.utf8.count <= DatabaseTarget.maximumLength else {
            throw ConsoleFailure(.uriTooLong, "the path is too long")
        }
        let end = text.firstIndex(of: "?") ?? text.endIndex
        // By bytes: what stands before a point can be one character with it.
        guard text.hasPrefix("/"), let path = PercentText.decoded(text[..<end]), path.utf8.count >= 5,
            path.utf8.suffix(5).elementsEqual(".json".utf8)
        else {
            throw ConsoleFailure(.badRequest, "the path is to be percent-encoded, with .json behind it")
        }
        keys = path.utf8.dropLast(5).split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }
        guard
            !keys.contains(where: {
                [".", ".."].contains($0) || $0.utf8.contains { $0 < 0x20 || $0 == 0x7F }
            })
        else {
            throw ConsoleFailure(.forbidden, "the console leads to the paths of one database only")
        }
        var parameters: [(name: String, value: String)] = []
        for item in text[end...].dropFirst().split(separator: "&") {
            let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = PercentText.decoded(parts[0]),
                let value = parts.count > 1 ? PercentText.decoded(parts[1]) : ""
            else { throw ConsoleFailure(.badRequest, "the query is to be percent-encoded") }
            guard DatabaseTarget.narrowing.contains(name) else {
                throw ConsoleFailure(
                    .forbidden,
                    "the console hands on parameters of queries only, and not \"\(name.prefix(40))\"")
            }
            parameters.append((name, value))
        }
        self.parameters = parameters
    }

    /// Whether this is what only an emulator tells, or lets one change.
    var isAdministrative: Bool { DatabaseTarget.administrative.contains(keys) }

    /// Whether this is data, or what an emulator has beside it; other databases are nobody's business.
    var isKnown: Bool { isAdministrative || keys.first?.hasPrefix(".") != true }

    private static let administrative: Set = [
        [".settings", "rules"], [".inspect", "decisions"],
    ]
}
