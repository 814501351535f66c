/// libcurl's report of a failed transfer.
///
/// It is ``HTTPTransportError/underlying``, for logs and for people who know curl. Programs decide by
/// ``HTTPTransportError/kind`` instead.
public struct CurlError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The `CURLcode`, for example 7 for `CURLE_COULDNT_CONNECT`; see `man 3 libcurl-errors`.
    public var code: Int
    /// Curl's message, on one line.
    public var text: String
    /// The `errno` of the system call that failed; 0 when no call did.
    public var systemError: Int32

    /// Creates an error.
    public init(code: Int, text: String, systemError: Int32 = 0) {
        self.code = code
        self.text = text
        self.systemError = systemError
    }

    /// The code and curl's message.
    public var description: String { "curl error \(code): \(text)" }
}
