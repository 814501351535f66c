package import FirestoreModel
package import JSONText

/// Decodes messages from JSON in one pass, in the two stages in which Google's servers refuse them.
///
/// What does not fit the message's form fails at once. What fits but cannot be (a value without a type, a name with a
/// reserved id) is remembered, and reported only if the whole message has the right form.
package struct WireDecoder {
    private var firstRefusal: RPCStatus?
    /// The first array or vector that is the element of an array: what no document can hold. As values in queries, which
    /// then match nothing, and as operands of transforms they are accepted.
    var nestedArray: Value.TypeClass?
    /// The name that was read last: most of those in a message lie in one collection.
    var lastName: LastName?
    /// The time that was read last: documents of one commit have the same.
    var lastTime: (text: String, time: Timestamp)?

    /// Decodes a body; an empty one stands for the empty message.
    package static func decode<Message>(
        _ body: [UInt8], _ read: (inout WireDecoder, JSONNode) throws(RPCStatus) -> Message
    ) throws(RPCStatus) -> Message {
        let (message, refusal) = try decodeSeparately(body, read)
        if let refusal { throw refusal }
        return message
    }

    /// Decodes a body, and hands out what is wrong with the content of a message that has the right form.
    package static func decodeSeparately<Message>(
        _ body: [UInt8], _ read: (inout WireDecoder, JSONNode) throws(RPCStatus) -> Message
    ) throws(RPCStatus) -> (message: Message, refusal: RPCStatus?) {
        let result: Result<(message: Message, refusal: RPCStatus?), RPCStatus>
        do throws(JSONParser.Failure) {
            result = try JSONParser.parse(body.isEmpty ? Array("{}".utf8) : body) { json throws(RPCStatus) in
                try decodeSeparately(json, read)
            }
        } catch {
            throw .invalidPayload
        }
        return try result.get()
    }

    /// Decodes a value of a text, and hands out what is wrong with the content of a message that has the right form.
    static func decodeSeparately<Message>(
        _ json: JSONNode, _ read: (inout WireDecoder, JSONNode) throws(RPCStatus) -> Message
    ) throws(RPCStatus) -> (message: Message, refusal: RPCStatus?) {
        var decoder = WireDecoder()
        return (try read(&decoder, json), decoder.firstRefusal)
    }

    /// Remembers what is wrong with the content of a message that has the right form.
    mutating func refuse(_ text: String) {
        refuse(.invalidArgument(text))
    }

    mutating func refuse(_ status: RPCStatus) {
        if firstRefusal == nil { firstRefusal = status }
    }

    /// Reads a part, and hands out what is wrong with its content instead of remembering it.
    func readSeparately<Part>(
        _ read: (inout WireDecoder) throws(RPCStatus) -> Part
    ) throws(RPCStatus) -> (part: Part, refusal: RPCStatus?) {
        var decoder = self
        decoder.firstRefusal = nil
        return (try read(&decoder), decoder.firstRefusal)
    }

    /// Takes a result, or remembers the refusal and goes on with a stand-in that nobody will see.
    mutating func accept<T>(_ standIn: T, _ make: () throws(RPCStatus) -> T) -> T {
        do throws(RPCStatus) {
            return try make()
        } catch {
            refuse(error)
            return standIn
        }
    }
}
