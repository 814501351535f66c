package import HTTPTransport

/// A server that does not do what tests of rules need of any server.
package struct ServerFailure: Error, Sendable, CustomStringConvertible {
    package let message: String
    /// The transport's error, if no answer came.
    package let underlying: HTTPTransportError?
    /// Whether it concerns only one case.
    package let isOfCase: Bool

    init(_ message: String, isOfCase: Bool = false, underlying: HTTPTransportError? = nil) {
        self.message = message
        self.underlying = underlying
        self.isOfCase = isOfCase
    }

    package var description: String { message }
}
