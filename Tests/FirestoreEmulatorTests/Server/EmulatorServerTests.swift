import CurlHTTP
import HTTPTransport
import HTTPTypes
import Logging
import Synchronization
import TestSupport
import Testing

@testable import FirestoreEmulator

/// The emulator on a socket, as a client in another process meets it.
@Suite("The emulator on a socket", .timeLimit(.minutes(1)))
struct EmulatorServerTests {
    private static let root = "/v1/projects/p/databases/(default)/documents"

    /// Serves an emulator on a free port while the body runs, and stops it then.
    private func serving(
        _ configuration: EmulatorConfiguration = EmulatorConfiguration(),
        _ body: @escaping @Sendable (Int) async throws -> Void
    ) async throws {
        let emulator = Emulator(configuration: configuration)
        let (ports, continuation) = AsyncStream.makeStream(of: Int.self)
        var logger = Logger(label: "test")
        logger.logLevel = .critical
        try await withThrowingTaskGroup(of: Void.self) { [logger] group in
            group.addTask {
                try await emulator.serve(port: 0, logger: logger) { port in
                    continuation.yield(port)
                    continuation.finish()
                }
            }
            for await port in ports { try await body(port) }
            group.cancelAll()
            while let result = await group.nextResult() {
                if case .failure(let error) = result, !(error is CancellationError) { throw error }
            }
        }
    }

    private static func request(_ method: HTTPRequest.Method, _ port: Int, _ path: String) -> HTTPRequest {
        HTTPRequest(
            method: method, scheme: "http", authority: "127.0.0.1:\(port)", path: path,
            headerFields: [.authorization: "Bearer owner", .contentType: "application/json"])
    }

    @Test func `a document goes in and comes out`() async throws {
        try await serving { port in
            let client = HTTPClient()
            let health = try await client.send(Self.request(.get, port, "/"))
            #expect(health.body == Array("Ok\n".utf8) && health.head.headerFields[.contentType] == nil)
            let body = Array(#"{"fields":{"n":{"integerValue":"1"}}}"#.utf8)
            let written = try await client.send(Self.request(.patch, port, Self.root + "/c/a"), body: body)
            #expect(written.head.status == .ok)
            let read = try await client.send(Self.request(.get, port, Self.root + "/c/a"))
            #expect(read.body == written.body)
            #expect(read.head.headerFields[.contentType] == "application/json")
            #expect(read.head.headerFields[.contentLength] == "\(read.body.count)")
            #expect(try await client.send(Self.request(.head, port, "/")).head.status == .notFound)
        }
    }

    @Test func `a connection is kept for the next request`() async throws {
        try await serving { port in
            let connection = try RawConnection(port: port)
            for _ in 0..<3 {
                await connection.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
                let answer = await connection.receive(until: "Ok\n")
                #expect(
                    answer.hasPrefix("HTTP/1.1 200 OK\r\n")
                        && !answer.lowercased().contains("connection: close"))
            }
            connection.close()
        }
    }

    @Test func `requests that come together are answered in order`() async throws {
        try await serving { port in
            let connection = try RawConnection(port: port)
            let names = (0..<40).map { "missing\($0)" }
            await connection.send(
                names.map { "GET \(Self.root)/c/\($0) HTTP/1.1\r\nHost: x\r\n\r\n" }.joined())
            await connection.send("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
            // Closed after the last answer, or this would not end.
            let answers = await connection.receive(until: "nothing that stands there")
            var rest = answers[...]
            for name in names {
                let place = try #require(rest.firstRange(of: name + ") not found"))
                rest = rest[place.upperBound...]
            }
            #expect(rest.hasSuffix("Ok\n") && rest.lowercased().contains("connection: close"))
            connection.close()
        }
    }

    @Test func `many long answers to one who is slow arrive whole, and others are served meanwhile`()
        async throws
    {
        try await serving { port in
            let long = String(repeating: "x", count: 900_000)
            let client = HTTPClient()
            let body = Array(#"{"fields":{"t":{"stringValue":"\#(long)"}}}"#.utf8)
            let written = try await client.send(Self.request(.patch, port, Self.root + "/c/long"), body: body)
            #expect(written.head.status == .ok)
            let connection = try RawConnection(port: port)
            let get = "GET \(Self.root)/c/long HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer owner\r\n\r\n"
            await connection.send(String(repeating: get, count: 15))
            #expect(try await client.send(Self.request(.get, port, "/")).head.status == .ok)
            await connection.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
            let answers = await connection.receive(until: "Ok\n")
            #expect(answers.ranges(of: "HTTP/1.1 200 OK").count == 16)
            connection.close()
        }
    }

    @Test func `a body that is held back is asked for`() async throws {
        try await serving { port in
            let connection = try RawConnection(port: port)
            let body = #"{"fields":{}}"#
            await connection.send(
                "PATCH \(Self.root)/c/a HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer owner\r\n"
                    + "Expect: 100-continue\r\nContent-Length: \(body.utf8.count)\r\n\r\n")
            #expect(await connection.receive(until: "\r\n\r\n").hasPrefix("HTTP/1.1 100 Continue\r\n"))
            await connection.send(body)
            #expect(await connection.receive(until: "updateTime").hasPrefix("HTTP/1.1 200 OK\r\n"))
            connection.close()
        }
    }

    @Test func `only names of this machine administer it, in whatever form they come`() async throws {
        try await serving { port in
            let project = "/emulator/v1/projects/p"
            let unrefused = try await HostProbe.unrefused(
                [
                    "PUT \(project):securityRules", "POST \(project):import", "POST \(project):export",
                    "DELETE \(project)/databases/(default)/documents", "POST /reset", "POST /shutdown",
                ], port: port)
            #expect(unrefused == [])
            for head in HostProbe.own {
                #expect(try await HostProbe.ask("POST /reset", head, port: port).status == 200, "\(head)")
                #expect(
                    try await HostProbe.ask("POST /reset", head, version: "1.0", port: port).status == 200)
            }
            let whole = try await HostProbe.ask(
                "POST http://LOCALHOST:1/reset", "Host: page.test\r\n", port: port)
            #expect(whole.status == 200)
        }
    }

    @Test func `a request without a host is refused with a reason`() async throws {
        try await serving { port in
            let none = try await HostProbe.ask("GET /", "", port: port).text
            #expect(none.hasPrefix("HTTP/1.1 400 Bad Request\r\n"))
            #expect(none.hasSuffix("\r\n\r\nBad request: the request has no Host header.\n"))
            // An old client need not, as long as it administers nothing.
            #expect(try await HostProbe.ask("GET /", "", version: "1.0", port: port).status == 200)
            #expect(try await HostProbe.ask("GET /", "Host: page.test\r\n", port: port).status == 200)
        }
    }

    @Test func `a request that is not HTTP is refused with a reason`() async throws {
        try await serving { port in
            let connection = try RawConnection(port: port)
            await connection.send("no request at all\r\n\r\n")
            #expect(await connection.receive(until: "never").hasPrefix("HTTP/1.1 400 Bad Request\r\n"))
            connection.close()
        }
    }

    @Test func `a body announced too large is refused before it comes`() async throws {
        try await serving { port in
            let connection = try RawConnection(port: port)
            await connection.send(
                "POST \(Self.root):commit HTTP/1.1\r\nHost: x\r\nContent-Length: 10485761\r\n\r\n{")
            let answer = await connection.receive(until: "bytes.")
            #expect(answer.hasPrefix("HTTP/1.1 400 Bad Request\r\n"))
            #expect(answer.contains("Request payload size exceeds the limit: 10485760 bytes."))
            connection.close()
            #expect(try await HTTPClient().send(Self.request(.get, port, "/")).head.status == .ok)
        }
    }

    @Test func `a body that turns out too large is refused too`() async throws {
        try await serving { port in
            let connection = try RawConnection(port: port)
            await connection.send(
                "POST \(Self.root):commit HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n")
            let piece = String(repeating: " ", count: 1 << 20)
            for _ in 0..<11 { await connection.send("100000\r\n\(piece)\r\n") }
            let answer = await connection.receive(until: "bytes.")
            #expect(answer.contains("Request payload size exceeds the limit"))
            connection.close()
        }
    }

    @Test(arguments: [
        "GET / HTTP/1.1\r\nHost:", "POST /x HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{\"writes\":",
        "POST /x HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nff\r\n{", "\u{16}\u{3}\u{1}",
        "no request at all\r\n\r\n",
    ])
    func `a request that breaks off harms nobody else`(text: String) async throws {
        try await serving { port in
            let broken = try RawConnection(port: port)
            await broken.send(text.replacing("/x", with: Self.root + ":commit"))
            #expect(try await HTTPClient().send(Self.request(.get, port, "/")).head.status == .ok)
            broken.close()
            #expect(try await HTTPClient().send(Self.request(.get, port, "/")).head.status == .ok)
        }
    }

    @Test func `stopping does not wait for those who are half through`() async throws {
        let connections = AsyncStream.makeStream(of: RawConnection.self)
        try await serving { port in
            for text in [
                "", "GET / HTTP/1.1\r\n",
                "POST \(Self.root):commit HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{",
            ] {
                let connection = try RawConnection(port: port)
                await connection.send(text)
                connections.continuation.yield(connection)
            }
            #expect(try await HTTPClient().send(Self.request(.get, port, "/")).head.status == .ok)
        }
        connections.continuation.finish()
        for await connection in connections.stream {
            _ = await connection.receive(until: "\r\n\r\n")
            connection.close()
        }
    }

    @Test func `a page from elsewhere can neither end nor empty it`() async throws {
        let shutdowns = Atomic(0)
        let configuration = EmulatorConfiguration(onShutdown: {
            shutdowns.add(1, ordering: .relaxed)
        })
        try await serving(configuration) { port in
            for head in ["Host: 127.0.0.1\r\nOrigin: http://page.test", "Host: page.test"] {
                for path in ["POST /shutdown", "DELETE /emulator\(Self.root)", "OPTIONS /shutdown"] {
                    let connection = try RawConnection(port: port)
                    await connection.send("\(path) HTTP/1.1\r\n\(head)\r\nContent-Length: 0\r\n\r\n")
                    let answer = await connection.receive(until: "PERMISSION_DENIED")
                    #expect(answer.hasPrefix("HTTP/1.1 403 Forbidden\r\n"))
                    #expect(!answer.lowercased().contains("access-control"))
                    connection.close()
                }
            }
            #expect(shutdowns.load(ordering: .relaxed) == 0)
            let answer = try await HTTPClient().send(Self.request(.post, port, "/shutdown"))
            #expect(String(decoding: answer.body, as: UTF8.self) == "Shutting down...\n")
        }
        #expect(shutdowns.load(ordering: .relaxed) == 1)
    }

    @Test func `two hundred clients at once are all answered`() async throws {
        try await serving { port in
            var configuration = HTTPClientConfiguration()
            configuration.maximumConcurrentRequestsPerHost = 200
            let client = HTTPClient(configuration: configuration)
            let body = Array(
                #"{"writes":[{"transform":{"document":"projects/p/databases/(default)/documents/c/a","fieldTransforms":[{"fieldPath":"n","increment":{"integerValue":"1"}}]}}]}"#
                    .utf8)
            try await withThrowingTaskGroup(of: HTTPResponse.Status.self) { group in
                for _ in 0..<200 {
                    group.addTask {
                        try await client.send(Self.request(.post, port, Self.root + ":commit"), body: body)
                            .head.status
                    }
                }
                for try await status in group { #expect(status == .ok) }
            }
            let answer = try await client.send(Self.request(.get, port, Self.root + "/c/a"))
            #expect(String(decoding: answer.body, as: UTF8.self).contains(#""integerValue": "200""#))
        }
    }

    @Test func `a server that is stopped while it starts does not stay`() async {
        for _ in 0..<20 {
            let task = Task {
                try await Emulator().serve(
                    port: 0, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
                ) { _ in }
            }
            await Task.yield()
            task.cancel()
            _ = await task.result
        }
    }

    @Test func `a port that is taken is an error`() async throws {
        try await serving { port in
            await #expect(throws: (any Error).self) { try await Emulator().serve(port: port) { _ in } }
        }
    }
}
