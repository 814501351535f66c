import NamedFiles
import PrintableText

/// A subject token in a file that somebody else keeps current, such as Kubernetes.
///
/// Others may read it: who writes it decides that.
/// Source: https://google.aip.dev/auth/4117
struct FileSubject: SubjectTokenSource {
    let path: String
    let format: SubjectTokenFormat
    /// Who asks for a token, for messages.
    let subject: String

    func fetch() async throws(GoogleCredentialsError) -> Secret {
        let name = "the file \(path.beginning(limit: 300)) of credential_source.file"
        let bytes: [UInt8]
        do throws(FileRefusal) {
            bytes = try NamedFile.contents(of: path, limit: CredentialFile.maximumBytes)
        } catch {
            throw GoogleCredentialsError(
                .unreadable,
                "No access token for \(subject): \(name) cannot be read: \(error.reason). "
                    + "Check the path, and that something writes this file.")
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw GoogleCredentialsError(
                .malformed, "No access token for \(subject): \(name) is not text in UTF-8.")
        }
        guard let token = format.token(in: text) else {
            throw GoogleCredentialsError(
                .malformed,
                "No access token for \(subject): \(name) \(format.absence). Check credential_source.format.")
        }
        return token
    }
}
