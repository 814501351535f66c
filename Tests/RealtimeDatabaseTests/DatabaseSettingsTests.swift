import HTTPTypes
import RealtimeDatabase
import TestSupport
import Testing

@Suite struct DatabaseSettingsTests {
    private func authority(_ settings: DatabaseSettings) async throws -> String? {
        let server = ScriptedServer([.json("null")])
        _ = try await Database(settings, transport: server).reference().getData()
        let head = server.requests.first?.head
        return head.map { "\($0.scheme ?? "")://\($0.authority ?? "")\($0.path ?? "")" }
    }

    @Test func `a project begins with a database whose name is known`() async throws {
        #expect(
            try await authority(DatabaseSettings(projectID: "demo"))
                == "https://demo-default-rtdb.firebaseio.com/.json")
        #expect(
            try await authority(
                DatabaseSettings(
                    projectID: "demo", name: "other", endpoint: .production(region: "europe-west1")))
                == "https://other.europe-west1.firebasedatabase.app/.json")
    }

    @Test func `an emulator is told the name of the database`() async throws {
        let settings = DatabaseSettings(projectID: "demo", endpoint: try .emulator("[::1]:9000"))
        #expect(try await authority(settings) == "http://[::1]:9000/.json?ns=demo-default-rtdb")
    }

    @Test(arguments: [
        ("https://a-default-rtdb.firebaseio.com", "https://a-default-rtdb.firebaseio.com/.json", "a"),
        (
            "https://b.europe-west1.firebasedatabase.app/",
            "https://b.europe-west1.firebasedatabase.app/.json", "b"
        ),
        ("http://localhost:9000?ns=c", "http://localhost:9000/.json?ns=c", "c"),
        ("http://localhost:9000/?ns=c", "http://localhost:9000/.json?ns=c", "c"),
    ])
    func `a database is known by its URL`(_ url: String, _ request: String, _ project: String) async throws {
        let settings = try DatabaseSettings(url: url)
        #expect(settings.projectID == project)
        #expect(try await authority(settings) == request)
    }

    @Test(arguments: [
        "", "a.firebaseio.com", "http://a.firebaseio.com", "https://firebaseio.com", "https://a.example.com",
        "https://a.firebaseio.com.evil.com", "https://a.b.firebaseio.com", "https://a.firebasedatabase.app",
        "http://localhost:9000", "http://localhost:9000?ns=a&b=c", "http://localhost?ns=a",
        "https://user@a.firebaseio.com", "https://a.firebaseio.com/x", "https://a.firebaseio.com:444",
        "https://a/b.firebaseio.com",
        "https://A.firebaseio.com\r\n", "http://localhost:9000?ns=",
    ])
    func `another URL is refused in words that show a good one`(_ url: String) async throws {
        let error = try await failure { () throws(DatabaseError) in
            try Database(DatabaseSettings(url: url), transport: ScriptedServer([]))
        }
        #expect(error.code == .invalidArgument)
        #expect(!error.message.contains("\n"))
    }

    @Test func `the variable that names an emulator is read`() throws {
        #expect(try DatabaseEndpoint.emulator(environment: [:]) == nil)
        #expect(
            try DatabaseEndpoint.emulator(environment: ["FIREBASE_DATABASE_EMULATOR_HOST": "h:1"])
                == .emulator(host: "h", port: 1))
        let error = #expect(throws: DatabaseError.self) {
            try DatabaseEndpoint.emulator(environment: ["FIREBASE_DATABASE_EMULATOR_HOST": "h"])
        }
        #expect(error?.message.contains("FIREBASE_DATABASE_EMULATOR_HOST") == true)
        #expect(error?.message.contains("the port is missing") == true)
    }

    @Test(arguments: [
        DatabaseSettings(projectID: ""), DatabaseSettings(projectID: "a/b"),
        DatabaseSettings(projectID: "p", name: "a.b"), DatabaseSettings(projectID: "p", name: "a/b"),
        DatabaseSettings(projectID: "p", name: "A"), DatabaseSettings(projectID: "p", name: ""),
        DatabaseSettings(projectID: "p", endpoint: .production(region: "x.evil.com/")),
        DatabaseSettings(projectID: "p", endpoint: .production(region: "")),
        DatabaseSettings(projectID: "p", endpoint: .emulator(host: "a/b", port: 1)),
        DatabaseSettings(projectID: "p", endpoint: .emulator(host: "h", port: 0)),
        DatabaseSettings(projectID: "p", readTimeout: .zero),
        DatabaseSettings(projectID: "p", readTimeout: .seconds(901)),
        DatabaseSettings(projectID: "p", credentials: .emulatorAdmin),
        DatabaseSettings(
            projectID: "p", endpoint: .emulator(host: "example.com", port: 9000),
            credentials: .bearerToken("t")),
    ])
    func `settings that cannot work, or give a token away, are refused`(_ settings: DatabaseSettings) {
        let error = #expect(throws: DatabaseError.self) {
            try Database(settings, transport: ScriptedServer([]))
        }
        #expect(error?.code == .invalidArgument)
    }
}
