import FirestoreModel
import FirestoreREST
import Testing

struct ErrorBodyTests {
    /// To the byte as Google's emulator wrote them.
    @Test(arguments: [
        (
            RPCStatus(.notFound, "Document (projects/demo/databases/(default)/documents/c/none) not found."),
            #"{"error":{"code":404,"message":"Document (projects\/demo\/databases\/(default)\/documents\/c\/none) not found.","status":"NOT_FOUND"}}"#
        ),
        (
            RPCStatus(.alreadyExists, "entity already exists: EntityRef{partitionRef=dev~demo, path=/c/b}"),
            #"{"error":{"code":409,"message":"entity already exists: EntityRef{partitionRef=dev~demo, path=\/c\/b}","status":"ALREADY_EXISTS"}}"#
        ),
        (
            RPCStatus(.notFound, "app: \"dev~demo\"\npath <\n"),
            #"{"error":{"code":404,"message":"app: \"dev~demo\"\npath <\n","status":"NOT_FOUND"}}"#
        ),
        (RPCStatus(.unknown, nil), #"{"error":{"code":500,"status":"UNKNOWN"}}"#),
    ])
    func `an error is written as Google's emulator writes it, and read again`(status: RPCStatus, body: String)
    {
        #expect(String(decoding: ErrorBody.encode(status), as: UTF8.self) == body)
        #expect(ErrorBody.decode(Array(body.utf8), httpStatus: status.code.httpStatus) == status)
    }

    @Test(arguments: StatusCode.allCases)
    func `every code comes back`(code: StatusCode) {
        let status = RPCStatus(code, "text")
        #expect(ErrorBody.decode(ErrorBody.encode(status), httpStatus: 500) == status)
    }

    @Test(arguments: [
        (
            #"[{"error":{"code":400,"message":"m","status":"FAILED_PRECONDITION"}}]"#,
            RPCStatus(.failedPrecondition, "m")
        ),
        (#"[{"error":{"code":400,"message":"m"}},{"error":{}}]"#, RPCStatus(.notFound, "m")),
        (#"{"error":{"status":"ABORTED","details":[{"@type":"x"}]}}"#, RPCStatus(.aborted, nil)),
        (#"{"error":{"status":"NEW_ONE","message":"m"}}"#, RPCStatus(.notFound, "m")),
        (#"{"error":{"status":5,"message":5}}"#, RPCStatus(.notFound, nil)),
        (#"{"error":{}}"#, RPCStatus(.notFound, nil)),
    ])
    func `production's forms are read, and the HTTP status stands in for a missing code`(
        body: String, status: RPCStatus
    ) {
        #expect(ErrorBody.decode(Array(body.utf8), httpStatus: 404) == status)
    }

    @Test(arguments: [
        "", "Not Found\n", "<html><body>Bad Gateway</body></html>", "{}", "[]", "[[]]", "null", "5",
        #"{"error":"text"}"#, #"{"error":null}"#, #"{"error":{}"#, #"[{"found":{}}]"#,
    ])
    func `what is no error of Firestore is nil`(body: String) {
        #expect(ErrorBody.decode(Array(body.utf8), httpStatus: 502) == nil)
    }
}
