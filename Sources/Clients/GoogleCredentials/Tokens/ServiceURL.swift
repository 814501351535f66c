import ClientCore

/// A URL of http or https: where to send a request.
struct ServiceURL: Hashable, Sendable {
    let address: HostAddress
    /// The path and the query, as a request contains them; at least `/`.
    let path: String
    /// The URL, unchanged.
    let text: String

    init(_ text: String) throws(AddressProblem) {
        let isSecure = text.hasPrefix("https://")
        guard isSecure || text.hasPrefix("http://") else {
            throw AddressProblem("it does not begin with https://")
        }
        guard text.utf8.count <= 2048 else { throw AddressProblem("it is too long") }
        let rest = text.dropFirst(isSecure ? 8 : 7)
        let end = rest.firstIndex { $0 == "/" || $0 == "?" || $0 == "#" } ?? rest.endIndex
        address = try HostAddress(authority: rest[..<end], isSecure: isSecure)
        let resource = String(rest[end...])
        path = resource.hasPrefix("/") ? resource : "/" + resource
        guard path.utf8.allSatisfy(ServiceURL.isAllowed) else {
            throw AddressProblem("its path contains a character that is not allowed")
        }
        self.text = text
    }

    /// The path without the query.
    var pathAlone: Substring { path.prefix { $0 != "?" } }

    /// The query without its question mark.
    var query: Substring { path.drop { $0 != "?" }.dropFirst() }

    /// Reads a URL below this one, such as that of a list's element.
    func appending(_ component: String) throws(AddressProblem) -> ServiceURL {
        try ServiceURL("\(text)/\(component)")
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        case _: "-._~:/?@!$&'()*+,;=%".utf8.contains(byte)
        }
    }
}
