import HTTPTransport
import Testing

@testable import FirestoreClient

@Suite("Certificate authorities")
struct CertificateAuthorityTests {
    @Test func `the settings name a file for the usual transport, before that of the task`() {
        let settings = FirestoreSettings(projectID: "p")
        #expect(settings.clientConfiguration.additionalAuthorityFile == nil)
        CertificateAuthorities.$file.withValue("/task.pem") {
            #expect(settings.clientConfiguration.additionalAuthorityFile == "/task.pem")
            settings.certificateAuthorityFile = "/settings.pem"
            #expect(settings.clientConfiguration.additionalAuthorityFile == "/settings.pem")
        }
        #expect(settings.copy().certificateAuthorityFile == "/settings.pem")
        #expect(FirestoreSettings().completed(from: settings).certificateAuthorityFile == "/settings.pem")
    }
}
