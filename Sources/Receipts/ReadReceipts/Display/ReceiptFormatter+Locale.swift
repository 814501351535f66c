#if Foundation
    import FirestoreClient
    import FirestoreModel
    public import Foundation

    extension ReceiptFormatter {
        /// Creates a formatter for the person at this device.
        public init(
            strings: ReceiptStrings = .english, locale: Locale = .current, timeZone: TimeZone = .current,
            showsCounts: Bool = true
        ) {
            self.init(
                strings: strings, notation: LocalNotation(locale: locale, timeZone: timeZone),
                showsCounts: showsCounts)
        }

        /// The format of numbers and times.
        public var locale: Locale {
            get { localNotation.locale }
            set { localNotation.locale = newValue }
        }

        /// The reader's time zone.
        public var timeZone: TimeZone {
            get { localNotation.timeZone }
            set { localNotation.timeZone = newValue }
        }

        private var localNotation: LocalNotation {
            get { notation as? LocalNotation ?? LocalNotation(locale: .current, timeZone: .current) }
            set { notation = newValue }
        }
    }

    /// Numbers, times and names as a locale has them.
    private struct LocalNotation: ReceiptNotation {
        var locale: Locale
        var timeZone: TimeZone

        func number(_ number: Int) -> String { IntegerFormatStyle<Int>(locale: locale).format(number) }

        func timeOfDay(_ time: Timestamp) -> String {
            var style = Date.FormatStyle(date: .omitted, time: .shortened)
            style.locale = locale
            style.timeZone = timeZone
            return time.dateValue().formatted(style)
        }

        func age(of time: Timestamp, at now: Timestamp) -> String {
            var calendar = Calendar(identifier: .gregorian)
            calendar.timeZone = timeZone
            calendar.locale = locale
            let style = Date.AnchoredRelativeFormatStyle(
                anchor: time.dateValue(), presentation: .named, unitsStyle: .wide, locale: locale,
                calendar: calendar)
            return style.format(now.dateValue())
        }

        func isName(_ left: String, before right: String) -> Bool? {
            let order = left.compare(
                right, options: [.caseInsensitive, .diacriticInsensitive, .numeric], range: nil,
                locale: locale)
            return order == .orderedSame ? nil : order == .orderedAscending
        }
    }
#endif
