package import FirestoreModel
package import RealtimeDatabaseModel

/// Recognises which schemas messages have, by the fields that are in them.
///
/// The evidence is the field of the sender and those of the receipts. A message can have each schema that keeps all of its evidence. Where
/// no schema does, the message is mixed, and has the schemas that keep the most: each whose fields no other's include. A value that a
/// schema cannot hold, such as a map in place of a list, rules it out.
package struct SchemaRecognizer: Sendable {
    /// What a field holds.
    fileprivate struct Shape: OptionSet {
        let rawValue: UInt8

        static let text = Shape(rawValue: 1)
        /// A text that is a status of one of the schemas.
        static let status = Shape(rawValue: 2)
        static let time = Shape(rawValue: 4)
        /// A list of users.
        static let users = Shape(rawValue: 8)
        /// Users with times.
        static let times = Shape(rawValue: 16)
    }

    /// A field that some schemas keep.
    private struct Field: Sendable {
        let name: String
        /// What each schema that keeps the field keeps in it.
        var kinds: [(schema: Int, shape: Shape)]
    }

    /// The schemas, each with different fields; first the one with which messages are read.
    package let schemas: [ReceiptSchema]
    private let fields: [Field]
    private let statuses: Set<String>

    /// Creates a recogniser for messages that are read with a schema and may have others.
    ///
    /// - Parameter alternatives: The other schemas; those count that look for messages in the same place.
    package init(_ schema: ReceiptSchema, among alternatives: [ReceiptSchema]) {
        self.init([schema] + alternatives.filter { $0.sharesMessages(with: schema) })
    }

    /// Creates a recogniser of schemas, wherever they look for messages.
    package init(_ known: [ReceiptSchema]) {
        var schemas: [ReceiptSchema] = []
        for schema in known where schemas.count < 64 {
            if !schemas.contains(where: { $0.hasSameEvidence(as: schema) }) { schemas.append(schema) }
        }
        self.schemas = schemas
        var fields: [Field] = []
        for (index, schema) in schemas.enumerated() {
            for (name, shape) in schema.evidence {
                if let place = fields.firstIndex(where: { $0.name == name }) {
                    fields[place].kinds.append((index, shape))
                } else {
                    fields.append(Field(name: name, kinds: [(index, shape)]))
                }
            }
        }
        self.fields = fields
        statuses = Set(schemas.flatMap { $0.statuses.map(\.rawValue) })
    }

    /// The fields that have to be read of a message.
    package var fieldNames: [String] { fields.map(\.name) }

    /// Which schemas a message on Cloud Firestore can have.
    package func layout(of document: Document) -> MessageLayout {
        layout { name in document.fields[FieldName(name)].flatMap { Shape($0, statuses) } }
    }

    /// Which schemas a message in a Realtime Database can have.
    package func layout(of node: DataNode) -> MessageLayout {
        layout { name in Shape(node.child(DataKey(name)), statuses) }
    }

    /// Which schemas a conversation has.
    package func layout(of messages: some Sequence<Message>) -> ConversationLayout {
        var evidence = LayoutEvidence(of: schemas.count)
        for message in messages { evidence.note(message.layout) }
        return ConversationLayout(
            schemas: names(evidence.schemas), isKnown: evidence.isKnown, isMixed: evidence.isMixed,
            isForeign: evidence.isForeign)
    }

    /// The names of the schemas of a layout; one that is called as the schema with which messages are read is told apart from it.
    func names(_ bits: UInt64) -> [String] {
        schemas.indices.filter { bits & (1 << UInt64($0)) != 0 }.map { index in
            index > 0 && schemas[index].name == schemas[0].name
                ? "the other \(schemas[index].name)" : schemas[index].name
        }
    }

    private func layout(_ shape: (String) -> Shape?) -> MessageLayout {
        // For each schema the fields that it keeps and that are there.
        var kept = [UInt64](repeating: 0, count: schemas.count)
        var (all, refuted): (UInt64, UInt64) = (0, 0)
        for (place, field) in fields.enumerated() {
            guard let found = shape(field.name) else { continue }
            for (schema, expected) in field.kinds {
                if found.contains(expected) {
                    kept[schema] |= 1 << UInt64(place)
                    all |= 1 << UInt64(place)
                } else if expected == .users || expected == .times {
                    refuted |= 1 << UInt64(schema)
                }
            }
        }
        var (fitting, largest): (UInt64, UInt64) = (0, 0)
        for schema in schemas.indices where refuted & (1 << UInt64(schema)) == 0 {
            if kept[schema] == all { fitting |= 1 << UInt64(schema) }
            let isIncluded = schemas.indices.contains { other in
                kept[other] != kept[schema] && kept[other] & kept[schema] == kept[schema]
                    && refuted & (1 << UInt64(other)) == 0
            }
            if !isIncluded { largest |= 1 << UInt64(schema) }
        }
        if fitting != 0 { return MessageLayout(schemas: fitting, isMixed: false) }
        return MessageLayout(schemas: largest, isMixed: largest.nonzeroBitCount > 1)
    }
}

extension SchemaRecognizer.Shape {
    /// What a value of Cloud Firestore holds; nil for nothing.
    fileprivate init?(_ value: Value, _ statuses: Set<String>) {
        switch value {
        case .null: return nil
        case .string(let text): self = statuses.contains(text) ? [.text, .status] : .text
        case .timestamp: self = .time
        case .array: self = .users
        case .map(let map):
            self =
                map.allSatisfy { entry in
                    switch entry.value {
                    case .integer, .double, .timestamp: true
                    default: false
                    }
                } ? .times : []
        case .boolean, .integer, .double, .bytes, .reference, .geoPoint: self = []
        }
    }

    /// What a node of a Realtime Database holds; nil for nothing.
    fileprivate init?(_ node: DataNode, _ statuses: Set<String>) {
        switch node {
        case .null: return nil
        case .string(let text): self = statuses.contains(text) ? [.text, .status] : .text
        case .boolean, .number: self = []
        case .object(let children):
            // A list is kept there as an object whose keys are the places.
            let isList = children.allSatisfy { key, value in
                if case .string = value { Int(key.string) != nil } else { false }
            }
            self = isList ? .users : .times
        }
    }
}

extension ReceiptSchema {
    /// Whether another schema looks for messages in the same place.
    func sharesMessages(with other: ReceiptSchema) -> Bool {
        store == other.store && messages == other.messages
            && (store == .realtimeDatabase || conversations == other.conversations)
    }

    /// The fields by which messages of this schema are known. A Realtime Database keeps no delivery.
    fileprivate var evidence: [(name: String, shape: SchemaRecognizer.Shape)] {
        switch store {
        case .firestore:
            var kept: [(String?, SchemaRecognizer.Shape)] = [(sender, .text), (status, .status)]
            for stage in stages { kept += [(stage.users, .users), (stage.time, .time)] }
            return kept.compactMap { field, shape in field.map { ($0, shape) } }
        case .realtimeDatabase:
            return [(sender, .text)]
                + stages.compactMap { stage in
                    stage.receipt == .delivered ? nil : stage.users.map { ($0, .times) }
                }
        }
    }

    fileprivate func hasSameEvidence(as other: ReceiptSchema) -> Bool {
        let (mine, theirs) = (evidence, other.evidence)
        return mine.count == theirs.count
            && mine.allSatisfy { field in theirs.contains { $0.name == field.name && $0.shape == field.shape }
            }
    }
}
