import CoreValues
import FirestoreModel

/// Compares this computer's clock with a server's.
enum ClockCheck {
    /// Google refuses the signatures of a service account that are off by more seconds than this.
    private static let limit: Int64 = 300
    /// From here on it is worth knowing.
    private static let tolerance: Int64 = 30

    /// - Parameters:
    ///   - text: The server's `Date` field.
    ///   - now: The time here.
    /// - Returns: Nothing if the field cannot be read.
    static func findings(serverDate text: String, now: Timestamp) -> [DoctorFinding] {
        guard let date = Timestamp(httpDate: text) else { return [] }
        let seconds = now.seconds - date.seconds
        let off = "\(abs(seconds)) s \(seconds < 0 ? "behind" : "ahead of") the server's"
        if abs(seconds) > limit {
            return [
                .bad(
                    "clock", off,
                    "tokens of service accounts are refused; turn on time synchronisation: timedatectl set-ntp true"
                )
            ]
        }
        if abs(seconds) > tolerance {
            return [.note("clock", off, "from 300 s on, tokens of service accounts are refused")]
        }
        return [.good("clock", "agrees with the server's")]
    }
}

extension Timestamp {
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// The time in a `Date` field, such as `Sun, 06 Nov 1994 08:49:37 GMT`; nil for any other text.
    init?(httpDate text: String) {
        let words = text.split(separator: " ")
        guard words.count == 6, words[5] == "GMT",
            let month = Timestamp.months.firstIndex(of: String(words[2]))
        else { return nil }
        let number = month < 9 ? "0\(month + 1)" : "\(month + 1)"
        self.init(rfc3339: "\(words[3])-\(number)-\(words[1])T\(words[4])Z")
    }
}
