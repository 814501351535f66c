package import CoreValues

/// English, without the data of other languages: the program's own texts are English everywhere.
package struct EnglishNotation: ReceiptNotation {
    private let clock: @Sendable (Timestamp) -> String

    /// Creates the notation.
    ///
    /// - Parameter clock: Writes a time of day; by default in the time zone of this computer.
    package init(clock: @escaping @Sendable (Timestamp) -> String = { LocalTimeOfDay($0).description }) {
        self.clock = clock
    }

    package func number(_ number: Int) -> String {
        var text = ""
        let digits = String(number.magnitude)
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index).isMultiple(of: 3) { text.append(",") }
            text.append(digit)
        }
        return number < 0 ? "-" + text : text
    }

    package func timeOfDay(_ time: Timestamp) -> String { clock(time) }

    package func age(of time: Timestamp, at now: Timestamp) -> String {
        let seconds = now.seconds - time.seconds
        guard let unit = Age.units.last(where: { $0.seconds <= abs(seconds) }) else { return "now" }
        let count = abs(seconds) / unit.seconds
        if count == 1, let words = unit.one { return seconds > 0 ? words.past : words.future }
        let amount = "\(number(Int(count))) \(unit.name)\(count == 1 ? "" : "s")"
        return seconds > 0 ? "\(amount) ago" : "in \(amount)"
    }

    package func isName(_ left: String, before right: String) -> Bool? {
        let (left, right) = (NameKey(left), NameKey(right))
        return left == right ? nil : left < right
    }
}

extension ReceiptFormatter {
    /// The English words of a schema's design, with numbers and times as in English.
    package static func english(for schema: ReceiptSchema) -> ReceiptFormatter {
        ReceiptFormatter(strings: .english(for: schema), notation: EnglishNotation())
    }
}

/// The units of an age, the shortest first. A month and a year have their mean lengths.
private enum Age {
    static let units: [(seconds: Int64, name: String, one: (past: String, future: String)?)] = [
        (1, "second", nil),
        (60, "minute", nil),
        (3600, "hour", nil),
        (86_400, "day", ("yesterday", "tomorrow")),
        (7 * 86_400, "week", ("last week", "next week")),
        (2_629_746, "month", ("last month", "next month")),
        (31_556_952, "year", ("last year", "next year")),
    ]
}
