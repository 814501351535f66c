package import FirestoreModel
import FirestoreRPC
import Protobuf

/// Reads the entity of a document.
///
/// Bytes that are not an entity end the decoding; content that Firestore refuses is reported afterwards.
package struct EntityDecoder {
    /// The database that the document comes from.
    private let origin: DatabaseID
    /// The database that it goes to, with references to documents of its own one.
    private let destination: DatabaseID
    private var content = ContentChecker()

    private init(from origin: DatabaseID, to destination: DatabaseID?) {
        self.origin = origin
        self.destination = destination ?? origin
    }

    /// Reads a document.
    ///
    /// - Parameters:
    ///   - bytes: An entity.
    ///   - database: The document's new database; nil for its own.
    package static func document(_ bytes: [UInt8], in database: DatabaseID?) throws(DocumentRefusal)
        -> Document
    {
        let result: (document: Document, refusal: RPCStatus?)
        do throws(ProtobufFailure) {
            let bytes = ProtobufBytes(bytes)
            let key = try ProtobufMessage(bytes).message(EntityFields.key) ?? ProtobufMessage()
            var decoder = EntityDecoder(from: try EntityDecoder.database(key), to: database)
            let document = try decoder.document(key, bytes)
            result = (document, decoder.content.refusal)
        } catch {
            throw DocumentRefusal("it is not an entity: \(error.explanation)")
        }
        if let refusal = result.refusal { throw DocumentRefusal(refusal.message ?? refusal.code.name) }
        return result.document
    }

    private mutating func document(
        _ key: ProtobufMessage, _ bytes: ProtobufBytes
    ) throws(ProtobufFailure) -> Document {
        let elements = try key.message(EntityFields.path)?.groups(EntityFields.pathElement) ?? []
        let path = try path(elements, EntityFields.kind, EntityFields.id, EntityFields.name)
        content.beginDocument()
        let fields = try fields(bytes) { content, name in content.checkField(name) }
        content.endDocument()
        return Document(name: DocumentName(destination, path), fields: fields)
    }

    // MARK: Names

    private static func database(_ key: ProtobufMessage) throws(ProtobufFailure) -> DatabaseID {
        let app = try key.string(EntityFields.app) ?? ""
        // A prefix names a data centre, or the emulator.
        let project = app.utf8.lastIndex(of: UInt8(ascii: "~")).map { app[app.index(after: $0)...] }
        return DatabaseID(
            project: String(project ?? app[...]),
            database: try key.string(EntityFields.database) ?? "(default)")
    }

    private mutating func path(
        _ elements: [ProtobufMessage], _ kind: Int, _ number: Int, _ name: Int
    ) throws(ProtobufFailure) -> DocumentPath {
        var ids: [ResourceID] = []
        for element in elements {
            ids.append(ResourceID(try element.string(kind) ?? ""))
            let number = element.int64(number).map { "__id\($0)__" }
            ids.append(ResourceID(try element.string(name) ?? number ?? ""))
        }
        for (index, id) in ids.enumerated() {
            if let refusal = id.refusal(isCollection: index.isMultiple(of: 2)) { content.refuse(refusal) }
        }
        guard let path = DocumentPath(segments: ids) else {
            content.refuse(.invalidArgument("Its key has no path."))
            return DocumentPath(CollectionPath(parent: nil, id: ResourceID("")), ResourceID(""))
        }
        return path
    }

    // MARK: Fields

    /// Properties of one name: one value, or the elements of an array or vector.
    private struct Field {
        let name: FieldName
        let meaning: Int32?
        let isMultiple: Bool
        var values: [Value]
    }

    private mutating func fields(
        _ entity: ProtobufBytes, check: (inout ContentChecker, FieldName) -> Void
    ) throws(ProtobufFailure) -> MapValue {
        var fields: [Field] = []
        var places: [FieldName: Int] = [:]
        var reader = try ProtobufReader(entity)
        while let member = try reader.next() {
            guard member.number == EntityFields.indexedProperty || member.number == EntityFields.property,
                let bytes = member.content.bytes
            else { continue }
            let field = try field(ProtobufMessage(bytes))
            if let place = places[field.name] {
                if !field.isMultiple || !fields[place].isMultiple {
                    content.refuse(.invalidArgument("The property \(field.name) is repeated."))
                }
                fields[place].values += field.values
            } else {
                check(&content, field.name)
                places[field.name] = fields.count
                fields.append(field)
            }
        }
        var map = MapValue(minimumCapacity: fields.count)
        for field in fields { map[field.name] = value(of: field) }
        return map
    }

    private mutating func field(_ property: ProtobufMessage) throws(ProtobufFailure) -> Field {
        let meaning = property.int32(EntityFields.meaning)
        let value = try value(
            property.message(EntityFields.value) ?? ProtobufMessage(), meaning: meaning.map { Int($0) })
        let isEmptyArray = meaning.map { Int($0) } == Meaning.emptyArray
        return Field(
            name: FieldName(try property.string(EntityFields.propertyName) ?? ""), meaning: meaning,
            isMultiple: isEmptyArray || property.boolean(EntityFields.isMultiple) ?? false,
            values: isEmptyArray ? [] : [value])
    }

    private mutating func value(of field: Field) -> Value {
        if field.meaning.map({ Int($0) }) == Meaning.vector {
            let vector: MapValue = ["__type__": "__vector__", "value": .array(field.values)]
            content.checkType(of: vector)
            return .map(vector)
        }
        guard field.isMultiple else { return field.values.first ?? .null }
        for element in field.values { content.note(element: element) }
        return .array(field.values)
    }

    // MARK: Values

    private mutating func value(_ message: ProtobufMessage, meaning: Int?) throws(ProtobufFailure) -> Value {
        if let number = message.int64(EntityFields.integer) {
            return meaning == Meaning.time ? .timestamp(time(number)) : .integer(number)
        }
        if let flag = message.boolean(EntityFields.boolean) { return .boolean(flag) }
        if let number = message.double(EntityFields.double) { return .double(number) }
        if let bytes = message.repeated(EntityFields.string).last {
            return try value(bytes, meaning: meaning)
        }
        if let point = try message.groups(EntityFields.point).last {
            return .geoPoint(
                content.geoPoint(
                    latitude: point.double(EntityFields.latitude) ?? 0,
                    longitude: point.double(EntityFields.longitude) ?? 0))
        }
        if let reference = try message.groups(EntityFields.reference).last {
            let database = try EntityDecoder.database(reference)
            let path = try path(
                reference.groups(EntityFields.referencedElement), EntityFields.referencedKind,
                EntityFields.referencedID, EntityFields.referencedName)
            return .reference(DocumentName(database == origin ? destination : database, path))
        }
        if try !message.groups(EntityFields.user).isEmpty {
            content.refuse(.invalidArgument("It holds a user, which only Datastore knows."))
        }
        return .null
    }

    private mutating func value(_ bytes: ProtobufBytes, meaning: Int?) throws(ProtobufFailure) -> Value {
        switch meaning {
        case Meaning.bytes?, Meaning.shortBytes?: .bytes(bytes.array)
        case Meaning.map?: .map(try fields(bytes) { content, name in content.checkEntry(name) })
        case _: .string(try bytes.text())
        }
    }

    private mutating func time(_ microseconds: Int64) -> Timestamp {
        let time = Timestamp(microseconds: microseconds)
        if Timestamp.secondsRange.contains(time.seconds) { return time }
        content.refuse(.invalidArgument("Timestamp seconds exceeds limit for field."))
        return .zero
    }
}
