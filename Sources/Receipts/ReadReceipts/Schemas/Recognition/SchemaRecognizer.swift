package import FirestoreModel
package import RealtimeDatabaseModel

/// Recognizes the schemas of messages by their fields.
///
/// The evidence is the sender's field and the fields of receipts. A schema fits a message if it has all of the message's evidence. If none
/// does, the message is mixed, and the schemas with the most evidence fit: each whose fields are not a subset of another's. A value that a
/// schema cannot have, such as a map in place of a list, rules it out.
package struct SchemaRecognizer: Sendable {
    /// The kind of value in a field.
    fileprivate struct Shape: OptionSet {
        let rawValue: UInt8

        static let text = Shape(rawValue: 1)
        /// A status of one of the schemas.
        static let status = Shape(rawValue: 2)
        static let time = Shape(rawValue: 4)
        /// A list of users.
        static let users = Shape(rawValue: 8)
        /// Users with times.
        static let times = Shape(rawValue: 16)
    }

    /// A field of some schemas.
    private struct Field: Sendable {
        let name: String
        /// The kind of value that each schema expects.
        var kinds: [(schema: Int, shape: Shape)]
    }

    /// The schemas, each with different evidence; the first is the service's own. No other has cursors.
    package let schemas: [ReceiptSchema]
    private let fields: [Field]
    private let statuses: Set<String>

    /// Creates a recognizer for a schema and its alternatives.
    ///
    /// - Parameter alternatives: Other schemas; only those with messages in the same place count, and none if the schema accepts their lists.
    package init(_ schema: ReceiptSchema, among alternatives: [ReceiptSchema]) {
        let alternatives = schema.cursors?.acceptsLists == true ? [] : alternatives
        self.init([schema] + alternatives.filter { $0.sharesMessages(with: schema) })
    }

    /// Creates a recognizer of schemas, wherever their messages are.
    package init(_ known: [ReceiptSchema]) {
        var schemas: [ReceiptSchema] = []
        for schema in known where schemas.count < 64 {
            // Messages without receipts are no evidence of cursors.
            if !schemas.isEmpty, schema.cursors != nil { continue }
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

    /// The fields of a message to read.
    package var fieldNames: [String] { fields.map(\.name) }

    /// The schemas that fit a message on Cloud Firestore.
    package func layout(of document: Document) -> MessageLayout {
        layout { name in document.fields[FieldName(name)].flatMap { Shape($0, statuses) } }
    }

    /// The schemas that fit a message in a Realtime Database.
    package func layout(of node: DataNode) -> MessageLayout {
        layout { name in Shape(node.child(DataKey(name)), statuses) }
    }

    /// The schemas that fit a conversation.
    package func layout(of messages: some Sequence<Message>) -> ConversationLayout {
        var evidence = LayoutEvidence(of: schemas.count)
        for message in messages { evidence.note(message.layout) }
        return ConversationLayout(
            schemas: names(evidence.schemas), isKnown: evidence.isKnown, isMixed: evidence.isMixed,
            isForeign: evidence.isForeign)
    }

    /// The names of the schemas of a layout. Another schema with the name of the first one is called "the other NAME".
    func names(_ bits: UInt64) -> [String] {
        schemas.indices.filter { bits & (1 << UInt64($0)) != 0 }.map { index in
            index > 0 && schemas[index].name == schemas[0].name
                ? "the other \(schemas[index].name)" : schemas[index].name
        }
    }

    private func layout(_ shape: (String) -> Shape?) -> MessageLayout {
        // For each schema, which of its fields the message has.
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
    /// The kind of a value in Cloud Firestore; nil for null.
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

    /// The kind of a node in a Realtime Database; nil for null.
    fileprivate init?(_ node: DataNode, _ statuses: Set<String>) {
        switch node {
        case .null: return nil
        case .string(let text): self = statuses.contains(text) ? [.text, .status] : .text
        case .boolean, .number: self = []
        case .prioritized(let node, _): self.init(node, statuses)
        case .object(let children):
            // A list is stored as an object whose keys are indexes.
            let isList = children.allSatisfy { key, value in
                if case .string = value { Int(key.string) != nil } else { false }
            }
            self = isList ? .users : .times
        }
    }
}

extension ReceiptSchema {
    /// Whether another schema has its messages in the same place.
    func sharesMessages(with other: ReceiptSchema) -> Bool {
        store == other.store && messages == other.messages
            && (store == .realtimeDatabase || conversations == other.conversations)
    }

    /// The fields that identify messages of this schema. A Realtime Database stores no delivery.
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
