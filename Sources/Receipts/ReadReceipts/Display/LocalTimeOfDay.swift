package import CoreValues

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#else
    import Glibc
#endif

/// The hour and the minute of a time in the time zone of this computer, or that of the variable `TZ`.
package struct LocalTimeOfDay: CustomStringConvertible {
    let hour: Int
    let minute: Int

    package init(hour: Int, minute: Int) {
        self.hour = hour
        self.minute = minute
    }

    package init(_ time: Timestamp) {
        var seconds = time_t(time.seconds)
        var parts = tm()
        localtime_r(&seconds, &parts)
        self.init(hour: Int(parts.tm_hour), minute: Int(parts.tm_min))
    }

    /// As in English, such as "5:42 PM".
    package var description: String {
        "\((hour + 11) % 12 + 1):\(minute < 10 ? "0" : "")\(minute) \(hour < 12 ? "AM" : "PM")"
    }
}
