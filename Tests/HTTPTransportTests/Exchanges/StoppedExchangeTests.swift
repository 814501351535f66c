import Foundation
import HTTPTransport
import TestSupport
import Testing

@testable import URLSessionHTTP

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

struct StoppedExchangeTests {
    @Test(.timeLimit(.minutes(1)))
    func `an exchange that is stopped before its task is there ends with it`() async throws {
        let server = try ScriptedServer { _ in [.readRequest, .stall] }
        let delegate = SessionDelegate()
        let session = URLSession(configuration: .ephemeral, delegate: delegate, delegateQueue: nil)
        defer { session.invalidateAndCancel() }
        let url = try #require(URL(string: "http://\(server.authority)/"))
        let endpoint = try Endpoint(scheme: "http", authority: server.authority)
        let exchange = Exchange(endpoint, HTTPClientConfiguration(), endsWithHead: false)
        exchange.stop(.shutDown(at: endpoint))
        #expect(delegate.begin(exchange, session, URLRequest(url: url)))
        await #expect { try await exchange.head() } throws: {
            ($0 as? HTTPTransportError)?.kind == .cancelled
        }
        #expect(delegate.count == 0)
    }
}
