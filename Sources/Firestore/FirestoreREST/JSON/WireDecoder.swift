package import FirestoreModel
package import FirestoreRPC
package import JSONText

/// Decodes messages from JSON in one pass, in the two stages in which Google's servers refuse them.
///
/// What does not fit the message's form fails at once. What fits but cannot be (a value without a type, a name with a
/// reserved id) is remembered, and reported only if the whole message has the right form.
package struct WireDecoder {
    private var refusal = FirstRefusal()
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
        try decodeMessage(body, read).get()
    }

    /// Decodes a body into a message of the right form; what is wrong with its content comes beside it.
    package static func decodeMessage<Message>(
        _ body: [UInt8], _ read: (inout WireDecoder, JSONNode) throws(RPCStatus) -> Message
    ) throws(RPCStatus) -> Decoded<Message> {
        let result: Result<Decoded<Message>, RPCStatus>
        do throws(JSONParser.Failure) {
            result = try JSONParser.parse(body.isEmpty ? Array("{}".utf8) : body) { json throws(RPCStatus) in
                try decodeMessage(json, read)
            }
        } catch {
            throw .invalidPayload
        }
        return try result.get()
    }

    /// Decodes a value of a text into a message of the right form.
    static func decodeMessage<Message>(
        _ json: JSONNode, _ read: (inout WireDecoder, JSONNode) throws(RPCStatus) -> Message
    ) throws(RPCStatus) -> Decoded<Message> {
        var decoder = WireDecoder()
        return Decoded(try read(&decoder, json), refusal: decoder.refusal.status)
    }

    /// Remembers what is wrong with the content of a message that has the right form.
    mutating func refuse(_ text: String) {
        refuse(.invalidArgument(text))
    }

    mutating func refuse(_ status: RPCStatus) { refusal.add(status) }

    mutating func checkStorable(_ time: Timestamp) { refusal.checkStorable(time) }

    /// Reads a part, and hands out what is wrong with its content instead of remembering it.
    func readSeparately<Part>(
        _ read: (inout WireDecoder) throws(RPCStatus) -> Part
    ) throws(RPCStatus) -> Decoded<Part> {
        var decoder = self
        decoder.refusal = FirstRefusal()
        return Decoded(try read(&decoder), refusal: decoder.refusal.status)
    }

    /// Takes a result, or remembers the refusal and goes on with a stand-in that nobody will see.
    mutating func accept<T>(_ standIn: T, _ make: () throws(RPCStatus) -> T) -> T {
        refusal.accept(standIn, make)
    }
}
