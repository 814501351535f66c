import FirestoreClient
import HTTPTransport
import HTTPTypes
import TestSupport
import Testing

/// One after the other, because what `Firestore.firestore()` returns belongs to the whole program.
@Suite(.serialized) struct SharedFirestoreTests {
    private let settings = FirestoreSettings(projectID: "p", endpoint: .emulator(host: "127.0.0.1", port: 1))

    @Test func `a configured client is the same each time, one for each database`() throws {
        try Firestore.configure(settings, transport: ScriptedTransport([]))
        #expect(Firestore.firestore() === Firestore.firestore())
        #expect(Firestore.firestore(database: "other") === Firestore.firestore(database: "other"))
        #expect(Firestore.firestore(database: "(default)") === Firestore.firestore())
        #expect(Firestore.firestore(database: "other").settings.databaseID == "other")
    }

    @Test func `a client that is terminated refuses calls, and another one takes its place`() async throws {
        try Firestore.configure(settings, transport: ScriptedTransport([]))
        let client = Firestore.firestore()
        try await client.terminate()
        let error = try await failure { () async throws(FirestoreError) in
            try await client.document("a/b").getDocument()
        }
        #expect(error.code == .failedPrecondition)
        #expect(Firestore.firestore() !== client)
    }

    @Test func `settings that cannot work are refused`() {
        #expect(throws: FirestoreError.self) { try Firestore.configure(FirestoreSettings(projectID: "")) }
    }
}

@Suite struct FirestoreSettingsTests {
    @Test func `the snippet for the emulator works as on Apple's platforms`() async throws {
        let transport = ScriptedTransport([.json(documentJSON("a/b"))])
        let db = try Firestore(
            FirestoreSettings(projectID: "p", retryPolicy: .never),
            transport: transport)
        let settings = db.settings
        settings.host = "127.0.0.1:8080"
        settings.isSSLEnabled = false
        #expect(db.settings.host == "firestore.googleapis.com")
        db.settings = settings
        _ = try await db.document("a/b").getDocument()
        #expect(transport.requests[0].head.scheme == "http")
        #expect(transport.requests[0].head.authority == "127.0.0.1:8080")
    }

    @Test func `new settings keep the project, the database and the identity`() async throws {
        let transport = ScriptedTransport([.json(documentJSON("a/b"))])
        let db = try makeFirestore(transport, credentials: .emulatorAdmin)
        let settings = FirestoreSettings()
        #expect(settings.host == "firestore.googleapis.com" && settings.isSSLEnabled)
        settings.isSSLEnabled = false
        settings.host = "localhost"
        db.settings = settings
        _ = try await db.document("a/b").getDocument()
        #expect(transport.requests[0].head.authority == "localhost")
        #expect(transport.requests[0].head.headerFields[.authorization] == "Bearer owner")
        #expect(transport.requests[0].line.contains("/projects/p/"))
    }

    @Test func `an emulator is chosen before the first call, not after it`() async throws {
        let transport = ScriptedTransport([.json(documentJSON("a/b"))])
        let db = try makeFirestore(transport)
        db.useEmulator(withHost: "::1", port: 7)
        _ = try await db.document("a/b").getDocument()
        #expect(transport.requests[0].head.authority == "[::1]:7")
        db.useEmulator(withHost: "::1", port: 7)
        db.useEmulator(withHost: "localhost", port: 7)
        let error = try await failure { () async throws(FirestoreError) in
            try await db.document("a/b").getDocument()
        }
        #expect(error.code == .failedPrecondition)
        #expect(transport.requests.count == 1)
    }

    @Test func `an unusable address is reported by the next call`() async throws {
        let db = try makeFirestore()
        let settings = db.settings
        settings.host = "no host"
        db.settings = settings
        let error = try await failure { () async throws(FirestoreError) in
            try await db.document("a/b").delete()
        }
        #expect(error.code == .invalidArgument)
    }
}
