import HTTPTransport
import HTTPTypes

extension HTTPFields {
    /// What a page is told of a server's answer: what it is, which version, and where a refusal is explained.
    var forPage: HTTPFields {
        var fields: HTTPFields = [.contentType: self[.contentType] ?? "application/json"]
        for name in [HTTPField.Name.eTag, .rulesDecision] { fields[name] = self[name] }
        return fields
    }
}
