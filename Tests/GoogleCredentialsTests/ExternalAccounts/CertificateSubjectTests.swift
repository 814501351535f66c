import Foundation
import HTTPTransport
import HTTPTypes
import JSONText
import TestSupport
import Testing

@testable import GoogleCredentials

@Suite("Certificates of workloads") struct CertificateSubjectTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// A text as a certificate: nobody here reads what is in it.
    private func pem(_ names: String...) -> String {
        names.map {
            "-----BEGIN CERTIFICATE-----\n\(Data($0.utf8).base64EncodedString())\n-----END CERTIFICATE-----\n"
        }.joined()
    }

    private func der(_ name: String) -> JSON { .string(Data(name.utf8).base64EncodedString()) }

    /// Writes a certificate configuration, the files that it names, and a file of credentials.
    private func credentials(
        leaf: String, chain: String? = nil, source: [String: JSON]? = nil, key: String? = "key",
        environment: [String: String] = [:], _ steps: [ScriptedTransport.Step] = []
    ) throws -> (GoogleCredentials, ScriptedTransport) {
        let certificate = try folder.write(Array(leaf.utf8), to: "leaf.pem")
        let keyFile = "\(folder.path)/key.pem"
        if let key { _ = try folder.write(Array(key.utf8), to: "key.pem") }
        let configuration: JSON = [
            "cert_configs": ["workload": ["cert_path": .string(certificate), "key_path": .string(keyFile)]]
        ]
        let path = try folder.write(
            Array(configuration.compactText.utf8), to: "gcloud/certificate_config.json")
        var members = source ?? ["certificate_config_location": .string(path)]
        if let chain {
            members["trust_chain_path"] = .string(try folder.write(Array(chain.utf8), to: "chain.pem"))
        }
        let file = try folder.write(
            externalFile([
                "credential_source": [
                    "certificate": .object(
                        members.sorted { $0.key < $1.key }.map { JSON.Member($0.key, $0.value) })
                ],
                "subject_token_type": "urn:ietf:params:oauth:token-type:mtls", "token_url": nil,
            ]), to: "credentials.json")
        let transport = ScriptedTransport(steps)
        return (
            try GoogleCredentials.file(
                file, environment: environment, transport: transport, clock: InstantClock()), transport
        )
    }

    private func subjectToken(leaf: String, chain: String? = nil) async throws -> JSON {
        let (google, transport) = try credentials(
            leaf: leaf, chain: chain, [.json(tokenJSON("ya29.workload"))])
        #expect(try await google.tokens.token().value == "ya29.workload")
        let request = try #require(transport.requests.first)
        #expect(request.head.authority == "sts.mtls.googleapis.com")
        let fields = try formFields(request.text)
        #expect(fields["subject_token_type"] == "urn:ietf:params:oauth:token-type:mtls")
        return try JSONParser.parse(Array(try #require(fields["subject_token"]).utf8))
    }

    @Test func `the subject token is the certificate, and what it depends on`() async throws {
        #expect(try await subjectToken(leaf: pem("leaf")) == [der("leaf")])
        // Only the first certificate of its file counts, whatever else is written there.
        let text = "subject=/CN=workload\n" + pem("leaf", "other")
        #expect(try await subjectToken(leaf: text) == [der("leaf")])
        #expect(
            try await subjectToken(leaf: pem("leaf"), chain: pem("middle", "root"))
                == [der("leaf"), der("middle"), der("root")])
        #expect(
            try await subjectToken(leaf: pem("leaf"), chain: pem("leaf", "middle"))
                == [der("leaf"), der("middle")])
    }

    @Test func `the usual certificate configuration is where gcloud writes it`() async throws {
        for environment in [
            ["GOOGLE_API_CERTIFICATE_CONFIG": "\(folder.path)/gcloud/certificate_config.json"],
            ["CLOUDSDK_CONFIG": "\(folder.path)/gcloud"],
        ] {
            let (google, _) = try credentials(
                leaf: pem("leaf"), source: ["use_default_certificate_config": true],
                environment: environment, [.json(tokenJSON())])
            #expect(try await google.tokens.token().value == "ya29.token")
        }
        let error = #expect(throws: GoogleCredentialsError.self) {
            try credentials(leaf: pem("leaf"), source: ["use_default_certificate_config": true])
        }
        #expect(error?.message.contains("there is no HOME") == true)
    }

    @Test(
        arguments: [
            ("", nil, "leaf.pem has no certificate in the PEM format"),
            (
                "-----BEGIN CERTIFICATE-----\n%\n-----END CERTIFICATE-----", nil,
                "leaf.pem has a certificate that cannot be read"
            ),
            ("-----BEGIN CERTIFICATE-----\nAAAA", nil, "leaf.pem has a certificate that cannot be read"),
            (nil, "", "chain.pem has no certificate"),
            (nil, "middle leaf", "chain.pem has the certificate itself, but not in the first place"),
        ] as [(String?, String?, String)])
    func `a file without what it should have is named`(leaf: String?, chain: String?, reason: String)
        async throws
    {
        let names = chain?.split(separator: " ").map { pem(String($0)) }.joined()
        let (google, transport) = try credentials(leaf: leaf ?? pem("leaf"), chain: names)
        let error = try await failure { () async throws(GoogleCredentialsError) in
            try await google.tokens.token()
        }
        #expect(error.message.contains(reason), "\(error)")
        #expect(error.kind == .malformed)
        #expect(isOneLine(error.message))
        #expect(transport.requests.isEmpty)
    }

    @Test func `a key that is not there is named before anything is sent`() async throws {
        let (google, transport) = try credentials(leaf: pem("leaf"), key: nil)
        let error = try await failure { () async throws(GoogleCredentialsError) in
            try await google.tokens.token()
        }
        #expect(error.kind == .unreadable)
        #expect(
            error.message.contains(
                "key.pem of the certificate configuration cannot be read: there is no such file"))
        #expect(transport.requests.isEmpty)
    }

    @Test(arguments: [
        (#"{}"#, "it has no \"cert_configs.workload.cert_path\""),
        (
            #"{"cert_configs":{"workload":{"cert_path":"/c"}}}"#,
            "it has no \"cert_configs.workload.key_path\""
        ),
        (
            #"{"cert_configs":{"workload":{"cert_path":7,"key_path":"/k"}}}"#,
            "it has no \"cert_configs.workload.cert_path\""
        ),
        ("{", "it is not JSON"),
    ])
    func `a certificate configuration that cannot be used is named`(text: String, reason: String) throws {
        let path = try folder.write(Array(text.utf8), to: "certificates.json")
        let error = try failure { () throws(GoogleCredentialsError) in try CertificateConfiguration(path) }
        #expect(
            error.message.hasPrefix("The certificate configuration \(path) is invalid: \(reason)"), "\(error)"
        )
        let missing = try failure { () throws(GoogleCredentialsError) in
            try CertificateConfiguration("\(folder.path)/none")
        }
        #expect(missing.kind == .unreadable)
    }

    @Test(
        arguments: [
            [:], ["use_default_certificate_config": false],
            ["use_default_certificate_config": true, "certificate_config_location": "/c"],
        ] as [[String: JSON]])
    func `the configuration is the usual one or a named one`(source: [String: JSON]) throws {
        let members = JSON.object(source.map { JSON.Member($0.key, $0.value) })
        let file = try document(externalFile(["credential_source": ["certificate": members]]))
        let error = try failure { () throws(GoogleCredentialsError) in
            try ExternalAccount(file, EnvironmentVariables(["HOME": "/nowhere"]))
        }
        #expect(
            error.message.contains("needs either \"use_default_certificate_config\": true or a"), "\(error)")
    }
}
