import GRPCServing

/// A call with one request, whose answer comes late.
final class LateCall: GRPCCall {
    private let call: SingleRequestCall
    private let gate: OutputGate

    init(_ call: SingleRequestCall, _ gate: OutputGate) {
        self.call = call
        self.gate = gate
    }

    var beginsAtOnce: Bool { false }

    func receive(_ message: [UInt8]) { call.receive(message) }

    func receiveEnd() {
        call.receiveEnd()
        gate.announce()
    }

    func cancel() { call.cancel() }

    func take() -> GRPCOutput {
        guard gate.pass() else { return GRPCOutput() }
        let output = call.take()
        if output.hasMore { gate.keepOpen() }
        return output
    }
}
