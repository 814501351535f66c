import ClientCore
public import HTTPTransport
import HTTPTypes

/// Gets tokens for the service account that is attached to this machine, container or function.
///
/// The server caches tokens: it returns the same one until its last few minutes.
/// Source: https://cloud.google.com/compute/docs/access/authenticate-workloads#applications
public struct MetadataServerTokenSource: AccessTokenSource {
    let server: MetadataServer

    /// Creates a source of tokens from the usual metadata server, `metadata.google.internal`.
    ///
    /// - Parameter transport: Sends the requests.
    public init(transport: any HTTPTransport) {
        server = MetadataServer(transport: transport)
    }

    /// Creates a source of tokens from another metadata server.
    ///
    /// - Parameters:
    ///   - host: `HOST` or `HOST:PORT`, as in the environment variable `GCE_METADATA_HOST`.
    ///   - transport: Sends the requests.
    /// - Throws: ``GoogleCredentialsError`` of kind `malformed` for an invalid address.
    public init(host: String, transport: any HTTPTransport) throws(GoogleCredentialsError) {
        server = try MetadataServer(host: host, transport: transport)
    }

    init(_ server: MetadataServer) {
        self.server = server
    }

    /// Asks the server for the account's token.
    public func fetch() async throws(GoogleCredentialsError) -> AccessToken {
        try server.answer.token(try await server.get("instance/service-accounts/default/token"))
    }

    /// Asks the server in which project this runs.
    ///
    /// - Returns: The project's id; nil when the server does not know it.
    /// - Throws: ``GoogleCredentialsError``, as ``fetch()`` does.
    public func projectID() async throws(GoogleCredentialsError) -> String? {
        let response = try await server.get("project/project-id")
        if response.head.status.code == 404 { return nil }
        guard response.head.status.code == 200 else { throw server.answer.failure(response) }
        let text = String(decoding: response.body, as: UTF8.self)
        guard (1...255).contains(text.utf8.count), text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            throw GoogleCredentialsError(
                .invalidAnswer,
                "The metadata server \(server.address.authority) returned an invalid project id.")
        }
        return text
    }
}
