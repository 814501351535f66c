import ClientCore
import HTTPTransport
import HTTPTypes

/// The server that gives programs in Google's cloud their identity and tokens.
///
/// It uses plain http, because it answers from the host that the program runs on. Requests contain
/// `Metadata-Flavor: Google`, which a web page cannot make a browser send. Answers contain it too; without it, another
/// server has answered.
/// Source: https://cloud.google.com/compute/docs/metadata/querying-metadata
struct MetadataServer: Sendable {
    /// The usual name, which the cloud's name servers resolve.
    static let usualAddress = HostAddress(
        host: "metadata.google.internal", port: 80, isSecure: false)

    let address: HostAddress
    let transport: any HTTPTransport

    init(_ address: HostAddress = usualAddress, transport: any HTTPTransport) {
        self.address = address
        self.transport = transport
    }

    /// Reads an address in the form of `GCE_METADATA_HOST`: `HOST` or `HOST:PORT`.
    init(host: String, transport: any HTTPTransport) throws(GoogleCredentialsError) {
        do throws(AddressProblem) {
            self.init(try HostAddress(authority: host[...], isSecure: false), transport: transport)
        } catch {
            throw GoogleCredentialsError(
                .malformed,
                "\(host.quotedForMessage) is not a metadata server's address: \(error.reason). "
                    + "Set GCE_METADATA_HOST to HOST or HOST:PORT.")
        }
    }

    /// Reads answers, and words failures.
    var answer: TokenAnswer {
        TokenAnswer(
            subject: "the service account of this machine",
            server: "the metadata server \(address.authority)", secrets: [],
            advice: { _ in "Attach a service account that may use Firestore to what runs this." })
    }

    /// Sends a request below `/computeMetadata/v1/`.
    ///
    /// - Returns: The metadata server's answer, with any status.
    func get(_ path: String) async throws(GoogleCredentialsError) -> HTTPExchangeResponse {
        var request = HTTPRequest(
            method: .get, scheme: address.scheme, authority: address.authority,
            path: "/computeMetadata/v1/\(path)")
        if let name = MetadataServer.fieldName { request.headerFields[name] = MetadataServer.flavor }
        let response: HTTPExchangeResponse
        do throws(HTTPTransportError) {
            response = try await transport.send(request, body: [])
        } catch {
            throw GoogleCredentialsError(error, subject: answer.subject, secrets: [])
        }
        let flavor = MetadataServer.fieldName.flatMap { response.head.headerFields[$0] }
        guard flavor == MetadataServer.flavor else {
            throw GoogleCredentialsError(
                .invalidAnswer,
                "No access token for \(answer.subject): what answers at \(address.authority) is not a metadata server: its "
                    + "answer has no Metadata-Flavor: Google. Check the network, or GCE_METADATA_HOST.")
        }
        return response
    }

    private static let fieldName = HTTPField.Name("Metadata-Flavor")
    private static let flavor = "Google"
}
