import HTTPTransport
import HTTPTypes

extension HTTPFields {
    /// The fields of a server's response that a page gets: the type, the entity tag, and the number of the rules' decision.
    var forPage: HTTPFields {
        var fields: HTTPFields = [.contentType: self[.contentType] ?? "application/json"]
        for name in [HTTPField.Name.eTag, .rulesDecision] { fields[name] = self[name] }
        return fields
    }
}
