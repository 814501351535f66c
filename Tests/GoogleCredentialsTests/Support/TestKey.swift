import GoogleCredentials
import JSONText
import TestSupport
import Testing

/// A service account's key for one run of the tests, made anew each time: no key lies in the repository.
enum TestKey {
    private static let made = RSAKeyPair()

    static var pair: RSAKeyPair { get throws { try #require(made) } }

    /// The private key in the form that Google gives: PKCS #8 in PEM.
    static var pem: String { get throws { try pair.privatePEM } }

    static let email = "receipts@my-project.iam.gserviceaccount.com"
    static let keyID = "0123456789abcdef0123456789abcdef01234567"

    /// The members of a key's file.
    static var members: [String: JSON] {
        get throws {
            [
                "type": .string("service_account"), "project_id": .string("my-project"),
                "private_key_id": .string(keyID), "private_key": .string(try pem),
                "client_email": .string(email), "client_id": .string("1234567890"),
                "token_uri": .string("https://oauth2.googleapis.com/token"),
                "universe_domain": .string("googleapis.com"),
            ]
        }
    }

    /// A key's file, with some members changed, or left out where the value is nil.
    static func file(_ changes: [String: JSON?] = [:]) throws -> [UInt8] {
        var members = try members
        for (name, value) in changes { members[name] = value }
        return jsonObject(members)
    }

    /// A key, with its token server somewhere else.
    static func make(tokenURI: String = "https://oauth2.googleapis.com/token") throws -> ServiceAccountKey {
        try ServiceAccountKey(json: try file(["token_uri": .string(tokenURI)]))
    }
}

/// The file of gcloud's user, with some members changed, or left out where the value is nil.
func userFile(_ changes: [String: JSON?] = [:]) -> [UInt8] {
    var members = userMembers()
    for (name, value) in changes { members[name] = value }
    return jsonObject(members)
}

/// The members of the file of gcloud's user.
func userMembers() -> [String: JSON] {
    [
        "type": .string("authorized_user"), "client_id": .string("gcloud.apps.example.com"),
        "client_secret": .string("very-secret-client"), "refresh_token": .string("very-secret/refresh+token"),
        "quota_project_id": .string("quota-project"),
    ]
}

/// The bytes of an object, its members in order.
func jsonObject(_ members: [String: JSON]) -> [UInt8] {
    let sorted = members.sorted { $0.key < $1.key }.map { JSON.Member($0.key, $0.value) }
    return Array(JSON.object(sorted).compactText.utf8)
}
