import HTTPTransport
import HTTPTypes
import NIOPosix
import TestSupport
import Testing

@testable import HTTPServing

@Suite("A small HTTP server")
struct HTTPServiceTests {
    /// Serves while a closure runs: `/later` is answered by a task, everything else at once.
    private func serving(_ body: @escaping @Sendable (Int) async throws -> Void) async throws {
        try await HTTPService.serving(
            { request, _ in
                let path = request.path ?? ""
                let response = HTTPExchangeResponse(
                    head: HTTPResponse(status: .ok), body: Array("<\(path)>".utf8))
                guard path.hasPrefix("/later") else { return .now(response) }
                return .later {
                    for _ in 0..<100 { await Task.yield() }
                    return response
                }
            }, to: body)
    }

    @Test func `answers that take their time come in the order of the requests`() async throws {
        try await serving { port in
            let connection = try RawConnection(port: port)
            let paths = ["/later/1", "/2", "/later/3", "/later/4", "/5"]
            await connection.send(paths.map { "GET \($0) HTTP/1.1\r\nHost: a\r\n\r\n" }.joined())
            let text = await connection.receive(until: "</5>")
            #expect(text.matches(of: /<[^>]*>/).map { String($0.output) } == paths.map { "<\($0)>" })
            connection.close()
        }
    }

    @Test func `a connection ends after an answer that takes its time`() async throws {
        try await serving { port in
            let connection = try RawConnection(port: port)
            await connection.send("GET /later HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
            let (text, wasReset) = await connection.receiveAll()
            #expect(text.hasSuffix("</later>") && !wasReset)
        }
    }

    @Test func `a client that leaves before its answer harms nobody`() async throws {
        try await serving { port in
            for _ in 0..<20 {
                let connection = try RawConnection(port: port)
                await connection.send("GET /later HTTP/1.1\r\nHost: a\r\n\r\n")
                connection.close()
            }
            let connection = try RawConnection(port: port)
            await connection.send("GET /later HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(await connection.receive(until: "</later>").hasSuffix("</later>"))
            connection.close()
        }
    }

    @Test func `answers that wait for the disk are made on no event loop`() async throws {
        try await HTTPService.serving(
            { _, _ in
                .onThread(refusal: HTTPExchangeResponse(head: HTTPResponse(status: .serviceUnavailable))) {
                    let isOnLoop = MultiThreadedEventLoopGroup.currentEventLoop != nil
                    return HTTPExchangeResponse(
                        head: HTTPResponse(status: .ok), body: Array("<\(isOnLoop)>".utf8))
                }
            },
            to: { port in
                let connection = try RawConnection(port: port)
                await connection.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
                #expect(await connection.receive(until: ">").hasSuffix("<false>"))
                connection.close()
            })
    }
}
