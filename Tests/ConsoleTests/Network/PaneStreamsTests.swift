import HTTPTransport
import HTTPTypes
import RealtimeDatabaseEmulator
import Testing

@testable import ReceiptConsole

@Suite("The network of a device", .timeLimit(.minutes(1)))
struct PaneStreamsTests {
    private let request = HTTPRequest(
        method: .get, scheme: "http", authority: "127.0.0.1:9000", path: "/a.json?ns=demo",
        headerFields: [.accept: "text/event-stream", .authorization: "Bearer owner"])

    @Test func `what is open ends when the network is switched off, and nothing more goes through`()
        async throws
    {
        let network = NetworkSwitch(onWrite: {})
        let streams = PaneStreams(
            base: DatabaseEmulator().transport, network: network, isWrite: { $0.method != .get })
        var body = try await streams.open(request, body: []).body.makeAsyncIterator()
        #expect(try await body.next() != nil)
        network.set(isOff: true)
        await #expect(throws: HTTPTransportError.self) {
            while try await body.next() != nil {}
        }
        await #expect(throws: HTTPTransportError.self) { try await streams.open(request, body: []) }
        await #expect(throws: HTTPTransportError.self) { try await streams.send(request, body: []) }
        network.set(isOff: false)
        #expect(try await streams.open(request, body: []).head.status == .ok)
    }
}
