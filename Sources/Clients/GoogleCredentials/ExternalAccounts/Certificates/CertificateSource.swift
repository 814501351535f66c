import HTTPTransport

/// The certificate of a workload, as `credential_source.certificate` says where it is.
struct CertificateSource: Hashable, Sendable {
    let certificate: ClientCertificate
    /// A file with the certificates that it depends on.
    let trustChain: String?

    /// Reads the certificate configuration, but no certificate yet.
    init(
        _ source: CredentialDocument, _ environment: EnvironmentVariables
    ) throws(GoogleCredentialsError) {
        let file = try source.optionalText("certificate_config_location", limit: 4096)
        let usesDefault = try source.flag("use_default_certificate_config")
        guard usesDefault != (file != nil) else {
            throw source.malformed(
                "its \"credential_source.certificate\" needs either \"use_default_certificate_config\": true or a "
                    + "\"certificate_config_location\"")
        }
        guard let path = file ?? CertificateSource.usualFile(environment) else {
            throw source.malformed(
                "its \"credential_source.certificate\" needs the usual certificate configuration, and there is no HOME to "
                    + "look for it")
        }
        certificate = try CertificateConfiguration(path).certificate
        trustChain = try source.optionalText("trust_chain_path", limit: 4096)
    }

    /// Source: https://google.aip.dev/auth/4114
    private static func usualFile(_ environment: EnvironmentVariables) -> String? {
        if let path = environment["GOOGLE_API_CERTIFICATE_CONFIG"] { return path }
        let folder = environment["CLOUDSDK_CONFIG"] ?? environment["HOME"].map { "\($0)/.config/gcloud" }
        return folder.map { "\($0)/certificate_config.json" }
    }
}
