/// Answers that a proxy gives in place of the server.
enum CannedAnswer {
    /// The quota is used up, as Google's servers say it.
    static func overloaded(retryAfterSeconds: Int) -> [UInt8] {
        error(
            "429 Too Many Requests", code: 429, "RESOURCE_EXHAUSTED", "Quota exceeded.",
            fields: "Retry-After: \(retryAfterSeconds)\r\n")
    }

    /// The service is down, as Google's servers say it.
    static let unavailable = error(
        "503 Service Unavailable", code: 503, "UNAVAILABLE", "The service is currently unavailable.")

    /// Nothing that an HTTP client can read, with an empty line for those who look for the end of a head.
    static let garbage: [UInt8] = [0x16, 0x03, 0x01, 0xFF, 0x00, 0x80] + Array("no HTTP\r\n\r\n{[\"".utf8)

    /// What lets a client go on that holds its body back.
    static let goOn = Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)

    private static func error(
        _ status: String, code: Int, _ name: String, _ message: String, fields: String = ""
    ) -> [UInt8] {
        let body = """
            {
              "error": {
                "code": \(code),
                "message": "\(message)",
                "status": "\(name)"
              }
            }

            """
        let head = "HTTP/1.1 \(status)\r\nContent-Type: application/json; charset=UTF-8\r\n\(fields)"
        return Array("\(head)Content-Length: \(body.utf8.count)\r\n\r\n\(body)".utf8)
    }
}
