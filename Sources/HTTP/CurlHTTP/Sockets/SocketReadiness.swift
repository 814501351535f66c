import CCurl

/// What a socket is watched for, or ready for. The numbers are curl's.
package struct SocketReadiness: OptionSet, Sendable {
    package let rawValue: Int32

    /// Creates a set from curl's `CURL_CSELECT_…` bits.
    package init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    /// There is something to read, or the other side has closed.
    package static let readable = SocketReadiness(rawValue: CURL_CSELECT_IN)
    /// There is room to write, or a connection has been made.
    package static let writable = SocketReadiness(rawValue: CURL_CSELECT_OUT)
    /// Something is wrong with the socket. Always reported.
    package static let failed = SocketReadiness(rawValue: CURL_CSELECT_ERR)
}
