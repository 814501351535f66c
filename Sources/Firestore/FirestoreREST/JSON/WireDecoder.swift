package import FirestoreModel
package import FirestoreRPC
package import JSONText

/// Decodes messages from JSON in one pass, in the two stages in which Google's servers refuse them.
///
/// JSON of the wrong form fails at once. Invalid content of the right form (a value without a type, a name with a
/// reserved id) is recorded, and reported only if the whole message has the right form.
package struct WireDecoder {
    var content = ContentChecker()
    /// The last time: documents of one commit have the same.
    var lastTime: (text: String, time: Timestamp)?

    /// Decodes a body; an empty one stands for the empty message.
    package static func decode<Message>(
        _ body: [UInt8], _ read: (inout WireDecoder, JSONNode) throws(RPCStatus) -> Message
    ) throws(RPCStatus) -> Message {
        try decodeMessage(body, read).get()
    }

    /// Decodes a body into a message of the right form, and the problem of its content, if any.
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
        return Decoded(try read(&decoder, json), refusal: decoder.content.refusal)
    }

    /// Records the problem of the content of a message of the right form.
    mutating func refuse(_ text: String) { content.refuse(.invalidArgument(text)) }

    mutating func refuse(_ status: RPCStatus) { content.refuse(status) }

    mutating func checkStorable(_ time: Timestamp) { content.checkStorable(time) }

    /// Reads a part, and returns the problem of its content instead of recording it.
    func readSeparately<Part>(
        _ read: (inout WireDecoder) throws(RPCStatus) -> Part
    ) throws(RPCStatus) -> Decoded<Part> {
        var decoder = self
        decoder.content.forgetRefusal()
        return Decoded(try read(&decoder), refusal: decoder.content.refusal)
    }

    /// Returns a result, or records the refusal and continues with a placeholder that nobody sees.
    mutating func accept<T>(_ standIn: T, _ make: () throws(RPCStatus) -> T) -> T {
        content.accept(standIn, make)
    }
}
