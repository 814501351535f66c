/// The null of a document's data, in the place that `NSNull` has in Firebase's SDK.
///
/// Data that is read holds it for null fields, on every platform. In data to be written, `nil` and an empty
/// optional mean the same.
public struct NullValue: Hashable, Sendable, CustomStringConvertible {
    /// Creates the null.
    public init() {}

    /// The text `null`.
    public var description: String { "null" }
}
