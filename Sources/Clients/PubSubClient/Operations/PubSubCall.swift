import ClientCore
import HTTPTypes
import JSONText

/// One call of Pub/Sub's REST interface, ready to be sent as often as needed.
struct PubSubCall: RepeatableCall, Sendable {
    /// The call, for people: `publish of 3 messages (projects/p/topics/t)`.
    let subject: String
    let method: HTTPRequest.Method
    /// The path of the URL.
    let path: String
    let body: [UInt8]
    var isWrite = false
    /// Google's clients repeat every one of these calls too. What they do twice, such as publishing, does no harm.
    let isRepeatable = true
    /// Whether to wait for the answer as long as a pull may take.
    var isLong = false

    init(
        _ method: HTTPRequest.Method, _ name: String, of resource: String, _ verb: String = "",
        _ body: [UInt8] = []
    ) {
        subject = "\(name) (\(resource.oneLine(limit: 120)))"
        self.method = method
        // Ids may contain %.
        path = "/v1/\(resource.replacing("%", with: "%25"))\(verb.isEmpty ? "" : ":\(verb)")"
        self.body = body
    }
}
