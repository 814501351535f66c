import FirestoreClient
import HTTPTransport
import TestSupport
import Testing

@Suite struct FailureTextTests {
    private func failureOfGet(
        _ step: ScriptedTransport.Step, credentials: Credentials = .none
    ) async throws -> FirestoreError {
        let firestore = try makeFirestore(ScriptedTransport([step]), credentials: credentials)
        return try await failure { () async throws(FirestoreError) in
            try await firestore.document("c/d").getDocument()
        }
    }

    private func failureOfCommit(
        _ step: ScriptedTransport.Step, credentials: Credentials = .none
    ) async throws -> FirestoreError {
        let firestore = try makeFirestore(ScriptedTransport([step]), credentials: credentials)
        let batch = firestore.batch()
            .updateData(["text": "s3cret"], forDocument: firestore.document("c/1"))
            .deleteDocument(firestore.document("c/2"))
        return try await failure { () async throws(FirestoreError) in try await batch.commit() }
    }

    @Test func `a denial names the writes, the server, its words and who was denied`() async throws {
        let error = try await failureOfCommit(
            .json(errorJSON(403, "PERMISSION_DENIED", "false for 'update' @ L12"), status: 403),
            credentials: .emulatorUser(uid: "bob"))
        #expect(error.code == .permissionDenied)
        #expect(
            error.message
                == "commit of 2 writes (c/1 and 1 more) failed: 127.0.0.1:8080 answered PERMISSION_DENIED: "
                + "false for 'update' @ L12. The security rules do not allow it to user \"bob\".")
        #expect(error.serverMessage == "false for 'update' @ L12")
        #expect(!error.isRetryable && !error.isOutcomeUnknown)
        #expect(error.attempts == 1)
        #expect("\(error)" == error.message)
    }

    @Test func `a denial of somebody who is not signed in says so`() async throws {
        let error = try await failureOfGet(.json(errorJSON(403, "PERMISSION_DENIED", "no."), status: 403))
        #expect(
            error.message
                == "get of c/d failed: 127.0.0.1:8080 answered PERMISSION_DENIED: no. "
                + "The security rules do not allow it to someone who is not signed in.")
    }

    @Test func `errors of streams come in an array, at the beginning or among the results`() async throws {
        let error = errorJSON(400, "FAILED_PRECONDITION", "The query requires an index: https://x")
        for step in [
            ScriptedTransport.Step.json("[\(error)]", status: 400), .json("[\(error)]"),
            .json(#"[{"document":\#(documentJSON("c/d")),"readTime":"2026-01-02T03:04:05Z"},\#(error)]"#),
        ] {
            let firestore = try makeFirestore(ScriptedTransport([step]))
            let error = try await failure { () async throws(FirestoreError) in
                try await firestore.collection("c").getDocuments()
            }
            #expect(error.code == .failedPrecondition)
            #expect(error.message.contains("https://x"))
        }
    }

    @Test func `an error without a message is understood`() async throws {
        let error = try await failureOfGet(.json(#"{"error":{"code":500,"status":"UNKNOWN"}}"#, status: 500))
        #expect(error.code == .unknown)
        #expect(error.serverMessage == nil)
        #expect(error.message == "get of c/d failed: 127.0.0.1:8080 answered UNKNOWN.")
    }

    @Test func `a message of many lines becomes one`() async throws {
        let error = try await failureOfCommit(
            .json(errorJSON(404, "NOT_FOUND", #"no entity\npath <\n  Element {\u0000}\n>\n"#), status: 404))
        #expect(
            error.message.contains(
                "NOT_FOUND: no entity path < Element { } >. A document that must exist does not."), "\(error)"
        )
        let long = try await failureOfGet(
            .json(errorJSON(400, "INVALID_ARGUMENT", String(repeating: "x", count: 100_000)), status: 400))
        #expect(long.message.count < 1200)
    }

    @Test(arguments: [
        (
            ScriptedTransport.Step.text("<html>", type: "text/html", status: 200), StatusCode.unknown,
            "200 text/html"
        ),
        (.text("<html>", type: "text/html; charset=utf-8", status: 502), .unavailable, "502 text/html"),
        (.text("Not Found\n", type: nil, status: 404), .unimplemented, "404 without a content type"),
        (.text("", type: nil, status: 200), .unknown, "200 without content"),
        (.text("", type: "text/plain", status: 301), .unknown, "301 without content"),
        (.text("nope", type: "text/plain", status: 403), .unknown, "403 text/plain"),
        (.text("slow down", type: "text/plain", status: 429), .unavailable, "429 text/plain"),
        (.json(#"{"message":"no"}"#, status: 404), .unimplemented, "404 application/json"),
        (.json("\"hello\""), .unknown, "is JSON, but not an answer of Firestore"),
        (.json(#"{"hello":"world"}"#), .unknown, "is JSON, but not an answer of Firestore"),
        (.json("[]"), .unknown, "is JSON, but not an answer of Firestore"),
        (
            .json(#"{"name":"projects/p/databases/(default)/documents/c/d","fields":{"a":{"int"#),
            .unavailable, "cut off"
        ),
        (.json("{\u{0}}"), .unavailable, "cut off or damaged"),
        (.text("\u{FEFF}", type: "application/json"), .unknown, "not a Firestore server"),
    ])
    func `answers that are not Firestore's are recognized`(
        _ step: ScriptedTransport.Step, _ code: StatusCode, _ words: String
    ) async throws {
        for error in [try await failureOfGet(step), try await failureOfCommit(step)] {
            #expect(error.code == code, "\(error)")
            #expect(error.message.contains(words), "\(error)")
            #expect(error.message.contains("http://127.0.0.1:8080"), "\(error)")
            #expect(!error.message.contains("\n") && !error.message.contains("s3cret"))
        }
    }

    @Test func `another server's 404 never means a missing document`() async throws {
        for body in ["", "Not Found\n", "<html>c/d</html>", #"{"detail":"c/d"}"#] {
            #expect(try await failureOfGet(.text(body, type: nil, status: 404)).code == .unimplemented)
        }
    }

    @Test(arguments: [
        (
            HTTPTransportError.Kind.unreachable, StatusCode.unavailable,
            "no connection to http://127.0.0.1:8080", false
        ),
        (.connectionLost, .unavailable, "was lost before the answer was complete", true),
        (.timedOut, .deadlineExceeded, "no answer from http://127.0.0.1:8080 in time", true),
        (.tlsFailed, .unavailable, "no secure connection", false),
        (.responseTooLarge, .resourceExhausted, "too large", true),
        (.invalidRequest, .invalidArgument, "cannot be sent", false),
        (.cancelled, .cancelled, "was cancelled", true),
        (.other, .unknown, "no answer", true),
    ])
    func `no response is explained`(
        _ kind: HTTPTransportError.Kind, _ code: StatusCode, _ words: String, _ isOpen: Bool
    ) async throws {
        let error = try await failureOfCommit(.failure(kind, "detail"))
        #expect(error.code == code)
        #expect(error.message.contains(words), "\(error)")
        #expect(error.isOutcomeUnknown == isOpen)
        #expect((error.underlying as? HTTPTransportError)?.kind == kind)
        if kind != .cancelled { #expect(error.message.contains("detail")) }
        #expect(try await failureOfGet(.failure(kind)).isOutcomeUnknown == false)
    }

    @Test func `a refused certificate is reported once, with what to do`() async throws {
        var failure = HTTPTransportError(
            .tlsFailed, "no secure connection to a.example:443 (unable to get local issuer certificate)")
        failure.cause = "unable to get local issuer certificate"
        let error = try await failureOfGet(.failure(failure))
        #expect(
            error.message.hasSuffix(
                "no secure connection to http://127.0.0.1:8080 (unable to get local issuer certificate). Check this machine's "
                    + "clock; behind a company's proxy, set SSL_CERT_FILE to a file with its certificate authority."
            ),
            "\(error)")
    }

    @Test func `every status has a sentence without holes`() async throws {
        for code in StatusCode.allCases where code != .ok {
            let step = ScriptedTransport.Step.json(errorJSON(500, code.name, "words"), status: 500)
            let error = try await failureOfCommit(step)
            #expect(error.code == code)
            #expect(error.message.contains("answered \(code.name): words"), "\(error)")
            #expect(
                !error.message.contains("  ") && !error.message.hasSuffix(" ")
                    && !error.message.contains(".."))
        }
    }
}
