import HTTPTransport
import Testing

struct EndpointTests {
    @Test(arguments: [
        ("http", "127.0.0.1:8080", "127.0.0.1:8080"), ("HTTP", "LocalHost", "localhost:80"),
        ("https", "firestore.googleapis.com", "firestore.googleapis.com:443"),
        ("https", "a_b-c.d:1", "a_b-c.d:1"),
        ("http", "[::1]:65535", "[::1]:65535"), ("http", "[::FFFF:1.2.3.4]", "[::ffff:1.2.3.4]:80"),
    ])
    func `scheme and authority make host and port`(scheme: String, authority: String, text: String) throws {
        #expect(try Endpoint(scheme: scheme, authority: authority).description == text)
    }

    static let invalid: [(String?, String?)] = [
        (nil, "a"), ("ftp", "a"), ("file", "a"), ("http", nil), ("http", ""), ("http", ":80"), ("http", "a:"),
        ("http", "a:0"), ("http", "a:65536"), ("http", "a:+80"), ("http", "a:8 0"), ("http", "a:80:80"),
        ("http", "user@a"), ("http", "user:secret@a"), ("http", "a/b"), ("http", "a?b"), ("http", "a#b"),
        ("http", "a b"), ("http", "a\r\nX: y"), ("http", "bücher.example"), ("http", "[::1"), ("http", "[]"),
        ("http", "[::1]80"), ("http", "[a.b]"), ("http", "[::1]]:80"), ("http", "a%0d"), ("http", "\0"),
    ]

    @Test(arguments: invalid)
    func `anything else is refused`(scheme: String?, authority: String?) {
        #expect { _ = try Endpoint(scheme: scheme, authority: authority) } throws: { error in
            let error = error as? HTTPTransportError
            return error?.kind == .invalidRequest && error?.message.contains("secret") == false
        }
    }

    @Test(arguments: [
        ("localhost", true), ("LOCALHOST:1", true), ("app.localhost", true), ("127.0.0.1", true),
        ("127.9.9.9:80", true), ("[::1]:80", true), ("127.0.0.1.example.com", false),
        ("localhost.example", false),
        ("10.0.0.1", false), ("notlocalhost", false),
    ])
    func `loopback is known by name and address`(authority: String, isLoopback: Bool) throws {
        #expect(try Endpoint(scheme: "http", authority: authority).isLoopback == isLoopback)
    }
}
