import HTTPTransport

#if canImport(FoundationNetworking)
    import Foundation
    import FoundationNetworking
#else
    import Foundation
#endif

extension HTTPTransportError {
    /// What an error of URLSession means to a caller.
    init(_ error: any Error, at endpoint: Endpoint) {
        guard let error = error as? URLError else {
            self = .failed(.other, at: endpoint, "URLSession cannot send it", underlying: error)
            return
        }
        // Without the rest of it, which names the URL.
        self = .failed(error.kind, at: endpoint, error.reason, underlying: URLError(error.code))
    }
}

extension URLError {
    /// What the failure means. Only what happens before the server can have seen the request counts as unsent.
    var kind: HTTPTransportError.Kind {
        switch code {
        case .badURL: .invalidRequest
        case .cannotFindHost, .cannotConnectToHost, .dnsLookupFailed, .notConnectedToInternet,
            .internationalRoamingOff, .dataNotAllowed, .callIsActive:
            .unreachable
        case .secureConnectionFailed, .serverCertificateHasBadDate, .serverCertificateUntrusted,
            .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid, .clientCertificateRejected,
            .clientCertificateRequired, .appTransportSecurityRequiresSecureConnection:
            .tlsFailed
        case .unknown where isFailedHandshake: .tlsFailed
        // On Linux, unsupportedURL is an answer that is not HTTP, and unknown one that breaks off or breaks its own rules.
        case .networkConnectionLost, .badServerResponse, .cannotParseResponse, .zeroByteResource,
            .cannotDecodeRawData, .cannotDecodeContentData, .unsupportedURL, .unknown:
            .connectionLost
        case .timedOut: .timedOut
        case .dataLengthExceedsMaximum: .responseTooLarge
        case .cancelled: .cancelled
        default: .other
        }
    }

    /// A few plain words for the reason. Foundation's own depend on the language, and may name the URL.
    var reason: String {
        switch code {
        case .cannotFindHost, .dnsLookupFailed: "the host is not known"
        case .cannotConnectToHost: "connection refused"
        case .notConnectedToInternet: "not connected to the Internet"
        case .networkConnectionLost: "connection reset"
        case .badServerResponse, .cannotParseResponse, .unsupportedURL:
            "what it sent is not an HTTP response"
        case .timedOut: "timed out"
        case .unknown: textOfUnknown ?? "what it sent is not a complete HTTP response"
        default: "URLSession's error \(code.rawValue)"
        }
    }

    /// On Linux, most errors have no code of their own, only the words of the curl inside of Foundation.
    private var textOfUnknown: String? {
        #if canImport(FoundationNetworking)
            userInfo[NSLocalizedDescriptionKey] as? String
        #else
            nil
        #endif
    }

    /// Whether the words are about the beginning of a secure connection, and not about reading or writing over one.
    private var isFailedHandshake: Bool {
        guard let text = textOfUnknown, !text.contains("SSL_read"), !text.contains("SSL_write") else {
            return false
        }
        return ["SSL certificate", "SSL: ", "TLS connect", "SSL_connect", "SSL routines"].contains {
            text.contains($0)
        }
    }
}
