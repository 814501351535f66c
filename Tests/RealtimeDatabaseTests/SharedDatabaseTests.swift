import Foundation
import HTTPTransport
import RealtimeDatabase
import TestSupport
import Testing

/// One after the other, because what `Database.database()` returns belongs to the whole program.
@Suite(.serialized) struct SharedDatabaseTests {
    private let settings = DatabaseSettings(
        projectID: "p", endpoint: .emulator(host: "127.0.0.1", port: 1), retryPolicy: .never)

    @Test func `a configured client is the same each time, one for each database`() throws {
        try Database.configure(settings, transport: ScriptedServer([]))
        #expect(Database.database() === Database.database())
        #expect(Database.database().settings.name == "p-default-rtdb")
        let other = Database.database(url: "https://other.firebaseio.com")
        #expect(other !== Database.database())
        #expect(other === Database.database(url: "https://other.firebaseio.com/"))
        #expect(other.settings.name == "other")
        #expect(other.settings.endpoint == settings.endpoint, "a configured emulator serves all databases")
        #expect(Database.database(url: "http://127.0.0.1:1?ns=p-default-rtdb") === Database.database())
        let elsewhere = Database.database(url: "http://127.0.0.1:2?ns=p-default-rtdb")
        #expect(elsewhere.settings.endpoint == .emulator(host: "127.0.0.1", port: 2))
    }

    @Test func `a URL that is not a database's is reported by the first call`() async throws {
        try Database.configure(settings, transport: ScriptedServer([]))
        let reference = Database.database(url: "https://example.com").reference()
        #expect(try await failure(reference.getData).code == .invalidArgument)
    }

    @Test func `settings that cannot work are refused`() {
        #expect(throws: DatabaseError.self) { try Database.configure(DatabaseSettings(projectID: "")) }
    }
}

@Suite struct DatabaseAddressTests {
    @Test func `useEmulator changes the address before the first call, and not after it`() async throws {
        let server = ScriptedServer([.json("1")])
        let database = try makeDatabase(server, endpoint: .production)
        let reference = database.reference(withPath: "r")
        database.useEmulator(withHost: "localhost", port: 9000)
        #expect(reference.url == "http://localhost:9000/r")
        _ = try await reference.getData()
        #expect(server.requests.first?.line == "GET /r.json?ns=db")
        database.useEmulator(withHost: "localhost", port: 9000)
        database.useEmulator(withHost: "localhost", port: 9001)
        #expect(try await failure(reference.getData).code == .preconditionFailed)
    }

    @Test func `a token never goes to an emulator on another machine`() async throws {
        let server = ScriptedServer([.json("1")])
        let database = try makeDatabase(server, endpoint: .production, credentials: .bearerToken("t"))
        database.useEmulator(withHost: "example.com", port: 9000)
        #expect(try await failure(database.reference().getData).code == .invalidArgument)
        #expect(server.requests.isEmpty)
    }
}

@Suite struct DatabaseNSErrorTests {
    @Test func `errors have the domain and codes of Firebase's SDK`() throws {
        func thrown(_ code: DatabaseError.Code) throws { throw DatabaseError(code, "message") }
        let numbers: [(DatabaseError.Code, Int)] = [
            (.permissionDenied, 1), (.unavailable, 2), (.cancelled, 3), (.unsupported, 9999),
        ]
        for (code, number) in numbers {
            do {
                try thrown(code)
                Issue.record("nothing was thrown")
            } catch let error as NSError {
                #expect(error.domain == "com.firebase" && error.code == number)
                #expect(error.localizedDescription == "message")
            }
        }
    }
}
