package import FirestoreModel
package import Protobuf

extension ProtobufWriter {
    /// Writes a value as a field.
    package mutating func value(_ number: Int, _ value: Value) {
        message(number) { $0.value(value) }
    }

    /// Writes the fields of a value.
    private mutating func value(_ value: Value) {
        switch value {
        case .null: integer(11, 0)
        case .boolean(let flag): boolean(1, flag)
        case .integer(let number): integer(2, number)
        case .double(let number): double(3, number)
        case .timestamp(let time): timestamp(10, time)
        case .string(let text): string(17, text)
        case .bytes(let value): bytes(18, value)
        case .reference(let name): string(5, name.description)
        case .geoPoint(let point):
            message(8) { writer in
                if point.latitude != 0 { writer.double(1, point.latitude) }
                if point.longitude != 0 { writer.double(2, point.longitude) }
            }
        case .array(let elements):
            message(9) { writer in
                for element in elements { writer.value(1, element) }
            }
        case .map(let fields): message(6) { $0.fields(1, fields) }
        }
    }

    /// Writes the entries of a map.
    package mutating func fields(_ number: Int, _ fields: MapValue) {
        for (name, value) in fields {
            message(number) { writer in
                writer.string(1, name.string)
                writer.value(2, value)
            }
        }
    }

    /// Writes a document as a field.
    package mutating func document(_ number: Int, _ document: Document) {
        message(number) { $0.document(document) }
    }

    /// Writes the fields of a document.
    package mutating func document(_ document: Document) {
        string(1, document.name.description)
        fields(2, document.fields)
        timestamp(3, document.createTime)
        timestamp(4, document.updateTime)
    }
}
