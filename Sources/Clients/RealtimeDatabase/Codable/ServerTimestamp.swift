#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A date that the server fills in when the value is written while it is nil.
///
/// Stored in milliseconds since 1970.
///
///     struct Message: Codable {
///         var text: String
///         @ServerTimestamp var sent: Date?
///     }
@propertyWrapper
public struct ServerTimestamp: Codable, Hashable, Sendable {
    /// The date; nil for the time of the write.
    public var wrappedValue: Date?

    /// Creates the property.
    public init(wrappedValue: Date?) { self.wrappedValue = wrappedValue }

    /// Decodes a number of milliseconds, or null.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        wrappedValue =
            container.decodeNil()
            ? nil : Date(timeIntervalSince1970: try container.decode(Double.self) / 1000)
    }

    /// Encodes the milliseconds, or the server's timestamp.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        if let date = wrappedValue {
            try container.encode((date.timeIntervalSince1970 * 1000).rounded(.towardZero))
        } else {
            try container.encode(ServerValue.timestamp() as DatabaseValue)
        }
    }
}
