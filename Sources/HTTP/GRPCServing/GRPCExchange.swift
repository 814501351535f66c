import CoreValues
package import HTTPServing
package import HTTPTypes

/// A call of gRPC over a stream of HTTP/2.
///
/// Source: <https://github.com/grpc/grpc/blob/master/doc/PROTOCOL-HTTP2.md>.
package final class GRPCExchange: HTTPStreamExchange {
    private let call: any GRPCCall
    private var messages: GRPCMessages
    private var hasBegun = false
    /// The end of the call, if it is not the call's own.
    private var refusal: GRPCStatus?
    private var hasEnded = false
    package let timeLimit: Duration?

    /// - Parameters:
    ///   - request: The head of the request.
    ///   - maximumMessageSize: The largest request message, in bytes.
    ///   - call: What answers.
    package init(_ request: HTTPRequest, maximumMessageSize: Int, call: any GRPCCall) {
        self.call = call
        messages = GRPCMessages(limit: maximumMessageSize)
        let timeout = request.headerFields[.grpcTimeout]
        timeLimit = timeout.flatMap { GRPCTimeout.read($0) }
        if timeout != nil, timeLimit == nil {
            refusal = GRPCStatus(.internal, "The grpc-timeout is malformed.")
        }
    }

    /// Whether a request is a call of gRPC with messages of protobuf.
    package static func isCall(_ request: HTTPRequest) -> Bool {
        guard request.method == .post, let type = request.headerFields[.contentType] else { return false }
        return type == "application/grpc" || type.hasPrefix("application/grpc+proto")
            || type.hasPrefix("application/grpc;")
    }

    package func receive(_ bytes: ArraySlice<UInt8>) {
        if refusal != nil || hasEnded { return }
        messages.append(bytes)
        do throws(GRPCStatus) {
            while let message = try messages.next() { call.receive(message) }
        } catch {
            fail(error)
        }
    }

    package func receiveEnd() {
        if refusal != nil || hasEnded { return }
        if messages.isAmidMessage {
            fail(GRPCStatus(.internal, "The last message is incomplete."))
        } else {
            call.receiveEnd()
        }
    }

    package func expire() {
        if !hasEnded { fail(GRPCStatus(.deadlineExceeded, "The call's deadline has passed.")) }
    }

    private func fail(_ status: GRPCStatus) {
        call.cancel()
        refusal = status
    }

    package func cancel() {
        if refusal == nil, !hasEnded { call.cancel() }
        hasEnded = true
    }

    package func take() -> HTTPStreamOutput {
        if hasEnded { return HTTPStreamOutput() }
        let taken = refusal.map { GRPCOutput(end: $0) } ?? call.take()
        var output = HTTPStreamOutput(hasMore: taken.hasMore)
        if !hasBegun, call.beginsAtOnce || !taken.messages.isEmpty || taken.end != nil {
            hasBegun = true
            output.head = GRPCExchange.head
        }
        output.body.reserveCapacity(taken.messages.reduce(0) { $0 + $1.count + 5 })
        for message in taken.messages { GRPCMessages.append(message, to: &output.body) }
        guard let end = taken.end else { return output }
        hasEnded = true
        if output.head != nil, output.body.isEmpty {
            // An end without any message is one block of fields.
            for field in end.trailers { output.head?.headerFields.append(field) }
            output.trailers = HTTPFields()
        } else {
            output.trailers = end.trailers
        }
        return output
    }

    private static let head = HTTPResponse(
        status: .ok, headerFields: [.contentType: "application/grpc", .grpcAcceptEncoding: "identity"])
}
