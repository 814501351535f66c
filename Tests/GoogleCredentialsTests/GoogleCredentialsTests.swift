import FirestoreClient
import HTTPTransport
import HTTPTypes
import JSONText
import PrintableText
import TestSupport
import Testing

@testable import GoogleCredentials

@Suite(.timeLimit(.minutes(1))) struct GoogleCredentialsTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func applicationDefault(
        _ environment: [String: String], _ steps: [ScriptedTransport.Step] = [], home: String? = nil,
        use: MetadataServerUse = .never, clock: any Clock<Duration> = ManualClock()
    ) async throws(GoogleCredentialsError) -> GoogleCredentials {
        try await GoogleCredentials.applicationDefault(
            environment: environment, homeDirectory: home, metadataServer: use,
            transport: ScriptedTransport(steps), clock: clock)
    }

    // MARK: Files

    @Test func `a service account's file gives tokens and the project`() async throws {
        let path = try folder.write(try TestKey.file())
        let transport = ScriptedTransport([.json(tokenJSON("ya29.sa"))])
        let google = try GoogleCredentials.file(path, transport: transport)
        #expect(google.projectID == "my-project")
        #expect(google.quotaProjectID == nil)
        #expect(google.description == "the service account \(TestKey.email), by the credentials file \(path)")
        #expect(transport.requests.isEmpty)
        #expect(try await google.tokens.token().value == "ya29.sa")
    }

    @Test func `a user's file gives tokens and no project`() async throws {
        let path = try folder.write(userFile())
        let google = try GoogleCredentials.file(
            path, transport: ScriptedTransport([.json(tokenJSON("ya29.u"))]))
        #expect(google.projectID == nil)
        #expect(google.quotaProjectID == "quota-project")
        #expect(google.description == "the user of gcloud, by the credentials file \(path)")
        #expect(try await google.tokens.token().value == "ya29.u")
    }

    @Test(arguments: ["gdch_service_account", "", "x\ny"])
    func `another type is refused by its name`(_ type: String) async throws {
        let path = try folder.write(try TestKey.file(["type": .string(type)]))
        let error = try failure { () throws(GoogleCredentialsError) in try GoogleCredentials.file(path) }
        #expect(error.kind == .unsupported)
        #expect(error.message.contains("is of the type \"\(type.printable)\""))
        #expect(error.message.contains("service_account, external_account"))
        #expect(isOneLine(error.message))
    }

    @Test func `Firestore is called with the token, which is fetched once`() async throws {
        let path = try folder.write(try TestKey.file())
        let tokenServer = ScriptedTransport([.json(tokenJSON("ya29.sa"))])
        let google = try GoogleCredentials.file(path, transport: tokenServer)
        let answer = #"{"writeResults":[{}],"commitTime":"2026-01-02T03:04:05.123456Z"}"#
        let server = ScriptedTransport([.json(answer), .json(answer)])
        let firestore = try Firestore(
            FirestoreSettings(
                projectID: google.projectID ?? "", endpoint: .production, credentials: google.credentials),
            transport: server)
        try await firestore.document("c/d").delete()
        try await firestore.document("c/e").delete()
        #expect(
            server.requests.map { $0.head.headerFields[.authorization] } == [
                "Bearer ya29.sa", "Bearer ya29.sa",
            ])
        #expect(tokenServer.requests.count == 1)
    }

    @Test func `a call of Firestore without a token carries the reason`() async throws {
        let path = try folder.write(userFile())
        let refusal = try refusalJSON("invalid_grant", "Token has been expired or revoked.")
        let google = try GoogleCredentials.file(
            path, transport: ScriptedTransport([.json(refusal, status: 400)]), clock: ManualClock())
        let server = ScriptedTransport([])
        let firestore = try Firestore(
            FirestoreSettings(projectID: "p", endpoint: .production, credentials: google.credentials),
            transport: server)
        let error = await #expect(throws: FirestoreError.self) {
            try await firestore.document("c/d").delete()
        }
        #expect(error?.code == .unauthenticated)
        let reason = try #require(error?.underlying as? GoogleCredentialsError)
        #expect(reason.message.contains("invalid_grant: Token has been expired or revoked."))
        #expect(server.requests.isEmpty)
    }

    @Test func `over libcurl, a token server out of reach is an error in words`() async throws {
        let path = try folder.write(try TestKey.file(["token_uri": .string("http://127.0.0.1:1/token")]))
        let google = try GoogleCredentials.file(path, clock: InstantClock())
        let error = try await failure { () async throws(GoogleCredentialsError) in
            try await google.tokens.token()
        }
        #expect(error.kind == .unavailable)
        #expect(error.message.contains("127.0.0.1:1"))
    }

    // MARK: Application default credentials

    @Test func `the variable comes first, then gcloud's file, then the metadata server`() async throws {
        let key = try folder.write(try TestKey.file(), to: "key.json")
        _ = try folder.write(userFile(), to: "home/.config/gcloud/application_default_credentials.json")
        _ = try folder.write(
            userFile(["quota_project_id": .string("other")]), to: "sdk/application_default_credentials.json")
        let home = folder.path + "/home"
        let everything = [
            "GOOGLE_APPLICATION_CREDENTIALS": key, "HOME": home, "GCE_METADATA_HOST": "metadata.test",
        ]
        #expect(try await applicationDefault(everything).projectID == "my-project")

        let withoutVariable = everything.merging(["GOOGLE_APPLICATION_CREDENTIALS": ""]) { $1 }
        #expect(try await applicationDefault(withoutVariable).quotaProjectID == "quota-project")
        #expect(try await applicationDefault([:], home: home).quotaProjectID == "quota-project")
        #expect(
            try await applicationDefault(["HOME": "/nowhere"], home: home).quotaProjectID == "quota-project")

        let configured = withoutVariable.merging(["CLOUDSDK_CONFIG": folder.path + "/sdk"]) { $1 }
        #expect(try await applicationDefault(configured).quotaProjectID == "other")

        let homeless = ["HOME": folder.path, "GCE_METADATA_HOST": "metadata.test"]
        let google = try await applicationDefault(homeless, [.metadata("vm-project")], use: .ifFound)
        #expect(google.projectID == "vm-project")
        #expect(google.description.hasSuffix("by the metadata server metadata.test"))
    }

    @Test func `a variable names the project that requests are counted against`() async throws {
        let path = try folder.write(userFile())
        let google = try await applicationDefault([
            "GOOGLE_APPLICATION_CREDENTIALS": path, "GOOGLE_CLOUD_QUOTA_PROJECT": "another",
        ])
        #expect(google.quotaProjectID == "another")
    }

    @Test func `a file that is there and cannot be used ends the search`() async throws {
        let exposed = try folder.write(try TestKey.file(), mode: 0o644)
        _ = try folder.write(userFile(), to: ".config/gcloud/application_default_credentials.json")
        for (path, kind) in [
            (exposed, GoogleCredentialsError.Kind.exposed), (folder.path + "/none", .unreadable),
            (folder.path, .unreadable),
        ] {
            let error = try await failure { () async throws(GoogleCredentialsError) in
                try await applicationDefault(["GOOGLE_APPLICATION_CREDENTIALS": path], home: folder.path)
            }
            #expect(error.kind == kind)
            #expect(error.message.contains("(from GOOGLE_APPLICATION_CREDENTIALS)"))
        }
        _ = try folder.write(Array("{}".utf8), to: ".config/gcloud/application_default_credentials.json")
        let error = try await failure { () async throws(GoogleCredentialsError) in
            try await applicationDefault([:], home: folder.path, use: .always)
        }
        #expect(error.kind == .malformed)
    }

    @Test func `nothing found says where nothing was, and what to do`() async throws {
        let error = try await failure { () async throws(GoogleCredentialsError) in
            try await applicationDefault(["HOME": folder.path], [.failure(.unreachable)], use: .ifFound)
        }
        #expect(error.kind == .notFound)
        #expect(
            error.message
                == "No Google credentials: GOOGLE_APPLICATION_CREDENTIALS is not set, there is no file "
                + "\(folder.path)/.config/gcloud/application_default_credentials.json, no metadata server answers. Set "
                + "GOOGLE_APPLICATION_CREDENTIALS to the path of a credentials file, or run `gcloud auth "
                + "application-default login`.")
        let empty = try await failure { () async throws(GoogleCredentialsError) in
            try await applicationDefault([:])
        }
        #expect(empty.kind == .notFound)
        #expect(!empty.message.contains("metadata server") && !empty.message.contains("no file"))
    }

    @Test func `a metadata server is found by its answer, and then gives tokens`() async throws {
        let google = try await applicationDefault(
            [:], [.metadata("vm-project"), .metadata(tokenJSON("ya29.vm"))], use: .ifFound)
        #expect(google.projectID == "vm-project")
        #expect(try await google.tokens.token().value == "ya29.vm")
    }

    @Test(arguments: [
        ScriptedTransport.Step.failure(.unreachable), .metadata("p", flavor: nil), .metadata("a b"),
        .metadata("", status: 500), .text("<html>", type: "text/html"),
    ])
    func `what answers in its place is passed over, unless a metadata server was asked for`(
        _ step: ScriptedTransport.Step
    ) async throws {
        let error = try await failure { () async throws(GoogleCredentialsError) in
            try await applicationDefault([:], [step], use: .ifFound)
        }
        #expect(error.kind == .notFound)
        let asked = try await failure { () async throws(GoogleCredentialsError) in
            try await applicationDefault([:], [step], use: .always)
        }
        #expect(asked.kind == .unavailable || asked.kind == .invalidAnswer)
        let named = try await failure { () async throws(GoogleCredentialsError) in
            try await applicationDefault(["GCE_METADATA_HOST": "metadata.test"], [step], use: .ifFound)
        }
        #expect(named.kind == asked.kind)
        let wrong = try await failure { () async throws(GoogleCredentialsError) in
            try await applicationDefault(["GCE_METADATA_HOST": "http://x"], [step], use: .ifFound)
        }
        #expect(wrong.kind == .malformed)
    }

    @Test(arguments: [
        (MetadataServerUse.ifFound, 1, GoogleCredentialsError.Kind.notFound), (.always, 5, .unavailable),
    ])
    func `a metadata server that says nothing is waited for briefly`(
        _ use: MetadataServerUse, _ seconds: Int, _ kind: GoogleCredentialsError.Kind
    ) async throws {
        let clock = ManualClock()
        let silent = ScriptedTransport.Step.work { _ throws(HTTPTransportError) in
            try? await untilCancelled()
            throw HTTPTransportError(.cancelled, "cancelled")
        }
        let search = Task {
            try await failure { () async throws(GoogleCredentialsError) in
                try await applicationDefault([:], [silent], use: use, clock: clock)
            }
        }
        await clock.untilAsleep(1)
        clock.advance(by: .seconds(seconds) - .milliseconds(1))
        await clock.untilAsleep(1)
        clock.advance(by: .milliseconds(1))
        #expect(try await search.value.kind == kind)
    }

    @Test func `a search that is cancelled ends at once`() async throws {
        let clock = ManualClock()
        let silent = ScriptedTransport.Step.work { _ throws(HTTPTransportError) in
            try? await untilCancelled()
            throw HTTPTransportError(.cancelled, "cancelled")
        }
        let search = Task {
            try await failure { () async throws(GoogleCredentialsError) in
                try await applicationDefault([:], [silent], use: .ifFound, clock: clock)
            }
        }
        await clock.untilAsleep(1)
        search.cancel()
        #expect(try await search.value.kind == .cancelled)
    }

    @Test func `never means that nothing is sent`() async throws {
        let transport = ScriptedTransport([.metadata("p")])
        let error = try await failure { () async throws(GoogleCredentialsError) in
            try await GoogleCredentials.applicationDefault(
                environment: ["GCE_METADATA_HOST": "metadata.test"], metadataServer: .never,
                transport: transport)
        }
        #expect(error.kind == .notFound)
        #expect(transport.requests.isEmpty)
    }
}
