import ClientCore
import CoreValues
import HTTPTypes
import RealtimeDatabaseModel

/// One call of the database's REST interface, ready to be sent as often as needed.
struct Call: RepeatableCall, Sendable {
    /// What is being done, for people: `setValue of /rooms/r1`.
    let subject: String
    let method: HTTPRequest.Method
    /// The path of the URL, percent-encoded, with `.json` at the end.
    let resource: String
    /// Names and values of the URL's query, not yet encoded.
    var parameters: [(name: String, value: String)] = []
    /// Header fields of this call alone.
    var fields = HTTPFields()
    /// The JSON to send; empty for none.
    var body: [UInt8] = []
    /// Whether carrying the call out twice has the same effect as carrying it out once. Reads always are repeatable.
    var isRepeatable = true
    /// Whether the caller handles an answer that the data does not have the expected value.
    var takesMismatch = false

    /// True when the call changes data.
    var isWrite: Bool { method != .get }

    /// A read.
    init(get name: String, _ path: DatabasePath, parameters: [(name: String, value: String)] = []) {
        subject = Call.subject(name, path)
        method = .get
        resource = Call.resource(path)
        self.parameters = parameters
    }

    /// A write whose answer is not needed.
    init(
        _ method: HTTPRequest.Method, _ name: String, _ path: DatabasePath, body: [UInt8] = [],
        isRepeatable: Bool = true
    ) {
        subject = Call.subject(name, path)
        self.method = method
        resource = Call.resource(path)
        parameters = [("print", "silent")]
        self.body = body
        self.isRepeatable = isRepeatable
    }

    /// A forwarded request, sent once.
    ///
    /// - Parameter keys: The resource's path, not encoded; the last key without `.json`.
    init(
        forwarding method: HTTPRequest.Method, _ keys: [String],
        parameters: [(name: String, value: String)], fields: HTTPFields, body: [UInt8]
    ) {
        resource = Call.resource(keys)
        subject = "\(method.rawValue) of \("/\(keys.joined(separator: "/"))".oneLine(limit: 120))"
        self.method = method
        self.parameters = parameters
        self.fields = fields
        self.body = body
        isRepeatable = false
    }

    private static func resource(_ path: DatabasePath) -> String { resource(path.keys.map(\.string)) }

    private static func resource(_ keys: [String]) -> String {
        "/\(keys.map(\.percentEncoded).joined(separator: "/")).json"
    }

    static func subject(_ name: String, _ path: DatabasePath) -> String {
        "\(name) of \(path.description.oneLine(limit: 120))"
    }

    /// Path and query of the URL, percent-encoded.
    ///
    /// - Parameter more: Parameters that every request has.
    func target(adding more: [(name: String, value: String)]) -> String {
        var text = resource
        var separator = "?"
        for (name, value) in parameters + more {
            text += separator + name + "=" + value.percentEncoded
            separator = "&"
        }
        return text
    }
}
