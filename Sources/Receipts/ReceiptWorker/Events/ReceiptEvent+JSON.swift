import FirestoreModel
import JSONText
public import ReadReceipts

/// Events in JSON: `{"kind": "read", "conversation": "c1", "message": "m1", "user": "bob", "at": "2026-01-02T03:04:05Z"}`, where
/// `at` is optional and `kind` is the name of a stage. Other members are ignored.
extension ReceiptEvent {
    /// Why a text is not an event.
    public struct Problem: Error, Sendable, Equatable, CustomStringConvertible {
        /// What is wrong.
        public let description: String
    }

    /// The maximum length of an event in bytes: three ids of 1,500 bytes, with every byte escaped.
    public static let maximumBytes = 32_768

    /// Reads one event.
    ///
    /// - Parameters:
    ///   - json: The text, of at most ``maximumBytes``.
    ///   - schema: Determines which ids and stages are valid.
    /// - Throws: ``Problem`` with the missing or invalid member.
    public init(json: [UInt8], schema: ReceiptSchema) throws(Problem) {
        if json.count > ReceiptEvent.maximumBytes {
            throw Problem(description: "the event is longer than \(ReceiptEvent.maximumBytes) bytes")
        }
        try self.init(ReceiptEvent.tree(json), schema: schema)
    }

    /// Reads an array of events.
    ///
    /// - Returns: For each element, the event or what is wrong with it.
    /// - Throws: ``Problem`` if the text is not an array.
    public static func array(
        json: [UInt8], schema: ReceiptSchema
    ) throws(Problem) -> [Result<ReceiptEvent, Problem>] {
        try elements(json: json, schema: schema).map(\.result)
    }

    /// Reads an array of events, with the element that each was read from.
    static func elements(
        json: [UInt8], schema: ReceiptSchema
    ) throws(Problem) -> [(element: JSON, result: Result<ReceiptEvent, Problem>)] {
        guard let elements = try tree(json).array else {
            throw Problem(description: "not an array of events")
        }
        return elements.map { element in
            (element, Result { () throws(Problem) in try ReceiptEvent(element, schema: schema) })
        }
    }

    /// The event as JSON, on one line.
    public var json: String {
        var members = [
            JSON.Member("kind", .string(receipt.name)),
            JSON.Member("conversation", .string(conversationID.string)),
            JSON.Member("message", .string(messageID.string)), JSON.Member("user", .string(userID.string)),
        ]
        if let milliseconds {
            members.append(JSON.Member("at", .string(Timestamp(milliseconds: milliseconds).description)))
        }
        return JSON.object(members).compactText
    }

    private static func tree(_ json: [UInt8]) throws(Problem) -> JSON {
        do throws(JSONParser.Failure) {
            return try JSONParser.parse(json)
        } catch {
            throw Problem(description: error.description)
        }
    }

    private init(_ json: JSON, schema: ReceiptSchema) throws(Problem) {
        guard case .object = json else { throw Problem(description: "not an object") }
        func text(_ name: String) throws(Problem) -> String {
            guard let value = json[name] else { throw Problem(description: "\"\(name)\" is missing") }
            guard let text = value.string else { throw Problem(description: "\"\(name)\" is not a string") }
            return text
        }
        let kind = try text("kind")
        guard let receipt = schema.stage(named: kind)?.receipt else {
            throw Problem(description: "\"kind\" is \(ReceiptEvent.noneOf(schema.stages))")
        }
        self.init(
            receipt, conversationID: ConversationID(try text("conversation")),
            messageID: MessageID(try text("message")), userID: UserID(try text("user")))
        if let at = json["at"], !at.isNull {
            guard let text = at.string, let time = Timestamp(rfc3339: text) else {
                throw Problem(description: "\"at\" is not a time such as \"2026-01-02T03:04:05Z\"")
            }
            milliseconds = time.milliseconds
        }
        if let problem = pending.problem(in: schema) { throw Problem(description: problem) }
        // In SQLite, text ends at such a byte.
        if [conversationID.string, messageID.string, userID.string].contains(where: { $0.utf8.contains(0) }) {
            throw Problem(description: "an id contains U+0000")
        }
    }

    private static func noneOf(_ stages: [ReceiptStage]) -> String {
        let names = stages.map { "\"\($0.receipt.name)\"" }
        return names.count == 2
            ? "neither \(names[0]) nor \(names[1])" : "none of \(names.joined(separator: ", "))"
    }

    /// The receipt to write.
    package var pending: PendingReceipt {
        PendingReceipt(receipt, conversationID: conversationID, messageID: messageID, userID: userID)
    }
}

extension Timestamp {
    init(milliseconds: Int64) {
        let (seconds, rest) = milliseconds.quotientAndRemainder(dividingBy: 1000)
        self.init(seconds: seconds, nanoseconds: Int32(rest) * 1_000_000)
    }

    var milliseconds: Int64 { seconds * 1000 + Int64(nanoseconds) / 1_000_000 }
}
