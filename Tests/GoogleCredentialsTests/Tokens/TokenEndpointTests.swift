import ClientCore
import Testing

@testable import GoogleCredentials

@Suite struct TokenEndpointTests {
    @Test(arguments: [
        ("https://oauth2.googleapis.com/token", "https", "oauth2.googleapis.com", "/token"),
        ("https://example.com", "https", "example.com", "/"),
        ("https://example.com:8443/a/b-c_d.e~f", "https", "example.com:8443", "/a/b-c_d.e~f"),
        ("http://127.0.0.1:8085/token", "http", "127.0.0.1:8085", "/token"),
        ("http://localhost/token", "http", "localhost", "/token"),
        ("http://[::1]:9000/token", "http", "[::1]:9000", "/token"),
    ])
    func `a URL is taken apart`(_ url: String, _ scheme: String, _ authority: String, _ path: String) throws {
        let endpoint = try TokenEndpoint(url)
        #expect(endpoint.address.scheme == scheme)
        #expect(endpoint.address.authority == authority)
        #expect(endpoint.path == path)
        #expect(endpoint.url == url)
    }

    @Test(arguments: [
        "", "oauth2.googleapis.com/token", "HTTPS://x/", "ftp://x/", "https://", "https:///token",
        "http://oauth2.googleapis.com/token", "http://127.0.0.1.evil.example/token", "http://10.0.0.1/token",
        "https://user@example.com/", "https://user:7@example.com/", "https://example.com:0/",
        "https://example.com:99999/",
        "https://example.com:/", "https://example.com:+1/", "https://::1/", "https://exa mple.com/",
        "https://example.com/a b", "https://example.com/a\r\nX: 1", "https://example.com/?a=b",
        "https://example.com/#x",
        "https://example.com?x", "https://exämple.com/",
        "https://" + String(repeating: "a", count: 300) + "/",
        "https://a/" + String(repeating: "a", count: 3000),
    ])
    func `what is no address for secrets is refused`(_ url: String) {
        #expect(throws: AddressProblem.self) { try TokenEndpoint(url) }
    }

    @Test func `Google's own is what the library says it is`() throws {
        #expect(try TokenEndpoint(TokenEndpoint.googleURL) == .google)
        #expect(
            try HostAddress(authority: "metadata.google.internal", isSecure: false)
                == MetadataServer.usualAddress)
    }

    @Test func `a form is encoded so that every server reads the same`() throws {
        let value = "a b+c&d=e%f/é\r\n~*-._"
        let body = FormBody(fields: [("x", value), ("y z", ""), ("grant", "urn:a:b")]).bytes
        let text = String(decoding: body, as: UTF8.self)
        #expect(text == "x=a+b%2Bc%26d%3De%25f%2F%C3%A9%0D%0A%7E*-._&y+z=&grant=urn%3Aa%3Ab")
        #expect(try formFields(text)["x"] == value)
    }
}
