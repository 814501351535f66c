import ClientCore

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
}
