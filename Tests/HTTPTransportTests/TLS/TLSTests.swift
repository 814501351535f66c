import Foundation
import HTTPTransport
import HTTPTypes
import TestSupport
import Testing

@Suite(
    .timeLimit(.minutes(1)),
    .enabled(if: OpenSSLServer.program != nil, "the TLS tests need the program openssl as their server")
)
struct TLSTests {
    private func request(_ host: String, _ server: OpenSSLServer) -> HTTPRequest {
        .make(.get, "\(host):\(server.port)", scheme: "https")
    }

    /// Only libcurl takes an authority from a file.
    private let trusting = ClientKind.curl.make { $0.certificateAuthorityFile = OpenSSLServer.authorityFile }

    @Test func `a certificate of a configured authority is accepted`() async throws {
        let server = try OpenSSLServer(["-www"])
        let response = try await trusting.send(request("localhost", server))
        #expect(response.head.status == .ok)
        #expect(String(decoding: response.body, as: UTF8.self).contains("s_server"))
    }

    @Test func `an authority is added by the configuration, and by the task that creates the client`()
        async throws
    {
        let server = try OpenSSLServer(["-www"])
        let configured = ClientKind.curl.make { $0.additionalAuthorityFile = OpenSSLServer.authorityFile }
        #expect(try await configured.send(request("localhost", server)).head.status == .ok)
        let inherited = CertificateAuthorities.$file.withValue(OpenSSLServer.authorityFile) {
            ClientKind.curl.make()
        }
        #expect(try await inherited.send(request("localhost", server)).head.status == .ok)
        // The only authorities leave no room for others.
        let other = ClientKind.curl.make {
            $0.certificateAuthorityFile = "/nowhere/authority.pem"
            $0.additionalAuthorityFile = OpenSSLServer.authorityFile
        }
        #expect(await other.failure(of: request("localhost", server)).kind == .tlsFailed)
    }

    @Test func `the environment names an authority as for curl's program`() {
        func file(_ environment: [String: String]) -> String? {
            CertificateAuthorities.file { environment[$0] }
        }
        #expect(file([:]) == nil)
        #expect(file(["SSL_CERT_FILE": "/a.pem"]) == "/a.pem")
        #expect(file(["SSL_CERT_FILE": "/a.pem", "CURL_CA_BUNDLE": "/b.pem"]) == "/b.pem")
        #expect(file(["SSL_CERT_FILE": "/a.pem", "CURL_CA_BUNDLE": ""]) == "/a.pem")
        #expect(file(["SSL_CERT_FILE": ""]) == nil)
    }

    @Test(arguments: ClientKind.allCases)
    func `a certificate of an unknown authority is refused`(by kind: ClientKind) async throws {
        let server = try OpenSSLServer(["-www"])
        let error = await kind.make().failure(of: request("localhost", server))
        #expect(error.kind == .tlsFailed)
        #expect(error.isCertainlyUnsent)
        #expect(error.message.hasPrefix("no secure connection to localhost:\(server.port) ("))
    }

    @Test func `URLSession trusts no authority from a file, and says so`() async throws {
        let client = ClientKind.urlSession.make { $0.certificateAuthorityFile = OpenSSLServer.authorityFile }
        let error = await client.failure(of: .make(.get, "localhost", scheme: "https"))
        #expect(error.kind == .invalidRequest)
        #expect(error.message.contains("certificate authorities"))
        let adding = ClientKind.urlSession.make { $0.additionalAuthorityFile = OpenSSLServer.authorityFile }
        #expect(await adding.failure(of: .make(.get, "localhost", scheme: "https")).kind == .invalidRequest)
    }

    @Test func `a server that asks for a certificate sees the client's`() async throws {
        let server = try OpenSSLServer(["-www", "-Verify", "1", "-CAfile", OpenSSLServer.authorityFile])
        let error = await trusting.failure(of: request("localhost", server))
        #expect([.tlsFailed, .connectionLost].contains(error.kind), "\(error)")
        let file = { (name: String) in OpenSSLServer.fixtures.appendingPathComponent(name).path }
        let known = ClientKind.curl.make {
            $0.certificateAuthorityFile = OpenSSLServer.authorityFile
            $0.clientCertificate = ClientCertificate(
                certificateFile: file("server.pem"), keyFile: file("server.key"))
        }
        let response = try await known.send(request("localhost", server))
        #expect(response.head.status == .ok)
        #expect(String(decoding: response.body, as: UTF8.self).contains("Client certificate"))
    }

    @Test func `a certificate that cannot be used is an error, and URLSession takes none from a file`()
        async throws
    {
        let server = try OpenSSLServer(["-www"])
        for kind in ClientKind.allCases {
            let client = kind.make {
                $0.clientCertificate = ClientCertificate(
                    certificateFile: "/nowhere/client.pem", keyFile: "/nowhere/client.key")
            }
            let error = await client.failure(of: request("localhost", server))
            #expect(error.kind == (kind == .curl ? .tlsFailed : .invalidRequest), "\(error)")
        }
    }

    @Test func `a certificate for another host is refused`() async throws {
        let server = try OpenSSLServer(["-www"])
        let error = await trusting.failure(of: request("127.0.0.1", server))
        #expect(error.kind == .tlsFailed, "\(error)")
    }

    @Test func `an authority file that is not there is named`() async throws {
        let server = try OpenSSLServer(["-www"])
        let client = ClientKind.curl.make { $0.certificateAuthorityFile = "/nowhere/authority.pem" }
        let error = await client.failure(of: request("localhost", server))
        #expect(error.kind == .tlsFailed)
        #expect(error.message.contains("/nowhere/authority.pem"))
        #expect(!error.message.contains("\n"))
    }

    @Test func `an old version of TLS is refused`() async throws {
        let server = try OpenSSLServer(["-www", "-tls1_1", "-cipher", "ALL:@SECLEVEL=0"])
        #expect(await trusting.failure(of: request("localhost", server)).kind == .tlsFailed)
    }

    @Test(arguments: ClientKind.allCases)
    func `a server that speaks plain HTTP is no TLS server`(by kind: ClientKind) async throws {
        let server = try ScriptedServer { _ in [.send(ScriptedServer.response("400 Bad Request")), .stall] }
        let error = await kind.make().failure(of: .make(.get, server.authority, scheme: "https"))
        #expect(error.kind == .tlsFailed, "\(error)")
    }

    @Test func `HTTP2 is negotiated, and requests at the same time share one connection`() async throws {
        let http2 = HTTP2Answers()
        let server = try OpenSSLServer(["-alpn", "h2"], answer: http2.answer)
        let request = request("localhost", server)
        let client = trusting
        try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<20 { group.addTask { try await client.send(request).head.status.code } }
            for try await code in group { #expect(code == 200) }
        }
        #expect(http2.counts == (20, 1))
    }

    @Test func `a request over HTTP2 can be cancelled without harm to the connection`() async throws {
        let http2 = HTTP2Answers()
        let server = try OpenSSLServer(["-alpn", "h2"], answer: http2.answer)
        let request = request("localhost", server)
        let client = trusting
        _ = try await client.send(request)
        for _ in 1...20 {
            let task = Task { try await client.send(request) }
            await Task.yield()
            task.cancel()
            _ = await task.result
        }
        #expect(try await client.send(request).head.status == .ok)
        #expect(client.requestsUnderWay == 0)
        #expect(http2.counts.connections == 1)
    }
}
