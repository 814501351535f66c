/// The limits and settings of an HTTP client, by libcurl or by URLSession.
///
/// Certificates are always verified. Set ``additionalAuthorityFile`` to trust a private authority as well.
public struct HTTPClientConfiguration: Sendable {
    /// The time limit for the name lookup, the connection and the TLS handshake together.
    ///
    /// Nothing has been sent when it expires, so the error is of kind `unreachable`. URLSession has no such limit; there,
    /// ``idleTimeout`` covers the connection as well.
    public var connectTimeout: Duration = .seconds(10)

    /// The time limit for a whole exchange, including the wait in the queue; `nil` for no limit.
    ///
    /// For a streamed response it covers only the time until the response's head.
    public var requestTimeout: Duration? = .seconds(60)

    /// The longest time without any bytes sent or received, once the request has begun; `nil` for no limit.
    ///
    /// It is paused while a streamed body waits for its reader.
    public var idleTimeout: Duration? = .seconds(60)

    /// The largest body, in decoded bytes, that ``HTTPTransport/send(_:body:)`` collects.
    public var maximumResponseBytes = 64 * 1024 * 1024

    /// How many bytes of a streamed body may wait for the reader before the client stops receiving.
    ///
    /// One more piece of up to 16 KiB may be held in addition.
    public var streamBufferBytes = 256 * 1024

    /// The largest number of concurrent requests to one host; further ones wait, in order. Streamed responses do not count, because
    /// they may stay open for ever.
    ///
    /// Over HTTP/1.1, each request uses a connection, so this also limits the connections to a host. HTTP/2 uses one
    /// connection for all.
    public var maximumConcurrentRequestsPerHost = 64

    /// The `User-Agent` field of requests that do not set one; empty to leave it out.
    public var userAgent = "firestore-receipts"

    /// The path of a PEM file with the only certificate authorities to trust; `nil` for the system's. Only libcurl reads one:
    /// with URLSession, every request fails if it is set.
    public var certificateAuthorityFile: String?

    /// The path of a PEM file with certificate authorities to trust beside the system's, such as that of a company's proxy; `nil` for
    /// the one that `CURL_CA_BUNDLE` or `SSL_CERT_FILE` names, if any.
    ///
    /// Only libcurl reads one: with URLSession, every request fails if it is set. On macOS, libcurl has no directory of the system's
    /// authorities, and the file takes the place of its list.
    public var additionalAuthorityFile: String? = CertificateAuthorities.file

    /// The certificate by which the client proves who it is to servers that ask for one. Only libcurl shows one: with URLSession, every
    /// request fails if it is set.
    public var clientCertificate: ClientCertificate?

    /// Creates the default configuration.
    public init() {}
}

extension Duration {
    /// Whole milliseconds, rounded up, at least 1 and never more than a C `long` or `int` holds.
    package var clampedMilliseconds: Int {
        let (seconds, attoseconds) = components
        guard seconds < 1_000_000 else { return 1_000_000_000 }
        guard seconds >= 0, attoseconds >= 0 else { return 1 }
        return max(1, Int(seconds) * 1000 + Int((attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000))
    }

    /// For people: `80 ms`, `10 s`.
    package var text: String {
        let milliseconds = clampedMilliseconds
        return milliseconds % 1000 == 0 ? "\(milliseconds / 1000) s" : "\(milliseconds) ms"
    }
}
