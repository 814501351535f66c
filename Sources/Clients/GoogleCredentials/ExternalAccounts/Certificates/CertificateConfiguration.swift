import HTTPTransport
import JSONText
import NamedFiles
import PrintableText

/// Names the certificate of a workload and its key: a file that gcloud writes.
///
/// Source: https://docs.cloud.google.com/iam/docs/workload-identity-federation-with-x509-certificates
struct CertificateConfiguration: Hashable, Sendable {
    let certificate: ClientCertificate

    init(_ path: String) throws(GoogleCredentialsError) {
        let name = "The certificate configuration \(path.beginning(limit: 300))"
        let advice = "Create it again with `gcloud iam workload-identity-pools create-cred-config`."
        let bytes: [UInt8]
        do throws(FileRefusal) {
            bytes = try NamedFile.contents(of: path, limit: CredentialFile.maximumBytes)
        } catch {
            throw GoogleCredentialsError(.unreadable, "\(name) cannot be read: \(error.reason). \(advice)")
        }
        func malformed(_ what: String) -> GoogleCredentialsError {
            GoogleCredentialsError(.malformed, "\(name) is invalid: \(what). \(advice)")
        }
        let json: JSON
        do throws(JSONParser.Failure) {
            json = try JSONParser.parse(bytes)
        } catch {
            throw malformed("it is \(error)")
        }
        func file(_ member: String) throws(GoogleCredentialsError) -> String {
            guard let file = json["cert_configs"]?["workload"]?[member]?.string, !file.isEmpty else {
                throw malformed("it has no \"cert_configs.workload.\(member)\"")
            }
            return file
        }
        certificate = ClientCertificate(
            certificateFile: try file("cert_path"), keyFile: try file("key_path"))
    }
}
