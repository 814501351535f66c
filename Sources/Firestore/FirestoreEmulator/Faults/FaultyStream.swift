import FirestoreModel
import FirestoreRPC
import Synchronization

/// A stream that is late, or ends in place of a message.
final class FaultyStream<Request: Sendable, Response: Sendable>: RPCStream {
    typealias Stream = any RPCStream<Request, Response>

    private struct End: Sendable {
        /// How many responses still pass.
        var remaining: Int
        let status: RPCStatus
        var isReached = false
    }

    private let stream: Stream
    private let gate: OutputGate?
    private let end: Mutex<End?>

    /// Opens a stream behind a fault.
    ///
    /// - Throws: The status of a call that fails at once, and the refusals of the stream.
    init(
        _ fault: CallFault, _ faults: FaultSwitch, onOutput: @escaping @Sendable () -> Void,
        open: (@escaping @Sendable () -> Void) throws(RPCStatus) -> Stream
    ) throws(RPCStatus) {
        if let status = fault.status, !fault.afterwards { throw status }
        let gate = fault.latency == .zero ? nil : OutputGate(fault.latency, faults, onOutput: onOutput)
        self.gate = gate
        if let gate {
            stream = try open { gate.announce() }
        } else {
            stream = try open(onOutput)
        }
        if let status = fault.status {
            end = Mutex(End(remaining: 0, status: status))
        } else {
            let cut = RPCStatus(.unavailable, "The emulator was asked to cut this stream.")
            end = Mutex(fault.cut.map { End(remaining: $0, status: cut) })
        }
    }

    func receive(_ request: Request) { stream.receive(request) }

    func receiveEnd() { stream.receiveEnd() }

    func cancel() { stream.cancel() }

    func take() -> RPCStreamOutput<Response> {
        if gate?.pass() == false { return RPCStreamOutput() }
        let output = end.withLock { end in
            if let reached = end, reached.isReached {
                return RPCStreamOutput<Response>(end: .failed(reached.status))
            }
            var output = stream.take()
            guard var next = end else { return output }
            if output.responses.count > next.remaining {
                next.isReached = true
                stream.cancel()
                output = RPCStreamOutput(
                    Array(output.responses.prefix(next.remaining)), end: .failed(next.status))
            } else {
                next.remaining -= output.responses.count
            }
            end = next
            return output
        }
        if output.hasMore { gate?.keepOpen() }
        return output
    }
}
