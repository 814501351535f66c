import FirestoreClient
import HTTPTransport
import HTTPTypes
import TestSupport
import Testing

@Suite("Requests of web pages")
struct CrossOriginTests {
    private func answer(
        _ method: HTTPRequest.Method, _ path: String, _ fields: HTTPFields
    ) async throws -> HTTPExchangeResponse {
        let server = try TestServer()
        return try await server.transport.send(
            HTTPRequest(
                method: method, scheme: "http", authority: "\(server.endpoint.host):\(server.endpoint.port)",
                path: path, headerFields: fields), body: [])
    }

    private static let document = "/v1/projects/p/databases/(default)/documents/c/none"

    @Test(arguments: ["/", document, "/nowhere"])
    func `any page may read any answer`(path: String) async throws {
        let fields = try await answer(.get, path, [.origin: "http://page.test"]).head.headerFields
        #expect(fields[.accessControlAllowOrigin] == "http://page.test")
        #expect(fields[.accessControlAllowCredentials] == "true")
        #expect(fields[.accessControlAllowMethods] == "DELETE,GET,HEAD,PATCH,POST,PUT")
        #expect(fields[.accessControlAllowHeaders] == nil)
    }

    @Test func `what is not a page learns nothing`() async throws {
        let fields = try await answer(.get, Self.document, [.accessControlRequestHeaders: "x"]).head
            .headerFields
        #expect(!fields.contains { $0.name.canonicalName.hasPrefix("access-control") })
    }

    @Test(arguments: ["/", document, "/nowhere"])
    func `any request may be sent`(path: String) async throws {
        let response = try await answer(
            .options, path,
            [
                .origin: "null", .accessControlRequestMethod: "PATCH",
                .accessControlRequestHeaders: "authorization, content-type",
            ])
        #expect(response.head.status == .ok)
        #expect(response.body.isEmpty)
        #expect(response.head.headerFields[.contentType] == nil)
        #expect(response.head.headerFields[.accessControlAllowOrigin] == "null")
        #expect(response.head.headerFields[.accessControlAllowHeaders] == "authorization, content-type")
    }

    @Test(arguments: [HTTPRequest.Method.delete, .options])
    func `only Google's emulator lets any page administer it`(method: HTTPRequest.Method) async throws {
        let isGoogles = try TestServer().isGoogles
        let path = "/emulator/v1/projects/no-such-project/databases/(default)/documents"
        let response = try await answer(method, path, [.origin: "http://page.test"])
        #expect(response.head.status == (isGoogles ? .ok : .forbidden))
        #expect(
            response.head.headerFields[.accessControlAllowOrigin] == (isGoogles ? "http://page.test" : nil))
        #expect(try await answer(method, path, [.origin: "http://localhost:3000"]).head.status == .ok)
    }

    @Test func `a page from the internet may reach this machine`() async throws {
        let asked = try #require(HTTPField.Name("access-control-request-private-network"))
        let allowed = try #require(HTTPField.Name("access-control-allow-private-network"))
        let response = try await answer(.options, "/", [.origin: "http://page.test", asked: "true"])
        #expect(response.head.headerFields[allowed] == "true")
    }

    @Test(arguments: ["/", document])
    func `a HEAD leads nowhere`(path: String) async throws {
        let response = try await answer(.head, path, [.authorization: "Bearer owner"])
        #expect(response.head.status == .notFound)
        #expect(response.head.headerFields[.contentLength] == "10")
        #expect(response.body.isEmpty)
    }
}
