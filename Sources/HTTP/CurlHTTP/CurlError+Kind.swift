import CCurl
package import HTTPTransport

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#else
    import Glibc
#endif

extension CurlError {
    /// What the failure means to a caller.
    ///
    /// - Parameter requestBegan: Whether curl had a connection and was about to write the request, at least once.
    ///   Before that the server has certainly seen nothing. After it, a failure to connect is that of a second
    ///   attempt, and says nothing about what became of the first.
    /// - Returns: The kind of the transport's error.
    package func kind(requestBegan: Bool) -> HTTPTransportError.Kind {
        switch CURLcode(rawValue: UInt32(truncatingIfNeeded: code)) {
        case CURLE_URL_MALFORMAT:
            .invalidRequest
        case CURLE_UNSUPPORTED_PROTOCOL:
            // Once a request was sent, this is how curl calls an answer that is not HTTP ("HTTP/0.9").
            requestBegan ? .connectionLost : .invalidRequest
        case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY, CURLE_COULDNT_CONNECT, CURLE_PROXY,
            CURLE_INTERFACE_FAILED:
            requestBegan ? .connectionLost : .unreachable
        case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE,
            CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_CRL_BADFILE,
            CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_PINNEDPUBKEYNOTMATCH, CURLE_SSL_CLIENTCERT,
            CURLE_SSL_ENGINE_NOTFOUND, CURLE_SSL_ENGINE_SETFAILED, CURLE_SSL_ENGINE_INITFAILED,
            CURLE_USE_SSL_FAILED:
            requestBegan ? .connectionLost : .tlsFailed
        case CURLE_OPERATION_TIMEDOUT:
            // The only time-out that curl itself keeps is the one for connecting.
            requestBegan ? .timedOut : .unreachable
        case CURLE_SEND_ERROR, CURLE_RECV_ERROR, CURLE_PARTIAL_FILE, CURLE_GOT_NOTHING,
            CURLE_WEIRD_SERVER_REPLY, CURLE_SEND_FAIL_REWIND, CURLE_HTTP2, CURLE_HTTP2_STREAM,
            CURLE_BAD_CONTENT_ENCODING, CURLE_HTTP_RETURNED_ERROR, CURLE_SSL_SHUTDOWN_FAILED:
            requestBegan ? .connectionLost : .unreachable
        default:
            .other
        }
    }

    /// A few plain words for the reason, for a message to people.
    package var reason: String {
        switch proxyStatus {
        case 407?: return "the proxy asks for a name and a password, or for others"
        case let status?: return "the proxy refused with status \(status)"
        case nil: break
        }
        return switch systemError {
        case ECONNREFUSED: "connection refused"
        case ECONNRESET, EPIPE: "connection reset"
        case EHOSTUNREACH, ENETUNREACH: "no route to the host"
        case EMFILE, ENFILE: "too many open files"
        default: text
        }
    }

    /// The status with which a proxy refused to connect, in the words of curl's versions: `CONNECT tunnel failed, response 407`
    /// or `Received HTTP code 407 from proxy after CONNECT`.
    private var proxyStatus: Int? {
        guard text.contains("CONNECT") else { return nil }
        return text.split { !$0.isNumber }.compactMap { Int($0) }.first { (300...599).contains($0) }
    }
}
