#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#elseif canImport(Darwin)
    import Darwin
#endif

/// What the name or address of a host means, without any lookup.
package enum Host {
    /// Whether a host is this machine, as it calls itself: `localhost` and names below it, 127.0.0.0/8 and ::1.
    ///
    /// - Parameter host: A name, an IPv4 address, or an IPv6 address with or without brackets; no port.
    ///   Sources: <https://www.rfc-editor.org/rfc/rfc6761#section-6.3>, <https://www.rfc-editor.org/rfc/rfc4291#section-2.5.3>.
    package static func isLoopback(_ host: some StringProtocol) -> Bool {
        var name = host.lowercased()
        if name.hasPrefix("["), name.hasSuffix("]") { name = String(name.dropFirst().dropLast()) }
        if name.utf8.contains(UInt8(ascii: ":")) { return isLoopbackIPv6(name) }
        if isLoopbackIPv4(name) { return true }
        // A fully qualified name.
        if name.hasSuffix(".") { name.removeLast() }
        return name == "localhost" || name.hasSuffix(".localhost")
    }

    /// Whether a host is the name for all addresses of a machine, which is for listening only.
    package static func isAllAddresses(_ host: some StringProtocol) -> Bool {
        host == "0.0.0.0" || host == "::" || host == "[::]"
    }

    /// Whether a text is an IPv6 address, without brackets.
    static func isIPv6(_ text: String) -> Bool { ipv6(text) != nil }

    /// Whether a byte can be part of a name or an IPv4 address.
    ///
    /// Source: <https://www.rfc-editor.org/rfc/rfc3986#section-3.2.2>.
    static func isOfName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "%"),
            UInt8(ascii: "!"), UInt8(ascii: "$"), UInt8(ascii: "&"), UInt8(ascii: "'"), UInt8(ascii: "("),
            UInt8(ascii: ")"), UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: ","), UInt8(ascii: ";"),
            UInt8(ascii: "="):
            true
        case _: false
        }
    }

    private static func isLoopbackIPv4(_ text: some StringProtocol) -> Bool {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127"
            && parts.allSatisfy { part in
                part.utf8.allSatisfy { (0x30...0x39).contains($0) } && UInt8(part) != nil
            }
    }

    private static func isLoopbackIPv6(_ text: String) -> Bool {
        guard let bytes = ipv6(text) else { return false }
        // An IPv6 address can contain an IPv4 address.
        let isMapped = bytes[..<10].allSatisfy { $0 == 0 } && bytes[10] == 0xFF && bytes[11] == 0xFF
        return isMapped ? bytes[12] == 127 : bytes[..<15].allSatisfy { $0 == 0 } && bytes[15] == 1
    }

    /// The bytes of an IPv6 address.
    private static func ipv6(_ text: String) -> [UInt8]? {
        var address = in6_addr()
        guard inet_pton(AF_INET6, text, &address) == 1 else { return nil }
        return withUnsafeBytes(of: &address) { Array($0) }
    }
}
