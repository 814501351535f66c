import FirestoreEmulator
import HTTPTransport
import HTTPTypes
import JSONText
import TestSupport
import Testing

/// Rows of Documentation/Production.md that need time to pass.
@Suite("Production over time")
struct ProductionTimeTests {
    private func server(_ profile: EmulatorProfile) -> TestServer {
        var configuration = EmulatorConfiguration()
        configuration.profile = profile
        return TestServer(embedded: configuration)
    }

    private func advance(_ server: TestServer, _ step: String) async throws {
        let answer = try await server.exchange(
            .put, "/emulator/v1/clock", body: #"{"advance": "\#(step)"}"#)
        #expect(answer.status == 200)
    }

    private func begin(_ server: TestServer) async throws -> String {
        try #require(
            try await server.exchange(.post, ":beginTransaction", body: "{}").json?["transaction"]?.string)
    }

    private func read(_ server: TestServer, _ member: String) async throws -> RESTAnswer {
        try await server.exchange(
            .post, ":batchGet", body: #"{"documents": ["\#(server.root)/c/d"], \#(member)}"#)
    }

    // `transaction-lifetime`
    @Test(arguments: [EmulatorProfile.emulator, .production])
    func `a transaction that is in use ends after 270 seconds`(profile: EmulatorProfile) async throws {
        let server = server(profile)
        let transaction = try await begin(server)
        for _ in 0..<5 {
            try await advance(server, "50s")
            #expect(try await read(server, #""transaction": "\#(transaction)""#).status == 200)
        }
        try await advance(server, "21s")
        let answer = try await read(server, #""transaction": "\#(transaction)""#)
        #expect(answer.status == 400)
        #expect(
            answer.text.contains(
                profile == .production
                    ? "The referenced transaction has expired or is no longer valid."
                    : "Transaction is invalid or closed."))
    }

    // `transaction-idle`
    @Test(arguments: [EmulatorProfile.emulator, .production])
    func `a transaction that is not used for 60 seconds ends`(profile: EmulatorProfile) async throws {
        let server = server(profile)
        let transaction = try await begin(server)
        try await advance(server, "60s")
        #expect(try await read(server, #""transaction": "\#(transaction)""#).status == 400)
    }

    // `read-time-window`
    @Test(arguments: [EmulatorProfile.emulator, .production])
    func `like production, reads reach an hour into the past`(profile: EmulatorProfile) async throws {
        let server = server(profile)
        _ = try await server.exchange(.patch, "/c/d", body: "{}")
        let written = try #require(
            try await server.exchange(.get, "/c/d").json?["updateTime"]?.string)
        try await advance(server, "3500s")
        #expect(try await read(server, #""readTime": "\#(written)""#).status == 200)
        try await advance(server, "200s")
        let late = try await read(server, #""readTime": "\#(written)""#)
        #expect(late.status == (profile == .production ? 400 : 200))
    }
}
