import FirestoreModel

extension Timestamp {
    /// Reads the text of `timestamp.value(text)`: RFC 3339, as leniently as Java's formats.
    ///
    /// Fields may have any number of digits, exceed their ranges (the 32nd of January is the first of February), and follow
    /// spaces. Characters after the seconds, or after the ninth digit of their fraction, are ignored.
    init?(lenientText text: String) {
        guard let zoneStart = Timestamp.zoneStart(text) else { return nil }
        let time = text[..<zoneStart]
        let point = time.firstIndex(of: ".") ?? zoneStart
        var fields = LenientFields(time[..<point])
        guard let year = fields.next(before: "-"), let month = fields.next(before: "-"),
            let day = fields.next(before: "T"), let hour = fields.next(before: ":"),
            let minute = fields.next(before: ":"), let second = fields.next(before: nil),
            let nanoseconds = Timestamp.nanoseconds(time[point...].dropFirst()),
            let offset = Timestamp.offset(text[zoneStart...])
        else { return nil }
        let (years, monthFromZero) = (month - 1).dividedRoundingDown(by: 12)
        let first = CivilDate(year: year + years, month: monthFromZero + 1, day: 1)
        let days = first.days + day - 1
        let seconds = days * 86_400 + hour * 3600 + minute * 60 + second - offset
        guard Timestamp.secondsRange.contains(seconds) else { return nil }
        self.init(seconds: seconds, nanoseconds: nanoseconds)
    }

    /// The beginning of the zone: the first `Z` after the `T`, or else the first `+`, or else the first `-`.
    private static func zoneStart(_ text: String) -> String.Index? {
        guard let separator = text.firstIndex(of: "T") else { return nil }
        let rest = text[separator...]
        return rest.firstIndex(of: "Z") ?? rest.firstIndex(of: "+") ?? rest.firstIndex(of: "-")
    }

    /// Up to nine digits of a fraction.
    private static func nanoseconds(_ text: Substring) -> Int32? {
        var number: Int32 = 0
        var digits = text.utf8.prefix(9).makeIterator()
        for _ in 0..<9 {
            let digit = digits.next() ?? UInt8(ascii: "0")
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
            number = number * 10 + Int32(digit - UInt8(ascii: "0"))
        }
        return number
    }

    /// The seconds of `Z`, `+1:30` or `-01:30`.
    private static func offset(_ text: Substring) -> Int64? {
        guard let sign = text.first, sign != "Z" else { return text == "Z" ? 0 : nil }
        guard let colon = text.firstIndex(of: ":"),
            let hours = Int64(javaText: String(text[..<colon].dropFirst())),
            let minutes = Int64(javaText: String(text[colon...].dropFirst())),
            hours.magnitude < 100_000_000, minutes.magnitude < 10_000_000_000
        else { return nil }
        let seconds = (hours * 60 + minutes) * 60
        return sign == "+" ? seconds : -seconds
    }
}

/// Whole numbers between separators.
private struct LenientFields {
    private var rest: Substring.UnicodeScalarView

    init(_ text: Substring) {
        rest = text.unicodeScalars
    }

    /// The number before a separator, which is skipped; nil if there is none, or one far beyond any time.
    mutating func next(before separator: Unicode.Scalar?) -> Int64? {
        rest = rest.drop { $0 == " " || $0 == "\t" }
        let isNegative = rest.first == "-"
        if isNegative { rest = rest.dropFirst() }
        let digits = rest.prefix { $0.decimalDigit != nil }
        rest = rest[digits.endIndex...]
        guard (1...9).contains(digits.count) else { return nil }
        if let separator {
            guard rest.first == separator else { return nil }
            rest = rest.dropFirst()
        }
        let number = digits.reduce(0 as Int64) { $0 * 10 + Int64($1.decimalDigit ?? 0) }
        return isNegative ? -number : number
    }
}
