import FirestoreModel
import FirestoreREST
import FirestoreRPC
import JSONText

/// A stream behind a channel, with messages as JSON.
protocol ChannelStream: Sendable {
    /// Handles a message of the client.
    ///
    /// - Throws: INVALID_ARGUMENT for one that is not a request.
    func receive(_ json: [UInt8]) throws(RPCStatus)

    /// Takes what waits, in order.
    func take() -> RPCStreamOutput<ArraySlice<UInt8>>

    /// The client is gone.
    func cancel()
}

/// A stream of typed messages.
struct JSONStream<Request: Sendable, Response: WireMessage & Sendable>: ChannelStream {
    let stream: any RPCStream<Request, Response>
    let decode: @Sendable ([UInt8]) throws(RPCStatus) -> Request

    func receive(_ json: [UInt8]) throws(RPCStatus) { stream.receive(try decode(json)) }

    func take() -> RPCStreamOutput<ArraySlice<UInt8>> {
        let output = stream.take()
        return RPCStreamOutput(
            JSONStream.encode(output.responses), hasMore: output.hasMore, end: output.end)
    }

    func cancel() { stream.cancel() }

    /// Writes all messages into one buffer: documents in a row have most of their names and times in common.
    private static func encode(_ messages: [Response]) -> [ArraySlice<UInt8>] {
        if messages.isEmpty { return [] }
        let size = messages.reduce(0) { $0 + $1.estimatedSize }
        var writer = WireEncoder(.compact, capacity: size, forgetsSignOfZero: true)
        let ends = messages.map { message in
            message.write(to: &writer)
            return writer.json.position
        }
        let bytes = writer.bytes
        return zip([0] + ends, ends).map { bytes[$0..<$1] }
    }
}
