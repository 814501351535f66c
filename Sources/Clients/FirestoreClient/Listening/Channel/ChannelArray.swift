import FirestoreModel
import FirestoreREST
import FirestoreRPC
import JSONText

/// A numbered message of a channel.
struct ChannelArray: Sendable, Equatable {
    enum Message: Sendable, Equatable {
        /// The answer to the handshake.
        case opened(id: String, keepAlive: Duration?)
        case response(ListenResponse)
        /// The stream has failed; nothing follows.
        case failure(RPCStatus)
        /// The server ends the channel.
        case end
        /// A sign of life, or a message of a kind that is not known.
        case other
    }

    let id: Int
    let message: Message

    /// Reads the arrays of a frame: `[[1,["noop"]],[2,[{"targetChange":{…}}]]]`.
    ///
    /// - Throws: INVALID_ARGUMENT if the text is anything else.
    static func decodeAll(_ text: [UInt8]) throws(RPCStatus) -> [ChannelArray] {
        try WireDecoder.decode(text) { decoder, json throws(RPCStatus) in
            guard let arrays = json.elements else { throw .invalidPayload }
            var result: [ChannelArray] = []
            for array in arrays {
                guard var parts = array.elements, let id = parts.next()?.digits.flatMap({ Int($0) }),
                    let content = parts.next()
                else { throw .invalidPayload }
                result.append(ChannelArray(id: id, message: try message(content, &decoder)))
            }
            return result
        }
    }

    private static func message(
        _ json: JSONNode, _ decoder: inout WireDecoder
    ) throws(RPCStatus) -> Message {
        guard var parts = json.elements else { throw .invalidPayload }
        guard let first = parts.next() else { return .other }
        switch first.string {
        case "c"?:
            guard let id = parts.next()?.string, !id.isEmpty else { throw .invalidPayload }
            // A host that nobody uses, the version of the protocol and that of the server come in between.
            let interval = Array(parts.dropFirst(3)).first?.digits.flatMap { Int64($0) }
            return .opened(id: id, keepAlive: interval.map { .milliseconds(min(max($0, 0), 3_600_000)) })
        case "stop"?, "close"?: return .end
        case .some: return .other
        case nil: break
        }
        // An error can be wrapped in an array of its own.
        var content = first
        if var wrapped = first.elements {
            guard let inner = wrapped.next() else { return .other }
            content = inner
        }
        guard content.isObject else { return .other }
        if let error = content["error"] {
            let name = error["status"]?.string ?? ""
            return .failure(RPCStatus(StatusCode(name: name) ?? .unknown, error["message"]?.string))
        }
        return try ListenResponse.decode(content, &decoder).map { .response($0) } ?? .other
    }
}
