import ClientCore
import CoreValues

/// Reads the URL of a database.
enum DatabaseURL {
    /// - Returns: The database's name, and where it is served.
    static func read(_ url: String) throws(DatabaseError) -> (name: String, endpoint: DatabaseEndpoint) {
        func refusal(_ reason: String) -> DatabaseError {
            .invalidArgument(
                "\(url.quotedForMessage) is not the URL of a Realtime Database: \(reason). Write "
                    + "https://NAME.firebaseio.com, https://NAME.REGION.firebasedatabase.app or http://HOST:PORT?ns=NAME."
            )
        }
        if url.hasPrefix("http://") {
            guard let mark = url.firstIndex(of: "?") else { throw refusal("the name is missing") }
            let query = url[url.index(after: mark)...]
            guard query.hasPrefix("ns="), !query.contains("&") else { throw refusal("the name is missing") }
            return (String(query.dropFirst(3)), try .emulator(String(url[..<mark])))
        }
        guard url.hasPrefix("https://") else { throw refusal("it begins with neither https nor http") }
        var host = url.dropFirst("https://".count)
        if host.hasSuffix("/") { host = host.dropLast() }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        switch (parts.count, parts.suffix(2)) {
        case (3, ["firebaseio", "com"]): return (parts[0], .production)
        case (4, ["firebasedatabase", "app"]): return (parts[0], .production(region: parts[1]))
        case (_, _): throw refusal("the host is not one of Firebase's")
        }
    }

    /// Reads the URL of a location: that of a database with a percent-encoded path.
    ///
    /// - Parameter ownName: The name of the database if an emulator's URL does not have one.
    static func location(
        _ url: String, in ownName: String
    ) throws(DatabaseError) -> (name: String, endpoint: DatabaseEndpoint, path: String) {
        guard let scheme = url.firstRange(of: "://") else {
            _ = try read(url)
            return (ownName, .production, "")
        }
        var rest = url[scheme.upperBound...]
        var query = url.hasPrefix("http://") ? "?ns=\(ownName)" : ""
        if let mark = rest.firstIndex(of: "?") {
            if url.hasPrefix("http://") { query = String(rest[mark...]) }
            rest = rest[..<mark]
        }
        let host = rest.prefix { $0 != "/" }
        let (name, endpoint) = try read(url[..<scheme.upperBound] + host + query)
        let path = rest.dropFirst(host.count)
        return (name, endpoint, String(percentEncoded: path) ?? String(path))
    }
}
