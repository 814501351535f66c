import ClientCore
import JSONText

/// Where a text has the subject token: it is the token, or a member of a JSON object is.
enum SubjectTokenFormat: Hashable, Sendable {
    case text
    case json(member: String)

    /// Reads `credential_source.format`.
    init(_ source: CredentialDocument) throws(GoogleCredentialsError) {
        guard let format = try source.object("format") else {
            self = .text
            return
        }
        switch try format.optionalText("type", limit: 32) {
        case nil, "text": self = .text
        case "json": self = .json(member: try format.text("subject_token_field_name", limit: 256))
        case _: throw format.malformed("type", "is neither text nor json")
        }
    }

    /// The token in a text.
    ///
    /// - Returns: nil if there is none.
    func token(in text: String) -> Secret? {
        let token: String?
        switch self {
        case .text: token = text
        case .json(let member): token = (try? JSONParser.parse(Array(text.utf8)))?[member]?.string
        }
        return token.flatMap { $0.isEmpty ? nil : Secret($0) }
    }

    /// What is missing where there is no token, after "it ".
    var absence: String {
        switch self {
        case .text: "is empty"
        case .json(let member): "has no \"\(member.oneLine(limit: 60))\" with a token"
        }
    }
}
