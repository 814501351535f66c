import CoreValues
import HTTPTypes

/// What a request of the page is for in a Realtime Database: a path, and the parameters of a query.
///
/// The console chooses the database and the credentials, so parameters for these are rejected.
struct DatabaseTarget: Sendable {
    /// The keys of the path, decoded; empty for the root.
    let keys: [String]
    /// Names and values, decoded.
    let parameters: [(name: String, value: String)]

    /// The most bytes of path and query.
    static let maximumLength = 64 << 10

    private static let narrowing: Set = [
        "shallow", "orderBy", "startAt", "startAfter", "endAt", "endBefore", "equalTo", "limitToFirst",
        "limitToLast", "print", "format", "timeout", "writeSizeLimit", "after", "limit", "denied", "number",
        "background",
    ]

    /// Reads path and query, such as `/messages.json?shallow=true`.
    ///
    /// - Throws: ``ConsoleFailure`` if this is not a path in a database.
    init(_ text: Substring) throws(ConsoleFailure) {
        guard text.utf8.count <= DatabaseTarget.maximumLength else {
            throw ConsoleFailure(.uriTooLong, "the path is too long")
        }
        let end = text.firstIndex(of: "?") ?? text.endIndex
        // By bytes: a combining mark before the point would make one character with it.
        guard text.hasPrefix("/"), let path = String(percentEncoded: text[..<end]), path.utf8.count >= 5,
            path.utf8.suffix(5).elementsEqual(".json".utf8)
        else {
            throw ConsoleFailure(.badRequest, "the path must be percent-encoded and end with .json")
        }
        keys = path.utf8.dropLast(5).split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }
        guard
            !keys.contains(where: {
                [".", ".."].contains($0) || $0.utf8.contains { $0 < 0x20 || $0 == 0x7F }
            })
        else {
            throw ConsoleFailure(.forbidden, "the console only forwards requests for its database")
        }
        var parameters: [(name: String, value: String)] = []
        for item in text[end...].dropFirst().split(separator: "&") {
            let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = String(percentEncoded: parts[0]),
                let value = parts.count > 1 ? String(percentEncoded: parts[1]) : ""
            else { throw ConsoleFailure(.badRequest, "the query must be percent-encoded") }
            guard DatabaseTarget.narrowing.contains(name) else {
                throw ConsoleFailure(
                    .forbidden,
                    "the console only forwards parameters of queries, not \"\(name.prefix(40))\"")
            }
            parameters.append((name, value))
        }
        self.parameters = parameters
    }

    /// Whether only emulators have this.
    var isAdministrative: Bool { DatabaseTarget.administrative.contains(keys) }

    /// Whether this is data, or the rules and decisions of an emulator.
    var isKnown: Bool { isAdministrative || keys.first?.hasPrefix(".") != true }

    private static let administrative: Set = [
        [".settings", "rules"], [".inspect", "coverage"], [".inspect", "decisions"],
        [".inspect", "calls"], [".inspect", "replay"],
    ]
}
