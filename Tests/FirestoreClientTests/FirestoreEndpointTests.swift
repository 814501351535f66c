import FirestoreClient
import TestSupport
import Testing

@Suite struct FirestoreEndpointTests {
    @Test(arguments: [
        ("127.0.0.1:8080", "http://127.0.0.1:8080"), ("localhost:1", "http://localhost:1"),
        ("[::1]:8080", "http://[::1]:8080"), ("http://127.0.0.1:8080/", "http://127.0.0.1:8080"),
        ("my-host_2.example.com:65535", "http://my-host_2.example.com:65535"), ("h:80", "http://h"),
    ])
    func `an emulator's address is read`(_ text: String, _ url: String) throws {
        #expect(try FirestoreEndpoint.emulator(text).description == url)
    }

    @Test(arguments: [
        ("", "it is empty"), ("localhost", "the port is missing"), ("[::1]", "the port is missing"),
        ("::1:8080", "an IPv6 address needs brackets"), (":8080", "the host is missing"),
        ("h:", "is not a port"), ("h:80a", "is not a port"), ("h:-1", "is not a port"),
        ("h:0", "from 1 to 65535"), ("h:65536", "from 1 to 65535"),
        ("h:99999999999999999999", "is not a port"),
        ("https://h:1", "reached by http"), ("user@h:1", "is not a host"), ("a b:1", "is not a host"),
        ("h/x:1", "is not a host"), ("[::1%eth0]:1", "is not a host"), ("h\r\nx:1", "is not a host"),
    ])
    func `a bad address is refused in words that show a good one`(_ text: String, _ reason: String)
        async throws
    {
        let error = try await failure { () throws(FirestoreError) in try FirestoreEndpoint.emulator(text) }
        #expect(error.code == .invalidArgument)
        #expect(error.message.contains(reason), "\(error.message)")
        #expect(error.message.contains("127.0.0.1:8080"))
        #expect(!error.message.contains("\n"))
    }

    @Test func `production is Google's server by https`() {
        #expect(FirestoreEndpoint.production.description == "https://firestore.googleapis.com")
        #expect(FirestoreEndpoint.production(universeDomain: "googleapis.com") == .production)
        #expect(
            FirestoreEndpoint.production(universeDomain: "cloud.test").description
                == "https://firestore.cloud.test")
        #expect(FirestoreEndpoint.emulator(host: "::1", port: 9).description == "http://[::1]:9")
        #expect(FirestoreEndpoint.emulator(host: "[::1]", port: 9) == .emulator(host: "::1", port: 9))
    }

    @Test(arguments: ["", "a/b", ".", "..", "a b", "a\r\nX: y", "é"])
    func `a bad project or database id is refused`(_ id: String) async throws {
        for settings in [FirestoreSettings(projectID: id), FirestoreSettings(projectID: "p", databaseID: id)]
        {
            let error = try await failure { () throws(FirestoreError) in
                try Firestore(settings, transport: ScriptedTransport([]))
            }
            #expect(error.code == .invalidArgument)
        }
    }

    @Test func `a bad host or port is refused when the client is made`() async throws {
        for endpoint in [FirestoreEndpoint.emulator(host: "h", port: 0), .emulator(host: "a/b", port: 1)] {
            let error = try await failure { () throws(FirestoreError) in
                try Firestore(
                    FirestoreSettings(projectID: "p", endpoint: endpoint), transport: ScriptedTransport([]))
            }
            #expect(error.code == .invalidArgument)
        }
    }
}
