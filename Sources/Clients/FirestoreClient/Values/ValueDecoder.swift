import FirestoreModel
import Foundation

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
        case .null: NSNull()
        case .boolean(let flag): flag
        // An NSNumber casts to every numeric type that can represent it: code that asks for a Double gets 3 as 3.0.
        case .integer(let number): NSNumber(value: number)
        case .double(let number): NSNumber(value: number)
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
