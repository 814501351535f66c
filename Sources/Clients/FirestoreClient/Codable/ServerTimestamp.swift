public import FirestoreModel

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A type that can be the value of a ``ServerTimestamp``: `Timestamp`, `Date`, and your own.
public protocol ServerTimestampWrappable {
    /// Creates a value from the time that the server wrote.
    static func wrap(_ timestamp: Timestamp) throws -> Self
    /// The time to write.
    static func unwrap(_ value: Self) throws -> Timestamp
}

extension Date: ServerTimestampWrappable {
    /// The time as a date.
    public static func wrap(_ timestamp: Timestamp) throws -> Date { timestamp.dateValue() }
    /// The date as a timestamp.
    public static func unwrap(_ value: Date) throws -> Timestamp { Timestamp(date: value) }
}

extension Timestamp: ServerTimestampWrappable {
    /// The timestamp itself.
    public static func wrap(_ timestamp: Timestamp) throws -> Timestamp { timestamp }
    /// The timestamp itself.
    public static func unwrap(_ value: Timestamp) throws -> Timestamp { value }
}

/// A property that the server sets to the time of the write if it is nil; see ``FieldValue/serverTimestamp()``.
@propertyWrapper
public struct ServerTimestamp<Value: ServerTimestampWrappable & Codable>: Codable {
    /// The time; nil lets the server set it.
    public var wrappedValue: Value?

    /// Creates a property with a time; nil lets the server set it.
    public init(wrappedValue: Value?) {
        self.wrappedValue = wrappedValue
    }

    /// Reads a timestamp; null becomes nil.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        wrappedValue = container.decodeNil() ? nil : try Value.wrap(container.decode(Timestamp.self))
    }

    /// Writes the timestamp, or asks the server for it.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        if let wrappedValue {
            try container.encode(Value.unwrap(wrappedValue))
        } else {
            try container.encode(FieldValue.serverTimestamp())
        }
    }
}

extension ServerTimestamp: Equatable where Value: Equatable {}
extension ServerTimestamp: Hashable where Value: Hashable {}
extension ServerTimestamp: Sendable where Value: Sendable {}
