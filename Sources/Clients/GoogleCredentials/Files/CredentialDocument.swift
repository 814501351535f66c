import ClientCore
import JSONText

/// The JSON object of a credentials file. Its errors name the file and never quote a value.
struct CredentialDocument {
    /// What messages call the file.
    let name: String
    /// What the file says it is: `service_account`, `authorized_user`, and others.
    let type: String
    private let json: JSON

    init(_ bytes: [UInt8], name: String) throws(GoogleCredentialsError) {
        self.name = name
        func malformed(_ what: String) -> GoogleCredentialsError {
            GoogleCredentialsError(.malformed, "\(name.capitalizedFirst) is invalid: \(what)")
        }
        let advice =
            "Use a service account's key in JSON form, or the file that `gcloud auth application-default login` writes."
        guard bytes.count <= CredentialFile.maximumBytes else {
            throw malformed("it holds more than \(CredentialFile.maximumBytes / 1024) KiB. \(advice)")
        }
        do throws(JSONParser.Failure) {
            json = try JSONParser.parse(bytes)
        } catch {
            throw malformed("it is \(error). \(advice)")
        }
        guard case .object = json else { throw malformed("it is not a JSON object. \(advice)") }
        if json["type"] == nil, json["installed"] != nil || json["web"] != nil {
            throw malformed("it describes an OAuth client and contains no credentials. \(advice)")
        }
        guard let type = json["type"]?.string else { throw malformed("it has no \"type\". \(advice)") }
        self.type = type
        if let domain = try optionalText("universe_domain", limit: 255), domain != "googleapis.com" {
            throw GoogleCredentialsError(
                .unsupported,
                "\(name.capitalizedFirst) is for the cloud \(domain.quotedForMessage); only googleapis.com is supported."
            )
        }
    }

    /// The text of a required member.
    ///
    /// - Parameter limit: How many bytes it may have.
    func text(_ member: String, limit: Int) throws(GoogleCredentialsError) -> String {
        guard let text = try optionalText(member, limit: limit) else {
            throw malformed("it has no \"\(member)\"")
        }
        return text
    }

    /// The text of a member; nil if it is missing, null or empty.
    func optionalText(_ member: String, limit: Int) throws(GoogleCredentialsError) -> String? {
        guard let value = json[member], !value.isNull else { return nil }
        guard let text = value.string else { throw malformed("its \"\(member)\" is not a string") }
        guard text.utf8.count <= limit else {
            throw malformed("its \"\(member)\" has more than \(limit) bytes")
        }
        return text.isEmpty ? nil : text
    }

    /// The text of a member that is a name: printable ASCII without spaces.
    func optionalName(_ member: String, limit: Int) throws(GoogleCredentialsError) -> String? {
        guard let text = try optionalText(member, limit: limit) else { return nil }
        guard text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            throw malformed("its \"\(member)\" contains a space or another character that is not allowed")
        }
        return text
    }

    /// The text of a required member that is a name.
    func name(_ member: String, limit: Int) throws(GoogleCredentialsError) -> String {
        guard let text = try optionalName(member, limit: limit) else {
            throw malformed("it has no \"\(member)\"")
        }
        return text
    }

    func malformed(_ what: String) -> GoogleCredentialsError {
        GoogleCredentialsError(.malformed, "\(name.capitalizedFirst) is invalid: \(what). \(remedy)")
    }

    /// The error for a file of another type than required.
    func unexpectedType(instead wanted: String) -> GoogleCredentialsError {
        GoogleCredentialsError(
            .unsupported,
            "\(name.capitalizedFirst) is of the type \(type.quotedForMessage); \(wanted) is needed here.")
    }

    private var remedy: String {
        switch type {
        case AuthorizedUser.type: "Run `gcloud auth application-default login` again."
        default: "Create a new key of the service account, in JSON form, and use that file unchanged."
        }
    }
}
