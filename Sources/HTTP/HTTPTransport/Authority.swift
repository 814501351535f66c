/// Host and port, as a Host header and a URL have them: `localhost:8080`, `[::1]`, `chat.example`.
package struct Authority: Sendable, Hashable {
    /// A name or an IPv4 address in lower case, or an IPv6 address without its brackets.
    package let host: String
    /// The port, where one is named.
    package let port: Int?

    /// Reads a text.
    ///
    /// - Returns: nil for what cannot be one, such as a text with a user name, two ports, or an IPv6 address without brackets.
    ///   Source: <https://www.rfc-editor.org/rfc/rfc9110#section-7.2>.
    package init?(_ text: some StringProtocol) {
        let bytes = text.utf8
        let hostEnd: Substring.UTF8View.Index
        if bytes.first == UInt8(ascii: "[") {
            guard let bracket = bytes.firstIndex(of: UInt8(ascii: "]")) else { return nil }
            host = text[bytes.index(after: bytes.startIndex)..<bracket].lowercased()
            hostEnd = bytes.index(after: bracket)
            guard Host.isIPv6(host) else { return nil }
        } else {
            hostEnd = bytes.firstIndex(of: UInt8(ascii: ":")) ?? bytes.endIndex
            guard hostEnd > bytes.startIndex, bytes[..<hostEnd].allSatisfy(Host.isOfName) else { return nil }
            host = text[..<hostEnd].lowercased()
        }
        if hostEnd == bytes.endIndex {
            port = nil
            return
        }
        let digits = bytes[bytes.index(after: hostEnd)...]
        guard bytes[hostEnd] == UInt8(ascii: ":"), digits.count <= 5,
            digits.allSatisfy({ (0x30...0x39).contains($0) })
        else { return nil }
        port = digits.isEmpty ? nil : Int(text[digits.startIndex...])
    }

    /// Whether the host is this machine, as it calls itself.
    package var isLoopback: Bool { Host.isLoopback(host) }
}
