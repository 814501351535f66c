import HTTPTransport
import NIOHTTP1

/// Which server and which resource a request means, by its target and its Host header.
///
/// Source: <https://www.rfc-editor.org/rfc/rfc9112#section-3.2>.
struct RequestTarget: Equatable {
    /// Host and port; nil when an old client does not name them.
    let authority: String?
    /// Path and query.
    let path: String
    /// Why the request must be refused, on one line.
    let problem: String?

    init(_ head: HTTPRequestHead) {
        let hosts = head.headers.filter { RequestTarget.isHost($0.name) }.map(\.value)
        let url = RequestTarget.url(head.uri)
        // A target that is a whole URL overrides the header.
        let authority = url.map { String($0.authority) } ?? hosts.first
        self.authority = authority
        path = url.map { RequestTarget.path($0.rest) } ?? head.uri
        problem =
            if hosts.count > 1 {
                "the request has \(hosts.count) Host headers, but must have one"
            } else if hosts.isEmpty, !head.version.isOld {
                "the request has no Host header"
            } else if let host = hosts.first, !host.isEmpty, Authority(host) == nil {
                "the Host header is not HOST or HOST:PORT"
            } else if let url, Authority(url.authority) == nil {
                "the request's URL does not name a host"
            } else {
                nil
            }
    }

    /// Whether a field's name is that of the Host header.
    static func isHost(_ name: String) -> Bool { name.utf8.count == 4 && name.lowercased() == "host" }

    /// The parts of a target that is a whole URL.
    private static func url(_ target: String) -> (authority: Substring, rest: Substring)? {
        guard !target.utf8.starts(with: "/".utf8), let scheme = target.firstRange(of: "://") else {
            return nil
        }
        let rest = target[scheme.upperBound...]
        let end = rest.firstIndex { $0 == "/" || $0 == "?" } ?? rest.endIndex
        return (rest[..<end], rest[end...])
    }

    private static func path(_ rest: Substring) -> String {
        rest.hasPrefix("/") ? String(rest) : "/" + rest
    }
}

extension HTTPVersion {
    /// Whether requests of this version need not name a host.
    fileprivate var isOld: Bool { major < 1 || major == 1 && minor < 1 }
}
