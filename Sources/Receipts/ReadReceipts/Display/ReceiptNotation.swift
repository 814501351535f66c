package import CoreValues

/// How numbers and times are written, and how names are ordered.
package protocol ReceiptNotation: Sendable {
    /// A number of people.
    func number(_ number: Int) -> String
    /// The time of day in the reader's time zone.
    func timeOfDay(_ time: Timestamp) -> String
    /// How long ago something was, as seen at a time.
    func age(of time: Timestamp, at now: Timestamp) -> String
    /// Whether a name comes before another one; nil if only case, accents or nothing tells them apart.
    func isName(_ left: String, before right: String) -> Bool?
}
