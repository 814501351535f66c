package import FirestoreModel

/// A removal of a field, or a change that the server computes, in place of a plain value.
///
/// Allowed in the data of `setData` and `updateData`, even inside maps, but not inside arrays. It is part of the same write as
/// the rest of the data.
///
/// See <https://firebase.google.com/docs/firestore/manage-data/add-data#update-data>.
public struct FieldValue: Sendable, CustomStringConvertible {
    /// What to do with the field.
    package enum Operation: Sendable, Equatable {
        case delete
        case transform(FieldTransform.Operation)
        /// An array transform with an element that is not a Firestore value; reported when the data is written.
        case invalid(ConversionProblem)
    }

    package let operation: Operation
    /// How the value was created, without its content, for error messages.
    package let name: String

    private init(_ name: String, _ operation: Operation) {
        self.name = name
        self.operation = operation
    }

    /// Removes the field. Allowed in `updateData`, except inside a map, and in `setData` that merges.
    public static func delete() -> FieldValue {
        FieldValue("delete()", .delete)
    }

    /// Sets the time at which the server received the request, to the millisecond.
    public static func serverTimestamp() -> FieldValue {
        FieldValue("serverTimestamp()", .transform(.setToServerTime))
    }

    /// Appends the elements that the array does not contain yet. A field that is not an array becomes one.
    ///
    /// - Parameter elements: Firestore values. Arrays and other values of type `FieldValue` are reported when the data is written.
    public static func arrayUnion(_ elements: [Any]) -> FieldValue {
        arrayTransform("arrayUnion(_:)", elements) { .appendMissingElements($0) }
    }

    /// Removes every element that equals one of these. A field that is not an array becomes an empty one.
    ///
    /// - Parameter elements: Firestore values. Arrays and other values of type `FieldValue` are reported when the data is written.
    public static func arrayRemove(_ elements: [Any]) -> FieldValue {
        arrayTransform("arrayRemove(_:)", elements) { .removeAllFromArray($0) }
    }

    /// Adds to a number, like `increment` of an Int64. It lets you pass a literal.
    public static func increment(_ amount: Int) -> FieldValue {
        increment(Int64(amount))
    }

    /// Adds to a number. A field that is not a number is set. The result stays within the limits of Int64.
    ///
    /// A commit with an increment is not retried after a failure with an unknown outcome.
    public static func increment(_ amount: Int64) -> FieldValue {
        FieldValue("increment(_:)", .transform(.increment(.integer(amount))))
    }

    /// Adds to a number, which becomes a Double. A field that is not a number is set.
    ///
    /// A commit with an increment is not retried after a failure with an unknown outcome.
    public static func increment(_ amount: Double) -> FieldValue {
        FieldValue("increment(_:)", .transform(.increment(.double(amount))))
    }

    /// Sets the smaller of the stored number and this one. A field that is not a number is set to this one.
    public static func minimum(_ value: Int) -> FieldValue { minimum(Int64(value)) }
    /// Sets the smaller of the stored number and this one. A field that is not a number is set to this one.
    public static func minimum(_ value: Int64) -> FieldValue {
        FieldValue("minimum(_:)", .transform(.minimum(.integer(value))))
    }
    /// Sets the smaller of the stored number and this one. A field that is not a number is set to this one.
    public static func minimum(_ value: Double) -> FieldValue {
        FieldValue("minimum(_:)", .transform(.minimum(.double(value))))
    }
    /// Sets the larger of the stored number and this one. A field that is not a number is set to this one.
    public static func maximum(_ value: Int) -> FieldValue { maximum(Int64(value)) }
    /// Sets the larger of the stored number and this one. A field that is not a number is set to this one.
    public static func maximum(_ value: Int64) -> FieldValue {
        FieldValue("maximum(_:)", .transform(.maximum(.integer(value))))
    }
    /// Sets the larger of the stored number and this one. A field that is not a number is set to this one.
    public static func maximum(_ value: Double) -> FieldValue {
        FieldValue("maximum(_:)", .transform(.maximum(.double(value))))
    }

    private static func arrayTransform(
        _ name: String, _ elements: [Any], _ make: ([Value]) -> FieldTransform.Operation
    ) -> FieldValue {
        do throws(ConversionProblem) {
            guard case .array(let values) = try ValueEncoder.value(elements, at: ConversionPath()) else {
                return FieldValue(name, .transform(make([])))
            }
            return FieldValue(name, .transform(make(values)))
        } catch {
            return FieldValue(name, .invalid(error))
        }
    }

    /// How the value was created, without its content.
    public var description: String { "FieldValue.\(name)" }
}

extension FieldValue: Hashable {
    /// Whether both make the same change with the same values.
    public static func == (left: FieldValue, right: FieldValue) -> Bool { left.operation == right.operation }

    /// Hashes the kind of the change.
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
