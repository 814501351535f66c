/// Values that the server works out when it carries a write out.
///
/// Allowed anywhere in what is written.
/// See https://firebase.google.com/docs/database/rest/save-data#section-server-values
public enum ServerValue {
    /// The time of the write, in milliseconds since 1970.
    public static func timestamp() -> DatabaseValue { [".sv": "timestamp"] }

    /// What is there and so much more; where no number is, so much.
    ///
    /// A write with an increment is not repeated after a failure that leaves open whether it was carried out.
    public static func increment(_ amount: Double) -> DatabaseValue {
        [".sv": ["increment": .number(amount)]]
    }

    /// What is there and so much more, as ``increment(_:)-(Double)``.
    public static func increment(_ amount: Int) -> DatabaseValue { increment(Double(amount)) }
}
