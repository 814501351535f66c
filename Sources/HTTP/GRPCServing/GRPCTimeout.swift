/// The time that a client gives a call.
///
/// Source: <https://github.com/grpc/grpc/blob/master/doc/PROTOCOL-HTTP2.md#requests>.
enum GRPCTimeout {
    /// Reads a field such as `100m`; nil if it is malformed.
    static func read(_ text: String) -> Duration? {
        let digits = text.utf8.dropLast()
        guard (1...8).contains(digits.count), digits.allSatisfy({ (0x30...0x39).contains($0) }),
            let count = Int64(text.dropLast()), let unit = text.last
        else { return nil }
        switch unit {
        case "H": return .seconds(count * 3600)
        case "M": return .seconds(count * 60)
        case "S": return .seconds(count)
        case "m": return .milliseconds(count)
        case "u": return .microseconds(count)
        case "n": return .nanoseconds(count)
        case _: return nil
        }
    }
}
