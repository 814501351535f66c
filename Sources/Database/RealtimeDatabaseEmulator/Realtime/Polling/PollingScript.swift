import HTTPTransport
import HTTPTypes
import JSONText

/// The scripts in which a page gets its answers: calls of its functions.
struct PollingScript {
    private(set) var text = ""

    /// The functions of the page, as its hidden frame calls them.
    mutating func defineFunctions(_ callback: String) {
        for (name, parameters) in [("pLPCommand", "c, a, b"), ("pRTLPCB", "n, d")] {
            text += "function \(name)(\(parameters)) { "
            text += "var f = parent.window[\"\(name)\(callback)\"]; if (f) { f(\(parameters)); } }\n"
        }
    }

    mutating func start(_ client: PollingRequest.Client) {
        text += "pLPCommand(\"start\", \"\(client.id)\", \"\(client.password)\");\n"
    }

    /// Messages, as JSON, in the answer with a number.
    mutating func messages(_ messages: [[UInt8]], number: Int) {
        let list = messages.map { String(decoding: $0, as: UTF8.self) }.joined(separator: ",")
        text += "pRTLPCB(\(number), [\(list)]);\n"
    }

    /// The session ends, at once or after the answer with a number.
    mutating func close(after number: Int? = nil) {
        text += number.map { "pLPCommand(\"close\", \($0));\n" } ?? "pLPCommand(\"close\");\n"
    }

    var response: HTTPExchangeResponse {
        HTTPExchangeResponse(
            head: HTTPResponse(
                status: .ok,
                headerFields: [
                    .contentType: "application/javascript; charset=utf-8", .cacheControl: "no-cache",
                    .xContentTypeOptions: "nosniff",
                ]),
            body: Array(text.utf8))
    }

    /// A page that says goodbye for a client when it is left, or when its frame is removed.
    static func farewellPage(_ client: PollingRequest.Client, namespace: String) -> HTTPExchangeResponse {
        let address = "/.lp?disconn=t&id=\(client.id)&pw=\(client.password)&ns=\(namespace)"
        let page = """
            <!doctype html><script>
            addEventListener("pagehide", () => navigator.sendBeacon("\(address)"));
            </script>
            """
        return HTTPExchangeResponse(
            head: HTTPResponse(
                status: .ok,
                headerFields: [.contentType: "text/html; charset=utf-8", .cacheControl: "no-cache"]),
            body: Array(page.utf8))
    }
}
