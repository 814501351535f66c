package import FirestoreModel
import Protobuf

/// Writes a document as the entity that an export stores.
package enum EntityEncoder {
    package static func bytes(of document: Document) -> [UInt8] {
        var writer = ProtobufWriter(capacity: 512)
        writer.entity(document.fields) { writer in
            writer.string(EntityFields.app, app(document.name.database))
            writer.message(EntityFields.path) { $0.path(document.name.path.segments) }
            writer.database(document.name.database)
        } group: { writer in
            writer.path(document.name.path.segments.prefix(2))
        }
        return writer.bytes
    }

    /// The name of a project as Google's emulator writes it.
    fileprivate static func app(_ database: DatabaseID) -> String { "dev~\(database.project)" }
}

extension ProtobufWriter {
    fileprivate mutating func entity(
        _ fields: MapValue, key: (inout ProtobufWriter) -> Void, group: (inout ProtobufWriter) -> Void
    ) {
        message(EntityFields.key, key)
        // The only properties that Google's emulator writes as indexed ones, and so before all others.
        for (name, value) in fields where value.isEmptyArray {
            property(EntityFields.indexedProperty, name, Meaning.emptyArray) { _ in }
        }
        for (name, value) in fields { properties(name, value) }
        message(EntityFields.group, group)
    }

    /// Writes pairs of ids as the elements of a path.
    fileprivate mutating func path(_ ids: some Sequence<ResourceID>) {
        elements(ids, EntityFields.pathElement, EntityFields.kind, EntityFields.id, EntityFields.name)
    }

    private mutating func elements(
        _ ids: some Sequence<ResourceID>, _ element: Int, _ kind: Int, _ number: Int, _ name: Int
    ) {
        var ids = ids.makeIterator()
        while let collection = ids.next(), let id = ids.next() {
            group(element) { writer in
                writer.string(kind, collection.string)
                if let value = id.number {
                    writer.integer(number, value)
                } else {
                    writer.string(name, id.string)
                }
            }
        }
    }

    /// Writes the id of a database, unless it is the default one.
    fileprivate mutating func database(_ database: DatabaseID) {
        if database != DatabaseID(project: database.project) {
            string(EntityFields.database, database.database)
        }
    }

    // MARK: Properties

    private mutating func properties(_ name: FieldName, _ value: Value) {
        switch value {
        case .array(let elements):
            for element in elements { property(name, element, isMultiple: true) }
        case .map(let fields) where fields.isVector:
            for number in fields["value"]?.arrayValue ?? [] {
                property(EntityFields.property, name, Meaning.vector, isMultiple: true) { $0.plain(number) }
            }
        case .null, .boolean, .integer, .double, .timestamp, .string, .bytes, .reference, .geoPoint, .map:
            property(name, value, isMultiple: false)
        }
    }

    private mutating func property(_ name: FieldName, _ value: Value, isMultiple: Bool) {
        property(EntityFields.property, name, value.meaning, isMultiple: isMultiple) { $0.plain(value) }
    }

    private mutating func property(
        _ number: Int, _ name: FieldName, _ meaning: Int?, isMultiple: Bool = false,
        value: (inout ProtobufWriter) -> Void
    ) {
        message(number) { writer in
            if let meaning { writer.integer(EntityFields.meaning, meaning) }
            writer.string(EntityFields.propertyName, name.string)
            writer.boolean(EntityFields.isMultiple, isMultiple)
            writer.message(EntityFields.value, value)
        }
    }

    /// Writes a value that is not an array.
    private mutating func plain(_ value: Value) {
        switch value {
        case .null, .array: return
        case .boolean(let flag): boolean(EntityFields.boolean, flag)
        case .integer(let number): integer(EntityFields.integer, number)
        case .double(let number): double(EntityFields.double, number)
        case .timestamp(let time): integer(EntityFields.integer, time.microseconds)
        case .string(let text): string(EntityFields.string, text)
        case .bytes(let value): bytes(EntityFields.string, value)
        case .reference(let name):
            group(EntityFields.reference) { writer in
                writer.string(EntityFields.app, EntityEncoder.app(name.database))
                writer.elements(
                    name.path.segments, EntityFields.referencedElement, EntityFields.referencedKind,
                    EntityFields.referencedID, EntityFields.referencedName)
                writer.database(name.database)
            }
        case .geoPoint(let point):
            group(EntityFields.point) { writer in
                writer.double(EntityFields.latitude, point.latitude)
                writer.double(EntityFields.longitude, point.longitude)
            }
        case .map(let fields):
            message(EntityFields.string) { writer in
                writer.entity(fields) { writer in
                    writer.string(EntityFields.app, "")
                    writer.message(EntityFields.path) { _ in }
                } group: { _ in
                }
            }
        }
    }
}

extension Value {
    fileprivate var isEmptyArray: Bool { arrayValue?.isEmpty ?? false }

    /// What the type of the stored value does not say, or nil.
    fileprivate var meaning: Int? {
        switch self {
        case .timestamp: Meaning.time
        case .geoPoint: Meaning.point
        case .bytes: Meaning.bytes
        case .map: Meaning.map
        case .null, .boolean, .integer, .double, .string, .reference, .array: nil
        }
    }
}
