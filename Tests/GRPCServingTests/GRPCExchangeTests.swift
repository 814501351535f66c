import CoreValues
import HTTPServing
import HTTPTypes
import Testing

@testable import GRPCServing

@Suite("Calls of gRPC")
struct GRPCExchangeTests {
    private static func exchange(
        _ call: any GRPCCall, fields: HTTPFields = HTTPFields()
    ) -> GRPCExchange {
        var fields = fields
        fields[.contentType] = "application/grpc"
        let head = HTTPRequest(
            method: .post, scheme: "http", authority: "localhost", path: "/s/m", headerFields: fields)
        return GRPCExchange(head, maximumMessageSize: 100, call: call)
    }

    private static func message(_ bytes: [UInt8]) -> ArraySlice<UInt8> {
        var body: [UInt8] = []
        GRPCMessages.append(bytes, to: &body)
        return body[...]
    }

    /// Answers with the parts of the request, in reverse, one message a byte.
    private static func reversing() -> SingleRequestCall {
        SingleRequestCall { request throws(GRPCStatus) in
            if request == [0] { throw GRPCStatus(.notFound, "nothing") }
            return AnyIterator(request.reversed().map { [$0] }.makeIterator())
        }
    }

    @Test func `a call is answered when its request is complete`() {
        let exchange = Self.exchange(Self.reversing())
        exchange.receive(Self.message([1, 2]))
        #expect(exchange.take().head == nil)
        exchange.receiveEnd()
        let output = exchange.take()
        #expect(output.head?.status == .ok)
        #expect(output.head?.headerFields[.contentType] == "application/grpc")
        #expect(output.body == Array(Self.message([2]) + Self.message([1])))
        #expect(output.trailers?[.grpcStatus] == "0")
        #expect(output.trailers?[.grpcMessage] == nil)
        #expect(exchange.take().trailers == nil)
    }

    @Test func `a refusal is one block of fields`() {
        let exchange = Self.exchange(Self.reversing())
        exchange.receive(Self.message([0]))
        exchange.receiveEnd()
        let output = exchange.take()
        #expect(output.head?.headerFields[.grpcStatus] == "5")
        #expect(output.head?.headerFields[.grpcMessage] == "nothing")
        #expect(output.trailers == HTTPFields() && output.body.isEmpty)
    }

    @Test func `responses are made as they are taken`() {
        var made = 0
        let call = SingleRequestCall { _ throws(GRPCStatus) in
            AnyIterator {
                made += 1
                return made > 10 ? nil : Array(repeating: 0, count: 40_000)
            }
        }
        let exchange = Self.exchange(call)
        exchange.receive(Self.message([]))
        exchange.receiveEnd()
        #expect(made == 0)
        #expect(exchange.take().hasMore)
        #expect(made == 2)
    }

    @Test(arguments: [[[]], [[1], [2]]] as [[[UInt8]]])
    func `a call of one request takes neither none nor two`(messages: [[UInt8]]) {
        let exchange = Self.exchange(Self.reversing())
        for message in messages where !message.isEmpty { exchange.receive(Self.message(message)) }
        exchange.receiveEnd()
        #expect(exchange.take().head?.headerFields[.grpcStatus] == "13")
    }

    @Test func `a message that is cut off, or compressed, ends the call`() {
        let cut = Self.exchange(Self.reversing())
        cut.receive([0, 0, 0, 0, 9, 1])
        cut.receiveEnd()
        #expect(cut.take().head?.headerFields[.grpcStatus] == "13")
        let compressed = Self.exchange(Self.reversing())
        compressed.receive([1, 0, 0, 0, 0])
        #expect(compressed.take().head?.headerFields[.grpcStatus] == "12")
        compressed.receiveEnd()
        #expect(compressed.take().head == nil)
    }

    @Test func `a deadline ends a call that is open`() {
        let exchange = Self.exchange(Self.reversing(), fields: [.grpcTimeout: "50m"])
        #expect(exchange.timeLimit == .milliseconds(50))
        exchange.expire()
        #expect(exchange.take().head?.headerFields[.grpcStatus] == "4")
        exchange.expire()
        #expect(exchange.take().head == nil)
        let malformed = Self.exchange(Self.reversing(), fields: [.grpcTimeout: "soon"])
        #expect(malformed.timeLimit == nil)
        #expect(malformed.take().head?.headerFields[.grpcStatus] == "13")
    }

    /// A call that says what happened to it.
    private final class RecordingCall: GRPCCall {
        var events: [String] = []
        var output: [GRPCOutput] = []
        let beginsAtOnce = true

        func receive(_ message: [UInt8]) { events.append("\(message)") }
        func receiveEnd() { events.append("end") }
        func cancel() { events.append("cancel") }
        func take() -> GRPCOutput { output.isEmpty ? GRPCOutput() : output.removeFirst() }
    }

    @Test func `a stream begins before there is a message, and ends with its status`() {
        let call = RecordingCall()
        let exchange = Self.exchange(call)
        #expect(exchange.take().head?.status == .ok)
        exchange.receive(Self.message([1]) + Self.message([2]))
        exchange.receiveEnd()
        #expect(call.events == ["[1]", "[2]", "end"])
        call.output = [GRPCOutput([[3]]), GRPCOutput(end: GRPCStatus(.aborted, "later"))]
        let first = exchange.take()
        #expect(first.head == nil && first.trailers == nil && first.body == Array(Self.message([3])))
        let last = exchange.take()
        #expect(last.trailers?[.grpcStatus] == "10")
        #expect(last.trailers?[.grpcMessage] == "later")
        exchange.cancel()
        #expect(call.events.count == 3)
    }

    @Test func `a client that goes away cancels the call once`() {
        let call = RecordingCall()
        let exchange = Self.exchange(call)
        exchange.cancel()
        exchange.expire()
        exchange.receive(Self.message([1]))
        #expect(call.events == ["cancel"])
    }
}
