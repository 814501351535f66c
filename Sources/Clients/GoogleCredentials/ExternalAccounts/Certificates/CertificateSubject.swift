import HTTPTransport
import JSONText
import NamedFiles
import PrintableText

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The certificate that a workload shows when it asks for a token, with those that it depends on: a list of JSON.
///
/// Source: https://docs.cloud.google.com/iam/docs/workload-identity-federation-with-x509-certificates
struct CertificateSubject: SubjectTokenSource {
    let certificate: ClientCertificate
    /// A file with the certificates that it depends on.
    let trustChain: String?
    /// Who asks for a token, for messages.
    let subject: String

    func fetch() async throws(GoogleCredentialsError) -> Secret {
        let leaf = try certificates(in: certificate.certificateFile)[0]
        // Curl reads the key, and says less about a file that is not there.
        _ = try read(certificate.keyFile)
        var chain: [String] = []
        if let trustChain {
            chain = try certificates(in: trustChain)
            if chain.first == leaf { chain.removeFirst() }
            if chain.contains(leaf) {
                throw malformed(trustChain, "has the certificate itself, but not in the first place")
            }
        }
        return Secret(JSON.array(([leaf] + chain).map(JSON.string)).compactText)
    }

    /// The certificates of a file, as base64 of DER; at least one.
    private func certificates(in path: String) throws(GoogleCredentialsError) -> [String] {
        let text = String(decoding: try read(path), as: UTF8.self)
        var certificates: [String] = []
        for part in text.split(separator: "-----BEGIN CERTIFICATE-----").dropFirst(
            text.hasPrefix("-") ? 0 : 1)
        {
            let digits = part.split(separator: "-----END CERTIFICATE-----", omittingEmptySubsequences: false)
            guard digits.count == 2,
                let der = Data(base64Encoded: String(digits[0].filter { !$0.isWhitespace }))
            else { throw malformed(path, "has a certificate that cannot be read") }
            certificates.append(der.base64EncodedString())
        }
        if certificates.isEmpty { throw malformed(path, "has no certificate in the PEM format") }
        return certificates
    }

    private func read(_ path: String) throws(GoogleCredentialsError) -> [UInt8] {
        do throws(FileRefusal) {
            return try NamedFile.contents(of: path, limit: CredentialFile.maximumBytes)
        } catch {
            throw GoogleCredentialsError(
                .unreadable,
                "No access token for \(subject): the file \(path.beginning(limit: 300)) of the certificate configuration "
                    + "cannot be read: \(error.reason). Check the path, and that something writes this file.")
        }
    }

    private func malformed(_ path: String, _ what: String) -> GoogleCredentialsError {
        GoogleCredentialsError(
            .malformed, "No access token for \(subject): the file \(path.beginning(limit: 300)) \(what).")
    }
}
