import CoreValues
import Testing

struct StatusCodeTests {
    private static let table: [(Int, String, Int)] = [
        (0, "OK", 200), (1, "CANCELLED", 499), (2, "UNKNOWN", 500), (3, "INVALID_ARGUMENT", 400),
        (4, "DEADLINE_EXCEEDED", 504), (5, "NOT_FOUND", 404), (6, "ALREADY_EXISTS", 409),
        (7, "PERMISSION_DENIED", 403), (8, "RESOURCE_EXHAUSTED", 429), (9, "FAILED_PRECONDITION", 400),
        (10, "ABORTED", 409), (11, "OUT_OF_RANGE", 400), (12, "UNIMPLEMENTED", 501), (13, "INTERNAL", 500),
        (14, "UNAVAILABLE", 503), (15, "DATA_LOSS", 500), (16, "UNAUTHENTICATED", 401),
    ]

    @Test(arguments: table)
    func `a code has a number, a name and an HTTP status`(number: Int, name: String, httpStatus: Int) throws {
        let code = try #require(StatusCode(rawValue: number))
        #expect(code.name == name)
        #expect(code.httpStatus == httpStatus)
        #expect(StatusCode(name: name) == code)
    }

    @Test func `the table holds every code`() {
        #expect(StatusCode.allCases.map(\.rawValue) == Self.table.map(\.0))
        #expect(StatusCode(name: "not_found") == nil)
        #expect(StatusCode(name: "") == nil)
    }

    @Test(
        arguments: [
            (400, .invalidArgument), (401, .unauthenticated), (403, .permissionDenied), (404, .notFound),
            (408, .deadlineExceeded), (409, .aborted), (413, .resourceExhausted), (429, .resourceExhausted),
            (499, .cancelled), (500, .internal), (501, .unimplemented), (502, .unavailable),
            (503, .unavailable),
            (504, .deadlineExceeded), (599, .internal), (302, .unknown), (418, .unknown),
        ] as [(Int, StatusCode)])
    func `an HTTP status alone stands for a code`(httpStatus: Int, code: StatusCode) {
        #expect(StatusCode(httpStatus: httpStatus) == code)
    }
}
