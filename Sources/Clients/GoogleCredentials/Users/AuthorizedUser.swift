/// A user's own credentials, as `gcloud auth application-default login` writes them.
///
/// Printing or dumping them shows no secret. Source: https://google.aip.dev/auth/4113
public struct AuthorizedUser: Sendable, CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{
    static let type = "authorized_user"

    /// The id of the program that the user signed in to, usually gcloud's.
    public let clientID: String
    /// The project that requests are counted against, where an API requires one. It need not be the database's project.
    public let quotaProjectID: String?

    let clientSecret: Secret
    let refreshToken: Secret

    /// Reads a file.
    ///
    /// - Parameter path: The file. Only its owner may have access to it, and it has at most 64 KiB.
    /// - Throws: ``GoogleCredentialsError`` that names the file, what is wrong with it, and what to do.
    public init(contentsOf path: String) throws(GoogleCredentialsError) {
        try self.init(try CredentialFile(path).document())
    }

    init(_ document: CredentialDocument) throws(GoogleCredentialsError) {
        guard document.type == AuthorizedUser.type else {
            throw document.unexpectedType(instead: "a user's credentials")
        }
        try document.requireUsualUniverse()
        clientID = try document.name("client_id", limit: 512)
        clientSecret = Secret(try document.name("client_secret", limit: 512))
        refreshToken = Secret(try document.name("refresh_token", limit: 4096))
        quotaProjectID = try document.optionalName("quota_project_id", limit: 255)
    }

    /// A general description: the file does not contain the user's name.
    public var description: String { "a user's credentials from gcloud" }

    /// A general description: the file does not contain the user's name.
    public var debugDescription: String { description }

    /// Does not show the secrets.
    public var customMirror: Mirror { Mirror(self, children: ["clientID": clientID]) }
}
