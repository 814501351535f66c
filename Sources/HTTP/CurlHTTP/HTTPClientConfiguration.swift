/// The limits and manners of an ``HTTPClient``.
///
/// There is no switch for verifying certificates: it is always on. A private authority is named by
/// ``certificateAuthorityFile``.
public struct HTTPClientConfiguration: Sendable {
    /// The longest that looking up the host, connecting and the TLS handshake may take together.
    ///
    /// Nothing has been sent when it passes, so the error is of kind `unreachable`.
    public var connectTimeout: Duration = .seconds(10)

    /// The longest that a whole exchange may take, its turn in the queue included; `nil` for no limit.
    ///
    /// For a streamed response it ends with the response's head: a stream may last.
    public var requestTimeout: Duration? = .seconds(60)

    /// The longest that nothing may be sent or received once the request has begun; `nil` for no limit.
    ///
    /// It does not run while a streamed body waits for its reader.
    public var idleTimeout: Duration? = .seconds(60)

    /// The largest body, in decoded bytes, that ``HTTPClient/send(_:body:)`` collects.
    public var maximumResponseBytes = 64 * 1024 * 1024

    /// How many bytes of a streamed body may wait for the reader before the server is held back.
    ///
    /// One more piece of up to 16 KiB may be held on top.
    public var streamBufferBytes = 256 * 1024

    /// How many requests one host may be busy with at a time; further ones wait for their turn, in order.
    ///
    /// Over HTTP/1.1 each takes a connection, so this bounds the connections to a host too. HTTP/2 carries
    /// them all on one.
    public var maximumConcurrentRequestsPerHost = 64

    /// What the `User-Agent` field says when a request does not have one; empty to leave it out.
    public var userAgent = "firestore-receipts"

    /// The path of a PEM file with the only certificate authorities to trust; `nil` for the system's.
    public var certificateAuthorityFile: String?

    /// Creates the default configuration.
    public init() {}
}

extension Duration {
    /// Whole milliseconds, rounded up, at least 1 and never more than a C `long` or `int` holds.
    var clampedMilliseconds: Int {
        let (seconds, attoseconds) = components
        guard seconds < 1_000_000 else { return 1_000_000_000 }
        guard seconds >= 0, attoseconds >= 0 else { return 1 }
        return max(1, Int(seconds) * 1000 + Int((attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000))
    }

    /// For people: `80 ms`, `10 s`.
    var text: String {
        let milliseconds = clampedMilliseconds
        return milliseconds % 1000 == 0 ? "\(milliseconds / 1000) s" : "\(milliseconds) ms"
    }
}
