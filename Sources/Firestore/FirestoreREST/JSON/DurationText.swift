/// A duration in protobuf's JSON format: `5s`, `1.5s`; here never negative.
package struct DurationText {
    package let seconds: Int64
    package let nanoseconds: Int32

    /// The text of a duration, which is not negative.
    package init(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        self.seconds = seconds
        nanoseconds = Int32(attoseconds / 1_000_000_000)
    }

    package init?(_ text: String) {
        guard text.utf8.last == UInt8(ascii: "s") else { return nil }
        let parts = text.dropLast().split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count <= 2, let seconds = DurationText.digits(parts[0]) else { return nil }
        self.seconds = seconds
        guard parts.count == 2 else {
            nanoseconds = 0
            return
        }
        let fraction = parts[1]
        let padded = fraction + String(repeating: "0", count: max(0, 9 - fraction.count))
        guard (1...9).contains(fraction.count), let digits = DurationText.digits(padded) else { return nil }
        nanoseconds = Int32(digits)
    }

    private static func digits(_ text: Substring) -> Int64? {
        text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int64(text) : nil
    }

    package var duration: Duration { .seconds(seconds) + .nanoseconds(Int64(nanoseconds)) }

    /// The shortest form.
    package var text: String {
        if nanoseconds == 0 { return "\(seconds)s" }
        var fraction = String(String(1_000_000_000 + nanoseconds).dropFirst())
        while fraction.hasSuffix("0") { fraction.removeLast() }
        return "\(seconds).\(fraction)s"
    }
}
