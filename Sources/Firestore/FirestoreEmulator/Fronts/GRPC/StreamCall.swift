import FirestoreModel
import FirestoreProtobuf
import FirestoreRPC
import GRPCServing

/// A call of a method with a stream in both directions.
final class StreamCall<Request: ProtobufStreamRequest & Sendable, Response: ProtobufResponse & Sendable>:
    GRPCCall
{
    private let stream: any RPCStream<Request, Response>
    /// What is wrong with a message, after which nothing more is read.
    private var refusal: RPCStatus?

    init(_ stream: some RPCStream<Request, Response>) { self.stream = stream }

    /// Some clients wait for the head of the response before they send anything.
    var beginsAtOnce: Bool { true }

    func receive(_ message: [UInt8]) {
        if refusal != nil { return }
        do throws(RPCStatus) {
            stream.receive(try Request(protobuf: message))
        } catch {
            refusal = error
            stream.cancel()
        }
    }

    func receiveEnd() {
        if refusal == nil { stream.receiveEnd() }
    }

    func cancel() { stream.cancel() }

    func take() -> GRPCOutput {
        if let refusal { return GRPCOutput(end: GRPCStatus(refusal)) }
        let output = stream.take()
        let end: GRPCStatus? =
            switch output.end {
            case .ok?: .ok
            case .failed(let status)?: GRPCStatus(status)
            case nil: nil
            }
        return GRPCOutput(output.responses.map { $0.encoded() }, hasMore: output.hasMore, end: end)
    }
}

/// A call that is refused before any of its messages is read.
final class EndedCall: GRPCCall {
    private let status: GRPCStatus

    init(_ status: GRPCStatus) { self.status = status }

    var beginsAtOnce: Bool { false }

    func receive(_ message: [UInt8]) {}
    func receiveEnd() {}
    func cancel() {}
    func take() -> GRPCOutput { GRPCOutput(end: status) }
}
