import FirestoreModel
import ReadReceipts
import Testing

@Suite("English numbers, times and names")
struct EnglishNotationTests {
    private let notation = EnglishNotation { _ in "5:42 PM" }

    @Test(
        arguments: [
            (0, "0"), (999, "999"), (1000, "1,000"), (12_345, "12,345"), (123_456, "123,456"),
            (1_234_567, "1,234,567"), (-1234, "-1,234"), (Int.min, "-9,223,372,036,854,775,808"),
        ] as [(Int, String)])
    func `thousands are separated`(number: Int, text: String) {
        #expect(notation.number(number) == text)
    }

    @Test(
        arguments: [
            (0, "now"), (1, "1 second ago"), (59, "59 seconds ago"), (60, "1 minute ago"),
            (3599, "59 minutes ago"),
            (7200, "2 hours ago"), (86_399, "23 hours ago"), (86_400, "yesterday"),
            (6 * 86_400, "6 days ago"),
            (7 * 86_400, "last week"), (30 * 86_400, "4 weeks ago"), (31 * 86_400, "last month"),
            (364 * 86_400, "11 months ago"), (366 * 86_400, "last year"), (800 * 86_400, "2 years ago"),
            (-1, "in 1 second"), (-3600, "in 1 hour"), (-86_400, "tomorrow"), (-3 * 86_400, "in 3 days"),
        ] as [(Int64, String)])
    func `an age is in the largest unit`(seconds: Int64, text: String) {
        let now = Timestamp(seconds: 1_800_000_000, nanoseconds: 0)
        let time = Timestamp(seconds: now.seconds - seconds, nanoseconds: 0)
        #expect(notation.age(of: time, at: now) == text)
    }

    @Test(
        arguments: [
            (0, 0, "12:00 AM"), (0, 5, "12:05 AM"), (9, 30, "9:30 AM"), (12, 0, "12:00 PM"),
            (17, 42, "5:42 PM"),
            (23, 59, "11:59 PM"),
        ] as [(Int, Int, String)])
    func `a time of day has twelve hours`(hour: Int, minute: Int, text: String) {
        #expect(LocalTimeOfDay(hour: hour, minute: minute).description == text)
    }

    @Test func `names are ordered without case and accents, and by the numbers in them`() {
        let ordered = [
            "agent 9", "Agent 10", "agent 10a", "Ägir", "Bo", "bo b", "Émile", "Emilie", "Łukasz", "luna",
            "Øystein", "Zoë",
            "Ωmega", "иван", "李",
        ]
        let shuffled = ordered.reversed().sorted { notation.isName($0, before: $1) ?? false }
        #expect(shuffled == ordered)
    }

    @Test(arguments: [
        ("Émile", "emile"), ("e\u{301}mile", "Émile"), ("Bo 007", "bo 7"), ("", ""), ("LUKASZ", "łukasz"),
    ])
    func `names that differ only in case, accents or leading zeros are neither before the other`(
        left: String, right: String
    ) {
        #expect(notation.isName(left, before: right) == nil)
        #expect(notation.isName(right, before: left) == nil)
    }

    @Test func `a number of any length is compared by its value`() {
        let long = String(repeating: "9", count: 60)
        #expect(notation.isName("a \(long)", before: "a 1\(long)") == true)
        #expect(notation.isName("a 1\(long)", before: "a \(long)") == false)
    }

    @Test func `a receipt has the words of its schema`() {
        let formatter = ReceiptFormatter.english(for: .readBy)
        #expect(formatter.label(.readBy(1200, of: 3000)).text == "Read by 1,200/3,000")
        #expect(
            ReceiptFormatter(notation: notation).label(
                .readByAll, readAt: Timestamp(seconds: 0, nanoseconds: 0), isGroup: false)?.text
                == "Read at 5:42 PM")
    }
}
