import ClientCore
import JSONText

/// The JSON object of a credentials file, or one within it. Its errors name the file and the member, and never quote a secret.
struct CredentialDocument {
    /// What messages call the file.
    let name: String
    /// What the object says it is: `service_account`, `authorized_user`, and others.
    let type: String
    /// The cloud that the credentials are for, such as `googleapis.com`.
    let universeDomain: String
    private let json: JSON
    /// What messages put before a member's name: `credential_source.`.
    private let path: String

    /// Google's own cloud.
    static let usualUniverse = "googleapis.com"

    init(_ bytes: [UInt8], name: String) throws(GoogleCredentialsError) {
        func malformed(_ what: String) -> GoogleCredentialsError {
            GoogleCredentialsError(.malformed, "\(name.capitalizedFirst) is invalid: \(what)")
        }
        let advice =
            "Use a service account's key in JSON form, or a file that gcloud has written for applications."
        guard bytes.count <= CredentialFile.maximumBytes else {
            throw malformed("it holds more than \(CredentialFile.maximumBytes / 1024) KiB. \(advice)")
        }
        let json: JSON
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
        let document = CredentialDocument(
            name: name, type: type, universeDomain: CredentialDocument.usualUniverse, json: json, path: "")
        self.init(
            name: name, type: type, universeDomain: try document.readUniverse(), json: json, path: "")
    }

    private init(name: String, type: String, universeDomain: String, json: JSON, path: String) {
        self.name = name
        self.type = type
        self.universeDomain = universeDomain
        self.json = json
        self.path = path
    }

    private func readUniverse() throws(GoogleCredentialsError) -> String {
        guard let domain = try optionalText("universe_domain", limit: 255) else {
            return CredentialDocument.usualUniverse
        }
        let isName = domain.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
                UInt8(ascii: "-"), UInt8(ascii: "."):
                true
            case _: false
            }
        }
        guard isName else {
            throw malformed("its \"\(path)universe_domain\" \(domain.quotedForMessage) is not a domain")
        }
        return domain
    }

    // MARK: Objects within

    /// An object in the file that has members of its own; nil if it is missing or null.
    func object(_ member: String) throws(GoogleCredentialsError) -> CredentialDocument? {
        guard let value = json[member], !value.isNull else { return nil }
        guard case .object = value else { throw malformed("its \"\(path)\(member)\" is not an object") }
        return CredentialDocument(
            name: name, type: type, universeDomain: universeDomain, json: value, path: "\(path)\(member).")
    }

    /// Other credentials that are a member of the file.
    func credentials(_ member: String) throws(GoogleCredentialsError) -> CredentialDocument {
        guard let inner = try object(member) else { throw malformed("it has no \"\(path)\(member)\"") }
        let type = try inner.text("type", limit: 255)
        let universe = inner.has("universe_domain") ? try inner.readUniverse() : universeDomain
        return CredentialDocument(
            name: name, type: type, universeDomain: universe, json: inner.json, path: inner.path)
    }

    /// Whether a member is there and is not null.
    func has(_ member: String) -> Bool { json[member].map { !$0.isNull } ?? false }

    // MARK: Members

    /// The text of a required member.
    ///
    /// - Parameter limit: How many bytes it may have.
    func text(_ member: String, limit: Int) throws(GoogleCredentialsError) -> String {
        guard let text = try optionalText(member, limit: limit) else {
            throw malformed("it has no \"\(path)\(member)\"")
        }
        return text
    }

    /// The text of a member; nil if it is missing, null or empty.
    func optionalText(_ member: String, limit: Int) throws(GoogleCredentialsError) -> String? {
        guard let value = json[member], !value.isNull else { return nil }
        guard let text = value.string else { throw malformed("its \"\(path)\(member)\" is not a string") }
        guard text.utf8.count <= limit else {
            throw malformed("its \"\(path)\(member)\" has more than \(limit) bytes")
        }
        return text.isEmpty ? nil : text
    }

    /// The text of a member that is a name: printable ASCII without spaces.
    func optionalName(_ member: String, limit: Int) throws(GoogleCredentialsError) -> String? {
        guard let text = try optionalText(member, limit: limit) else { return nil }
        guard text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            throw malformed(
                "its \"\(path)\(member)\" contains a space or another character that is not allowed")
        }
        return text
    }

    /// The text of a required member that is a name.
    func name(_ member: String, limit: Int) throws(GoogleCredentialsError) -> String {
        guard let text = try optionalName(member, limit: limit) else {
            throw malformed("it has no \"\(path)\(member)\"")
        }
        return text
    }

    /// The names in a list; none if it is missing or null.
    func names(_ member: String, limit: Int) throws(GoogleCredentialsError) -> [String] {
        guard let value = json[member], !value.isNull else { return [] }
        guard let elements = value.array, elements.count <= 100 else {
            throw malformed("its \"\(path)\(member)\" is not a list of at most 100 names")
        }
        var names: [String] = []
        for element in elements {
            guard let name = element.string, (1...limit).contains(name.utf8.count),
                name.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
            else { throw malformed("its \"\(path)\(member)\" contains something that is not a name") }
            names.append(name)
        }
        return names
    }

    /// The texts of an object by their names, in order; none if it is missing or null.
    func texts(_ member: String, limit: Int) throws(GoogleCredentialsError) -> [(name: String, value: String)]
    {
        guard let value = json[member], !value.isNull else { return [] }
        guard case .object(let members) = value else {
            throw malformed("its \"\(path)\(member)\" is not an object")
        }
        var texts: [(name: String, value: String)] = []
        for entry in members {
            guard let text = entry.value.string, text.utf8.count <= limit else {
                throw malformed(
                    "its \"\(path)\(member).\(entry.name.oneLine(limit: 60))\" is not a string of at most \(limit) bytes"
                )
            }
            texts.append((entry.name, text))
        }
        return texts
    }

    /// A whole number; nil if it is missing or null.
    func integer(_ member: String, in range: ClosedRange<Int>) throws(GoogleCredentialsError) -> Int? {
        guard let value = json[member], !value.isNull else { return nil }
        guard case .number(let digits) = value, let number = Int(digits), range.contains(number) else {
            throw malformed(
                "its \"\(path)\(member)\" is not a whole number from \(range.lowerBound) to \(range.upperBound)"
            )
        }
        return number
    }

    /// A boolean; false if it is missing or null.
    func flag(_ member: String) throws(GoogleCredentialsError) -> Bool {
        guard let value = json[member], !value.isNull else { return false }
        guard case .boolean(let flag) = value else {
            throw malformed("its \"\(path)\(member)\" is neither true nor false")
        }
        return flag
    }

    /// A URL to ask; nil if it is missing, null or empty.
    func optionalURL(_ member: String) throws(GoogleCredentialsError) -> ServiceURL? {
        guard let text = try optionalText(member, limit: 2048) else { return nil }
        do throws(AddressProblem) {
            return try ServiceURL(text)
        } catch {
            throw unusable(member, text, error)
        }
    }

    /// A URL at which tokens are exchanged; nil if it is missing, null or empty.
    func optionalEndpoint(_ member: String) throws(GoogleCredentialsError) -> TokenEndpoint? {
        guard let text = try optionalText(member, limit: 2048) else { return nil }
        do throws(AddressProblem) {
            return try TokenEndpoint(text)
        } catch {
            throw unusable(member, text, error)
        }
    }

    private func unusable(
        _ member: String, _ text: String, _ problem: AddressProblem
    ) -> GoogleCredentialsError {
        malformed("its \"\(path)\(member)\" \(text.quotedForMessage) cannot be used: \(problem.reason)")
    }

    // MARK: Errors

    /// The error for a member whose value cannot be used.
    ///
    /// - Parameter what: What is wrong, after the member's name.
    func malformed(_ member: String, _ what: String) -> GoogleCredentialsError {
        malformed("its \"\(path)\(member)\" \(what)")
    }

    func malformed(_ what: String) -> GoogleCredentialsError {
        GoogleCredentialsError(.malformed, "\(name.capitalizedFirst) is invalid: \(what). \(remedy)")
    }

    /// The error for a file of another type than required.
    func unexpectedType(instead wanted: String) -> GoogleCredentialsError {
        let subject = path.isEmpty ? name : "\"\(path.dropLast())\" in \(name)"
        return GoogleCredentialsError(
            .unsupported,
            "\(subject.capitalizedFirst) is of the type \(type.quotedForMessage); \(wanted) is needed here.")
    }

    /// Refuses credentials for another cloud than Google's own.
    func requireUsualUniverse() throws(GoogleCredentialsError) {
        if universeDomain == CredentialDocument.usualUniverse { return }
        throw GoogleCredentialsError(
            .unsupported,
            "\(name.capitalizedFirst) is for the cloud \(universeDomain.quotedForMessage), where a user's sign-in has "
                + "no tokens. Use a service account's key, or sign in with gcloud's --login-config.")
    }

    private var remedy: String {
        switch type {
        case AuthorizedUser.type: "Run `gcloud auth application-default login` again."
        case ExternalUser.type:
            "Run `gcloud auth application-default login --login-config=FILE` again."
        case ExternalAccount.type:
            "Create it again with `gcloud iam workload-identity-pools create-cred-config`."
        case ImpersonatedAccount.type:
            "Run `gcloud auth application-default login --impersonate-service-account=ACCOUNT` again."
        default: "Create a new key of the service account, in JSON form, and use that file unchanged."
        }
    }
}

extension CredentialDocument {
    /// Whether a file holds nothing that others must not read: it only says where to get a token that proves who asks.
    static func holdsNoSecret(_ bytes: [UInt8]) -> Bool {
        guard let json = try? JSONParser.parse(bytes) else { return false }
        return holdsNoSecret(json)
    }

    private static func holdsNoSecret(_ json: JSON) -> Bool {
        switch json["type"]?.string {
        case ExternalAccount.type: json["client_secret"].map(\.isNull) ?? true
        case ImpersonatedAccount.type: json["source_credentials"].map(holdsNoSecret) ?? false
        case _: false
        }
    }
}
