import ClientCore
import PrintableText

/// Looks for credentials in the usual places, one after the other.
struct CredentialSearch: Sendable {
    let environment: EnvironmentVariables
    let homeDirectory: String?
    let metadataServer: MetadataServerUse
    let factory: CredentialFactory
    let clock: any Clock<Duration>

    /// How long to wait for a metadata server that may not exist. It usually answers within milliseconds.
    static let patience = Duration.seconds(1)
    /// How long to wait for one that is configured.
    static let longPatience = Duration.seconds(5)

    func run() async throws(GoogleCredentialsError) -> GoogleCredentials {
        let found = try await find()
        guard let project = environment["GOOGLE_CLOUD_QUOTA_PROJECT"] else { return found }
        return GoogleCredentials(
            found.tokens, description: found.description, projectID: found.projectID, quotaProjectID: project,
            universeDomain: found.universeDomain)
    }

    private func find() async throws(GoogleCredentialsError) -> GoogleCredentials {
        if let path = environment["GOOGLE_APPLICATION_CREDENTIALS"] {
            let file = CredentialFile(path, origin: "GOOGLE_APPLICATION_CREDENTIALS")
            return try factory.credentials(from: try file.document())
        }
        if let document = try gcloudFile?.documentIfPresent() {
            return try factory.credentials(from: document)
        }
        if let found = try await fromMetadataServer() { return found }
        throw nothingFound
    }

    /// Where gcloud writes; nil without a configuration or home directory.
    private var gcloudFile: CredentialFile? {
        let name = "application_default_credentials.json"
        if let directory = environment["CLOUDSDK_CONFIG"] {
            return CredentialFile("\(directory)/\(name)", origin: "CLOUDSDK_CONFIG")
        }
        return (homeDirectory ?? environment["HOME"]).map { CredentialFile("\($0)/.config/gcloud/\(name)") }
    }

    private func fromMetadataServer() async throws(GoogleCredentialsError) -> GoogleCredentials? {
        if metadataServer == .never { return nil }
        let host = environment["GCE_METADATA_HOST"]
        let server =
            if let host {
                try MetadataServer(host: host, transport: factory.transport)
            } else {
                MetadataServer(transport: factory.transport)
            }
        // The project's id is needed anyway, so this request is also the probe.
        let isCertain = host != nil || metadataServer == .always
        let limit = isCertain ? CredentialSearch.longPatience : CredentialSearch.patience
        let answer = await within(limit, by: clock) {
            () async -> Result<String?, GoogleCredentialsError> in
            do throws(GoogleCredentialsError) {
                return .success(try await MetadataServerTokenSource(server).projectID())
            } catch {
                return .failure(error)
            }
        }
        if Task.isCancelled {
            throw GoogleCredentialsError(.cancelled, "The search for credentials was cancelled.")
        }
        switch answer {
        case .success(let projectID): return factory.credentials(from: server, projectID: projectID)
        case .failure(let error): if isCertain { throw error }
        case nil:
            if isCertain {
                throw GoogleCredentialsError(
                    .unavailable,
                    "The metadata server \(server.address.authority) did not answer within \(limit.components.seconds) s. "
                        + "Does this run in Google's cloud?")
            }
        }
        return nil
    }

    private var nothingFound: GoogleCredentialsError {
        let file = gcloudFile.map { "there is no file \($0.path.beginning(limit: 300))" }
        let server = metadataServer == .never ? nil : "no metadata server answers"
        let places = ["GOOGLE_APPLICATION_CREDENTIALS is not set", file, server].compactMap(\.self)
        return GoogleCredentialsError(
            .notFound,
            "No Google credentials: \(places.joined(separator: ", ")). Set GOOGLE_APPLICATION_CREDENTIALS to the path of a "
                + "credentials file, or run `gcloud auth application-default login`.")
    }
}
