/// A date of the proleptic Gregorian calendar, in integer arithmetic: years are counted in eras of 400 that begin in March.
package struct CivilDate: Hashable, Sendable {
    package let year: Int64
    package let month: Int64
    package let day: Int64

    package init(year: Int64, month: Int64, day: Int64) {
        self.year = year
        self.month = month
        self.day = day
    }

    /// The date this many days after 1970-01-01.
    package init(days: Int64) {
        let shifted = days + 719_468
        let (era, dayOfEra) = shifted.dividedRoundingDown(by: 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let marchMonth = (5 * dayOfYear + 2) / 153
        month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        day = dayOfYear - (153 * marchMonth + 2) / 5 + 1
    }

    /// Days after 1970-01-01.
    package var days: Int64 {
        let marchYear = month <= 2 ? year - 1 : year
        let (era, yearOfEra) = marchYear.dividedRoundingDown(by: 400)
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    /// Whether the calendar has this date.
    package var exists: Bool {
        (1...12).contains(month) && day >= 1 && day <= daysOfMonth
    }

    private var daysOfMonth: Int64 {
        switch month {
        case 4, 6, 9, 11: 30
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        default: 31
        }
    }
}
