#if Foundation
    public import Foundation
#endif

/// Values that the server computes when it carries out a write.
///
/// Allowed anywhere in the data of a write.
/// See https://firebase.google.com/docs/database/rest/save-data#section-server-values
public enum ServerValue {
    /// The time of the write, in milliseconds since 1970.
    public static func timestamp() -> DatabaseValue { [".sv": "timestamp"] }

    /// The time of the write, as Firebase's SDK represents it.
    @_disfavoredOverload
    public static func timestamp() -> [AnyHashable: Any] { [".sv": "timestamp"] }

    /// The present number plus an amount; the amount itself if there is no number.
    ///
    /// A write with an increment is not repeated after a failure that leaves open whether it was carried out.
    public static func increment(_ amount: Double) -> DatabaseValue {
        [".sv": ["increment": .number(amount)]]
    }

    #if Foundation
        /// The present number plus an amount, as Firebase's SDK represents it.
        @_disfavoredOverload
        public static func increment(_ amount: NSNumber) -> [AnyHashable: Any] {
            [".sv": ["increment": amount]]
        }
    #endif

    /// The present number plus an amount, as ``increment(_:)-(Double)``.
    public static func increment(_ amount: Int) -> DatabaseValue { increment(Double(amount)) }
}
