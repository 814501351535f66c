package import FirestoreModel

/// Something to write into a field that is not a plain value: a removal, or a change that the server
/// computes.
///
/// Allowed in the data of `setData` and `updateData`, also inside maps, but not inside arrays. Each is
/// carried out in the same write as the rest of the data.
///
/// See <https://firebase.google.com/docs/firestore/manage-data/add-data#update-data>.
public struct FieldValue: Sendable, CustomStringConvertible {
    /// What is to be done with the field.
    package enum Operation: Sendable, Equatable {
        case delete
        case transform(FieldTransform.Operation)
        /// An array transform with an element that is no Firestore value; reported when the data is written.
        case invalid(ConversionProblem)
    }

    package let operation: Operation
    /// How the value was made, for error messages; holds no content.
    package let name: String

    private init(_ name: String, _ operation: Operation) {
        self.name = name
        self.operation = operation
    }

    /// Removes the field. Allowed in `updateData`, not inside a map there, and in `setData` that merges.
    public static func delete() -> FieldValue {
        FieldValue("delete()", .delete)
    }

    /// Sets the time at which the server received the request, with milliseconds.
    public static func serverTimestamp() -> FieldValue {
        FieldValue("serverTimestamp()", .transform(.setToServerTime))
    }

    /// Appends those elements that the array does not hold yet; makes an array where there is none.
    ///
    /// - Parameter elements: Firestore values; an array or another `FieldValue` is refused when the data is
    ///   written.
    public static func arrayUnion(_ elements: [Any]) -> FieldValue {
        arrayTransform("arrayUnion(_:)", elements) { .appendMissingElements($0) }
    }

    /// Removes every element that equals one of these; makes an empty array where there is none.
    ///
    /// - Parameter elements: Firestore values; an array or another `FieldValue` is refused when the data is
    ///   written.
    public static func arrayRemove(_ elements: [Any]) -> FieldValue {
        arrayTransform("arrayRemove(_:)", elements) { .removeAllFromArray($0) }
    }

    /// Adds to a number, as `increment` of an Int64 does. There so that a plain number can be given.
    public static func increment(_ amount: Int) -> FieldValue {
        increment(Int64(amount))
    }

    /// Adds to a number; sets the field where it holds none. Stops at the limits of Int64.
    ///
    /// A commit with an increment is not repeated after a failure that leaves open whether it was carried
    /// out.
    public static func increment(_ amount: Int64) -> FieldValue {
        FieldValue("increment(_:)", .transform(.increment(.integer(amount))))
    }

    /// Adds to a number, which becomes a Double; sets the field where it holds none.
    ///
    /// A commit with an increment is not repeated after a failure that leaves open whether it was carried
    /// out.
    public static func increment(_ amount: Double) -> FieldValue {
        FieldValue("increment(_:)", .transform(.increment(.double(amount))))
    }

    /// Sets the lesser of the stored number and this one; sets this one where the field holds none.
    public static func minimum(_ value: Int) -> FieldValue { minimum(Int64(value)) }
    /// Sets the lesser of the stored number and this one; sets this one where the field holds none.
    public static func minimum(_ value: Int64) -> FieldValue {
        FieldValue("minimum(_:)", .transform(.minimum(.integer(value))))
    }
    /// Sets the lesser of the stored number and this one; sets this one where the field holds none.
    public static func minimum(_ value: Double) -> FieldValue {
        FieldValue("minimum(_:)", .transform(.minimum(.double(value))))
    }
    /// Sets the greater of the stored number and this one; sets this one where the field holds none.
    public static func maximum(_ value: Int) -> FieldValue { maximum(Int64(value)) }
    /// Sets the greater of the stored number and this one; sets this one where the field holds none.
    public static func maximum(_ value: Int64) -> FieldValue {
        FieldValue("maximum(_:)", .transform(.maximum(.integer(value))))
    }
    /// Sets the greater of the stored number and this one; sets this one where the field holds none.
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

    /// How the value was made, without its content.
    public var description: String { "FieldValue.\(name)" }
}

extension FieldValue: Hashable {
    /// True for the same change with the same values.
    public static func == (left: FieldValue, right: FieldValue) -> Bool { left.operation == right.operation }

    /// Hashes the kind of the change.
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
