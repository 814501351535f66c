import HTTPTransport
import HTTPTypes
import JSONText
import Testing

@testable import GoogleCredentials

@Suite struct TokenAnswerTests {
    private let answer = TokenAnswer(
        subject: "the account A", server: "the server S", secrets: [],
        advice: { "Advice for \($0 ?? "nothing")." })

    private func response(_ status: Int, _ body: String, retryAfter: String? = nil) -> HTTPExchangeResponse {
        var head = HTTPResponse(status: HTTPResponse.Status(code: status))
        head.headerFields[.retryAfter] = retryAfter
        return HTTPExchangeResponse(head: head, body: Array(body.utf8))
    }

    @Test(arguments: [
        (#"{"access_token":"t","expires_in":3599,"token_type":"Bearer"}"#, 3599),
        (#"{"access_token":"t","expires_in":3599,"token_type":"bearer","scope":"x","id_token":"y"}"#, 3599),
        (#"{"access_token":"t","expires_in":1}"#, 1),
        (#"{"access_token":"t","expires_in":3599.9}"#, 3599),
        (#"{"access_token":"t","expires_in":1e300}"#, 86_400),
    ])
    func `a token has a value and a lifetime of a day at most`(_ body: String, _ seconds: Int) throws {
        #expect(try answer.token(response(200, body)) == AccessToken("t", lifetime: .seconds(seconds)))
    }

    @Test(arguments: [
        ("", "is not JSON"), ("<html>", "is not JSON"), ("[]", "contains no access_token"),
        (#"{"id_token":"x","expires_in":1}"#, "contains no access_token"),
        (#"{"access_token":7,"expires_in":1}"#, "contains no access_token"),
        (#"{"access_token":"","expires_in":1}"#, "contains no access_token"),
        (#"{"access_token":"a b","expires_in":1}"#, "contains an invalid access_token"),
        (#"{"access_token":"a\r\nX: 1","expires_in":1}"#, "contains an invalid access_token"),
        (#"{"access_token":"é","expires_in":1}"#, "contains an invalid access_token"),
        (
            #"{"access_token":"\#(String(repeating: "t", count: 20_000))","expires_in":1}"#,
            "contains an invalid access_token"
        ),
        (#"{"access_token":"t"}"#, "does not say for how many seconds"),
        (#"{"access_token":"t","expires_in":"an hour"}"#, "does not say for how many seconds"),
        (#"{"access_token":"t","expires_in":0}"#, "does not say for how many seconds"),
        (#"{"access_token":"t","expires_in":-5}"#, "does not say for how many seconds"),
        (
            #"{"access_token":"t","expires_in":1,"token_type":"mac"}"#,
            "contains a token whose type is not Bearer"
        ),
        (#"{"access_token":"t","expires_in":1,"token_type":7}"#, "contains a token whose type is not Bearer"),
    ])
    func `an answer that makes no sense is reported in one line that quotes nothing`(
        _ body: String, _ expected: String
    )
        throws
    {
        let error = try failure { () throws(GoogleCredentialsError) in try answer.token(response(200, body)) }
        #expect(error.kind == .invalidAnswer)
        #expect(!error.isRetryable)
        #expect(error.message.hasPrefix("No access token for the account A: the answer of the server S "))
        #expect(error.message.contains(expected), "\(error)")
        #expect(isOneLine(error.message))
    }

    @Test(arguments: [
        (400, "invalid_grant", GoogleCredentialsError.Kind.refused), (401, "invalid_client", .refused),
        (403, "access_denied", .refused), (404, "not_found", .refused), (400, "invalid_scope", .refused),
        (408, "timeout", .unavailable), (429, "rate_limit_exceeded", .unavailable), (500, "x", .unavailable),
        (502, "x", .unavailable), (503, "x", .unavailable), (504, "x", .unavailable),
        (400, "internal_failure", .unavailable), (400, "server_error", .unavailable),
        (400, "temporarily_unavailable", .unavailable), (302, "x", .invalidAnswer),
        (204, "x", .invalidAnswer),
    ])
    func `status and code decide whether asking again makes sense`(
        _ status: Int, _ code: String, _ kind: GoogleCredentialsError.Kind
    ) throws {
        let body = try refusalJSON(code, "words")
        let error = try failure { () throws(GoogleCredentialsError) in
            try answer.token(response(status, body))
        }
        #expect(error.kind == kind)
        #expect(error.isRetryable == (kind == .unavailable))
        let advice = kind == .unavailable ? "Try again later." : "Advice for \(code)."
        #expect(
            error.message
                == "No access token for the account A: the server S answered with status \(status), \(code): words. \(advice)"
        )
    }

    @Test(arguments: [
        (#"{"error":"invalid_grant"}"#, "status 400, invalid_grant."),
        (
            #"{"error":{"code":400,"message":"bad","status":"INVALID_ARGUMENT"}}"#,
            "status 400, INVALID_ARGUMENT: bad."
        ),
        (#"{"error":"e","error_description":7}"#, "status 400, e."),
        (#"{"error":"","error_description":""}"#, "status 400."),
        (#"{"error":7}"#, "status 400."), ("<html>no</html>", "status 400."), ("", "status 400."),
    ])
    func `what a refusal says is shown as far as it is words`(_ body: String, _ expected: String) throws {
        let error = try failure { () throws(GoogleCredentialsError) in try answer.token(response(400, body)) }
        #expect(error.message.contains("answered with \(expected) "), "\(error)")
    }

    @Test func `a refusal's words are bounded, and cannot forge lines of a log`() throws {
        let words = "line\r\nFAKE \u{1B}[31m\u{202E}" + String(repeating: "x", count: 100_000)
        let body = try refusalJSON("e", words)
        let error = try failure { () throws(GoogleCredentialsError) in try answer.token(response(400, body)) }
        #expect(isOneLine(error.message))
        #expect(error.message.contains(#"e: line\u{d}\u{a}FAKE \u{1b}[31m\u{202e}xxx"#))
        #expect(error.message.count < 700)
    }

    @Test(arguments: [
        ("7", Duration.seconds(7)), ("0", .zero), ("100000000000", .seconds(3600)), ("-1", nil),
        ("soon", nil),
        (nil, nil),
    ])
    func `how long to wait is read from the answer`(_ field: String?, _ expected: Duration?) {
        #expect(answer.failure(response(503, "", retryAfter: field)).retryAfter == expected)
    }

    @Test(arguments: HTTPTransportError.Kind.allCases)
    func `no answer is retryable where the network is to blame`(_ kind: HTTPTransportError.Kind) {
        let error = GoogleCredentialsError(
            HTTPTransportError(kind, "words\nof s3cret"), subject: "the account A",
            secrets: [Secret("s3cret")])
        #expect(error.message.hasPrefix(#"No access token for the account A: words\u{a}of (secret). "#))
        let retryable: Set<HTTPTransportError.Kind> = [.unreachable, .connectionLost, .timedOut, .other]
        #expect(error.isRetryable == retryable.contains(kind))
        #expect((error.kind == .cancelled) == (kind == .cancelled))
    }
}
