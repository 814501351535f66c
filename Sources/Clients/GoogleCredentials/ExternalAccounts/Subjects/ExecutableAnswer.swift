import ClientCore
import JSONText

/// What a program says that was asked for a subject token, in version 1 of the protocol.
///
/// Source: https://google.aip.dev/auth/4117#expected-output-of-executable
enum ExecutableAnswer {
    case token(Secret, expiresAt: Double?)
    /// The program has no token, and says why. Its words are one line of limited length.
    case failure(code: String, message: String)

    /// Why an output is no such answer, after "it ".
    struct Problem: Error, Equatable {
        let reason: String
        /// Whether it is one that running the program again may mend.
        var isOutdated = false
    }

    /// Reads an output.
    init(_ bytes: [UInt8]) throws(Problem) {
        guard let json = try? JSONParser.parse(bytes), case .object = json else {
            throw Problem(reason: "is not a JSON object", isOutdated: true)
        }
        guard case .number(let digits)? = json["version"], let version = Int(digits) else {
            throw Problem(reason: "has no \"version\"")
        }
        guard version <= 1 else { throw Problem(reason: "has a \"version\" other than 1", isOutdated: true) }
        guard case .boolean(let isSuccess)? = json["success"] else {
            throw Problem(reason: "has no \"success\"")
        }
        guard isSuccess else {
            guard let code = ExecutableAnswer.text(json["code"]), let message = json["message"]?.string else {
                throw Problem(reason: "has no \"code\" and \"message\", though \"success\" is false")
            }
            self = .failure(code: code.oneLine(limit: 60), message: message.oneLine(limit: 300))
            return
        }
        var end: Double?
        if let member = json["expiration_time"], !member.isNull {
            guard let seconds = ExecutableAnswer.text(member).flatMap(Double.init) else {
                throw Problem(reason: "has an \"expiration_time\" that is not a number of seconds")
            }
            end = seconds
        }
        let member: String
        switch json["token_type"]?.string {
        case "urn:ietf:params:oauth:token-type:jwt", "urn:ietf:params:oauth:token-type:id_token":
            member = "id_token"
        case "urn:ietf:params:oauth:token-type:saml2": member = "saml_response"
        case nil: throw Problem(reason: "has no \"token_type\"")
        case _: throw Problem(reason: "has a \"token_type\" that is not supported", isOutdated: true)
        }
        guard let token = json[member]?.string, !token.isEmpty else {
            throw Problem(reason: "has no \"\(member)\"")
        }
        self = .token(Secret(token), expiresAt: end)
    }

    /// A text, or a number as text.
    private static func text(_ json: JSON?) -> String? {
        switch json {
        case .string(let text), .number(let text): text
        case _: nil
        }
    }
}
