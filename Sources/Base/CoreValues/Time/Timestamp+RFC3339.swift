/// The text form of a time: RFC 3339 in UTC, such as `2026-01-02T03:04:05.123456Z`.
extension Timestamp: CustomStringConvertible {
    /// The time in UTC with the fraction digits it needs: none, 3, 6 or 9.
    public var description: String {
        guard Timestamp.secondsRange.contains(seconds) else {
            return "\(seconds) seconds and \(nanoseconds) nanoseconds after 1970"
        }
        let (days, second) = seconds.dividedRoundingDown(by: 86_400)
        let date = CivilDate(days: days)
        return String(unsafeUninitializedCapacity: 30) { buffer in
            var text = DigitWriter(buffer)
            text.append(date.year, 4)
            text.append("-", date.month, 2)
            text.append("-", date.day, 2)
            text.append("T", second / 3600, 2)
            text.append(":", second / 60 % 60, 2)
            text.append(":", second % 60, 2)
            switch Int64(nanoseconds) {
            case 0: break
            case let n where n % 1_000_000 == 0: text.append(".", n / 1_000_000, 3)
            case let n where n % 1000 == 0: text.append(".", n / 1000, 6)
            case let n: text.append(".", n, 9)
            }
            text.append("Z")
            return text.count
        }
    }

    /// Parses the RFC 3339 form: `Z` or an offset; nine digits of the fraction count; a second of 60 rolls over.
    ///
    /// - Returns: nil if the text has another form or is outside the years 1 to 9999.
    public init?(rfc3339 text: String) {
        let read = text.utf8.withContiguousStorageIfAvailable { Timestamp(DigitScanner($0)) }
        guard let time = read ?? Array(text.utf8).withUnsafeBufferPointer({ Timestamp(DigitScanner($0)) })
        else { return nil }
        self = time
    }

    private init?(_ digits: DigitScanner) {
        var scanner = digits
        guard let year = scanner.digits(4), scanner.skip("-"), let month = scanner.digits(2),
            scanner.skip("-"),
            let day = scanner.digits(2), scanner.skip("T"), let hour = scanner.digits(2), scanner.skip(":"),
            let minute = scanner.digits(2), scanner.skip(":"), let second = scanner.digits(2),
            hour < 24, minute < 60, second <= 60
        else { return nil }
        let date = CivilDate(year: Int64(year), month: Int64(month), day: Int64(day))
        guard date.exists else { return nil }
        var nanoseconds: Int32 = 0
        if scanner.skip(".") {
            guard let fraction = scanner.fraction() else { return nil }
            nanoseconds = fraction
        }
        guard let offset = scanner.zone(), scanner.isAtEnd else { return nil }
        let seconds = date.days * 86_400 + Int64(hour * 3600 + minute * 60 + second) - Int64(offset)
        guard Timestamp.secondsRange.contains(seconds) else { return nil }
        self.init(seconds: seconds, nanoseconds: nanoseconds)
    }
}

/// A reader of a text, which it must not outlive.
private struct DigitScanner {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var position = 0

    init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    var isAtEnd: Bool { position == bytes.count }

    mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard position < bytes.count, bytes[position] == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    mutating func digits(_ count: Int) -> Int? {
        var number = 0
        for _ in 0..<count {
            guard let digit = nextDigit() else { return nil }
            number = number * 10 + digit
        }
        return number
    }

    mutating func fraction() -> Int32? {
        var (number, count) = (0, 0)
        while count < 9, let digit = nextDigit() { (number, count) = (number * 10 + digit, count + 1) }
        if count == 0 { return nil }
        while nextDigit() != nil {}
        while count < 9 { (number, count) = (number * 10, count + 1) }
        return Int32(number)
    }

    /// The offset from UTC in seconds.
    mutating func zone() -> Int? {
        if skip("Z") { return 0 }
        let sign: Int
        if skip("+") { sign = 1 } else if skip("-") { sign = -1 } else { return nil }
        guard let hours = digits(2), skip(":"), let minutes = digits(2), hours < 24, minutes < 60 else {
            return nil
        }
        return sign * (hours * 3600 + minutes * 60)
    }

    private mutating func nextDigit() -> Int? {
        guard position < bytes.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[position])
        else { return nil }
        defer { position += 1 }
        return Int(bytes[position] - UInt8(ascii: "0"))
    }
}

private struct DigitWriter {
    private let buffer: UnsafeMutableBufferPointer<UInt8>
    private(set) var count = 0

    init(_ buffer: UnsafeMutableBufferPointer<UInt8>) { self.buffer = buffer }

    mutating func append(_ character: Unicode.Scalar) {
        buffer[count] = UInt8(ascii: character)
        count += 1
    }

    /// Appends the last digits of a number, in this width.
    mutating func append(_ number: Int64, _ width: Int) {
        var rest = number
        for index in (count..<count + width).reversed() {
            buffer[index] = UInt8(ascii: "0") + UInt8(rest % 10)
            rest /= 10
        }
        count += width
    }

    mutating func append(_ separator: Unicode.Scalar, _ number: Int64, _ width: Int) {
        append(separator)
        append(number, width)
    }
}
