import ClientCore
import Cryptography
import PrintableText

/// The key of a service account, as Google Cloud's console and `gcloud iam service-accounts keys create` give it.
///
/// Printing, dumping or logging a key names the account and shows nothing of the private key.
/// Source: https://google.aip.dev/auth/4112
public struct ServiceAccountKey: Sendable, CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{
    static let type = "service_account"

    /// The account, such as `receipts@my-project.iam.gserviceaccount.com`.
    public let clientEmail: String
    /// The project that the account belongs to; old files do not say.
    public let projectID: String?
    /// The id of the key, by which Google finds the public half; 40 hexadecimal digits.
    public let privateKeyID: String?
    /// Where the key is exchanged for tokens: `https://oauth2.googleapis.com/token`.
    public var tokenURI: String { endpoint.url }
    /// The cloud that the account belongs to: `googleapis.com`, except in clouds of Google's partners.
    public let universeDomain: String

    let endpoint: TokenEndpoint
    let privateKey: RSASigningKey

    /// Reads a key's file.
    ///
    /// - Parameter path: The file. Only its owner may have access to it, and it has at most 64 KiB.
    /// - Throws: ``GoogleCredentialsError`` that names the file, what is wrong with it, and what to do.
    public init(contentsOf path: String) throws(GoogleCredentialsError) {
        try self.init(try CredentialFile(path).document())
    }

    /// Reads a key that is not stored in a file but, for example, in a secret manager.
    ///
    /// - Parameters:
    ///   - json: The text of the key's file, in UTF-8; 64 KiB at most.
    ///   - name: What messages call it.
    /// - Throws: ``GoogleCredentialsError`` with what is wrong, and what to do.
    public init(json: [UInt8], name: String = "the service account's key") throws(GoogleCredentialsError) {
        try self.init(CredentialDocument(json, name: name.beginning(limit: 300)))
    }

    init(_ document: CredentialDocument) throws(GoogleCredentialsError) {
        guard document.type == ServiceAccountKey.type else {
            throw document.unexpectedType(instead: "a service account's key")
        }
        clientEmail = try document.name("client_email", limit: 320)
        guard clientEmail.contains("@") else {
            throw document.malformed("its \"client_email\" is not an account's address")
        }
        projectID = try document.optionalName("project_id", limit: 255)
        privateKeyID = try document.optionalName("private_key_id", limit: 255)
        endpoint = try document.optionalEndpoint("token_uri") ?? .google
        universeDomain = document.universeDomain
        let pem = try document.text("private_key", limit: 32 * 1024)
        do throws(RSASigningKey.Failure) {
            privateKey = try RSASigningKey(pem: pem)
        } catch {
            throw document.malformed(
                error == .noLibrary
                    ? "its \"private_key\" cannot be read without OpenSSL's libcrypto, which is not installed"
                    : "its \"private_key\" is not an RSA key of 2048 bits or more in PEM form")
        }
    }

    /// Whether the key signs tokens itself: clouds other than Google's own exchange no assertions.
    /// Source: https://google.aip.dev/auth/4111
    var signsTokens: Bool { universeDomain != CredentialDocument.usualUniverse }

    /// The account, without the key.
    public var description: String { "the key of the service account \(clientEmail)" }

    /// The account, without the key.
    public var debugDescription: String { description }

    /// Shows only the account.
    public var customMirror: Mirror { Mirror(self, children: ["clientEmail": clientEmail]) }
}
