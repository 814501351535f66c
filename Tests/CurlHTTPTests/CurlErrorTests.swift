import CurlHTTP
import HTTPTransport
import Testing

struct CurlErrorTests {
    /// Code, its kind before the request began, its kind afterwards.
    static let kinds: [(Int, HTTPTransportError.Kind, HTTPTransportError.Kind)] = [
        (1, .invalidRequest, .connectionLost),  // UNSUPPORTED_PROTOCOL, also for HTTP/0.9
        (3, .invalidRequest, .invalidRequest),  // URL_MALFORMAT
        (5, .unreachable, .connectionLost),  // COULDNT_RESOLVE_PROXY
        (6, .unreachable, .connectionLost),  // COULDNT_RESOLVE_HOST
        (7, .unreachable, .connectionLost),  // COULDNT_CONNECT
        (8, .unreachable, .connectionLost),  // WEIRD_SERVER_REPLY
        (16, .unreachable, .connectionLost),  // HTTP2
        (18, .unreachable, .connectionLost),  // PARTIAL_FILE
        (28, .unreachable, .timedOut),  // OPERATION_TIMEDOUT
        (35, .tlsFailed, .connectionLost),  // SSL_CONNECT_ERROR
        (52, .unreachable, .connectionLost),  // GOT_NOTHING
        (55, .unreachable, .connectionLost),  // SEND_ERROR
        (56, .unreachable, .connectionLost),  // RECV_ERROR
        (60, .tlsFailed, .connectionLost),  // PEER_FAILED_VERIFICATION
        (61, .unreachable, .connectionLost),  // BAD_CONTENT_ENCODING
        (65, .unreachable, .connectionLost),  // SEND_FAIL_REWIND
        (77, .tlsFailed, .connectionLost),  // SSL_CACERT_BADFILE
        (83, .tlsFailed, .connectionLost),  // SSL_ISSUER_ERROR
        (92, .unreachable, .connectionLost),  // HTTP2_STREAM
        (97, .unreachable, .connectionLost),  // PROXY
        (2, .other, .other), (27, .other, .other), (9999, .other, .other), (-1, .other, .other),
    ]

    @Test(arguments: kinds)
    func `a code has a kind`(code: Int, before: HTTPTransportError.Kind, after: HTTPTransportError.Kind) {
        let error = CurlError(code: code, text: "")
        #expect(error.kind(requestBegan: false) == before)
        #expect(error.kind(requestBegan: true) == after)
    }

    @Test(arguments: kinds)
    func `once the request has begun no failure promises that it was not sent`(
        code: Int, before: HTTPTransportError.Kind, after: HTTPTransportError.Kind
    ) {
        let error = HTTPTransportError(after, "")
        #expect(!error.isCertainlyUnsent || code == 3)
    }

    @Test(arguments: [
        (
            TransferFailure.curl(CurlError(code: 7, text: "Failed to connect", systemError: 111)), false,
            "no server answers at a.example:80 (connection refused)"
        ),
        (
            .curl(CurlError(code: 6, text: "Could not resolve host: a.example")), false,
            "no server answers at a.example:80 (Could not resolve host: a.example)"
        ),
        (
            .curl(CurlError(code: 56, text: "CONNECT tunnel failed, response 407")), false,
            "no server answers at a.example:80 (the proxy asks for a name and a password, or for others)"
        ),
        (
            .curl(CurlError(code: 56, text: "Received HTTP code 403 from proxy after CONNECT")), false,
            "no server answers at a.example:80 (the proxy refused with status 403)"
        ),
        (.curl(CurlError(code: 56, text: "x")), true, "the connection to a.example:80 was lost (x)"),
        (
            .expired(.request(.milliseconds(80))), true,
            "no complete response from a.example:80 within 80 ms"
        ),
        (.expired(.request(.seconds(10))), false, "no connection to a.example:80 within 10 s"),
        (.expired(.idle(.seconds(60))), true, "a.example:80 sent nothing for 60 s"),
        (
            .responseTooLarge(limit: 10), true,
            "the response of a.example:80 is larger than the limit of 10 bytes"
        ),
    ])
    func `a message is for people`(failure: TransferFailure, requestBegan: Bool, message: String) throws {
        let endpoint = try Endpoint(scheme: "http", authority: "a.example")
        #expect(failure.error(at: endpoint, requestBegan: requestBegan).message == message)
    }

    @Test func `curl's own error stays within reach`() throws {
        let error = CurlError(code: 56, text: "Recv failure", systemError: 104)
        let endpoint = try Endpoint(scheme: "http", authority: "a.example")
        let transportError = TransferFailure.curl(error).error(at: endpoint, requestBegan: true)
        #expect(transportError.underlying as? CurlError == error)
        #expect(error.description == "curl error 56: Recv failure")
    }
}
