import ClientCore
import FirestoreModel

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Turns Firestore values into Swift values.
struct ValueDecoder {
    /// The client of references in the data.
    let firestore: Firestore

    func dictionary(_ fields: MapValue) -> [String: Any] {
        var result: [String: Any] = [:]
        result.reserveCapacity(fields.count)
        for (name, value) in fields { result[name.string] = any(value) }
        return result
    }

    func any(_ value: Value) -> Any {
        switch value {
        case .null: PlainForm.null
        case .boolean(let flag): flag
        case .integer(let number): PlainForm.integer(number)
        case .double(let number): PlainForm.double(number)
        case .timestamp(let time): time
        case .string(let text): text
        case .bytes(let bytes): Data(bytes)
        case .reference(let name): DocumentReference(firestore, .success(name))
        case .geoPoint(let point): point
        case .array(let elements): elements.map { any($0) }
        case .map(let fields):
            if let numbers = value.vector { VectorValue(numbers) } else { dictionary(fields) }
        }
    }
}
