/// The text form of a time on the wire: RFC 3339 in UTC, such as `2026-01-02T03:04:05.123456Z`.
extension Timestamp: CustomStringConvertible {
    /// The time in UTC with as many fraction digits as it needs: none, 3, 6 or 9.
    public var description: String {
        guard Timestamp.secondsRange.contains(seconds) else {
            return "\(seconds) seconds and \(nanoseconds) nanoseconds after 1970"
        }
        let (days, second) = seconds.dividedRoundingDown(by: 86_400)
        let (year, month, day) = CivilDate.fromDays(days)
        return String(unsafeUninitializedCapacity: 30) { buffer in
            var text = DigitWriter(buffer)
            text.append(year, 4)
            text.append("-", month, 2)
            text.append("-", day, 2)
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

    /// Reads the RFC 3339 form: `Z` or an offset, up to nine fraction digits; a second of 60 rolls over.
    ///
    /// - Returns: nil when the text has another form or lies outside of the years 1 to 9999.
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
            (1...12).contains(month), hour < 24, minute < 60, second <= 60,
            day >= 1, day <= CivilDate.daysIn(month: month, year: year)
        else { return nil }
        var nanoseconds: Int32 = 0
        if scanner.skip(".") {
            guard let fraction = scanner.fraction() else { return nil }
            nanoseconds = fraction
        }
        guard let offset = scanner.zone(), scanner.isAtEnd else { return nil }
        let days = CivilDate.days(year: Int64(year), month: Int64(month), day: Int64(day))
        let seconds = days * 86_400 + Int64(hour * 3600 + minute * 60 + second) - Int64(offset)
        guard Timestamp.secondsRange.contains(seconds) else { return nil }
        self.init(seconds: seconds, nanoseconds: nanoseconds)
    }
}

/// The proleptic Gregorian calendar by whole-number arithmetic, counted in 400-year eras that begin in March.
private enum CivilDate {
    static func fromDays(_ days: Int64) -> (year: Int64, month: Int64, day: Int64) {
        let shifted = days + 719_468
        let (era, dayOfEra) = shifted.dividedRoundingDown(by: 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let marchMonth = (5 * dayOfYear + 2) / 153
        let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        return (year, month, dayOfYear - (153 * marchMonth + 2) / 5 + 1)
    }

    static func days(year: Int64, month: Int64, day: Int64) -> Int64 {
        let marchYear = month <= 2 ? year - 1 : year
        let (era, yearOfEra) = marchYear.dividedRoundingDown(by: 400)
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    static func daysIn(month: Int, year: Int) -> Int {
        switch month {
        case 4, 6, 9, 11: 30
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        default: 31
        }
    }
}

/// Reads a text from its beginning to its end, which it must not outlive.
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
        guard count > 0, nextDigit() == nil else { return nil }
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

    /// Appends the last digits of a number, as many as the width says.
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
