import FirestoreModel

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Turns Firestore values into Swift values.
struct ValueDecoder {
    /// What references in the data shall belong to.
    let firestore: Firestore

    func dictionary(_ fields: MapValue) -> [String: Any] {
        var result: [String: Any] = [:]
        result.reserveCapacity(fields.count)
        for (name, value) in fields { result[name.string] = any(value) }
        return result
    }

    func any(_ value: Value) -> Any {
        switch value {
        case .null: NullValue()
        case .boolean(let flag): flag
        // An Int is what Swift code asks for; it holds every Int64 but on the few 32-bit platforms.
        case .integer(let number): Int(exactly: number) ?? number
        case .double(let number): number
        case .timestamp(let time): time
        case .string(let text): text
        case .bytes(let bytes): Data(bytes)
        case .reference(let name): DocumentReference(firestore, .success(name))
        case .geoPoint(let point): point
        case .array(let elements): elements.map { any($0) }
        case .map(let fields): dictionary(fields)
        }
    }
}
