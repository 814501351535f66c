import HTTPTransport
import HTTPTypes
import RealtimeDatabase
import TestSupport
import Testing

@Suite struct RedirectTests {
    private func redirect(_ location: String?, status: Int = 307) -> ScriptedTransport.Step {
        var fields = HTTPFields()
        fields[.location] = location
        return .response(status: status, fields: fields, body: [])
    }

    @Test func `a read goes where a redirect within Firebase leads, with its credentials`() async throws {
        let server = ScriptedServer([
            redirect("https://s-usc1c-nss-1.firebaseio.com/r.json?ns=db"),
            redirect("https://x.europe-west1.firebasedatabase.app:443/r.json", status: 302), .json("7"),
        ])
        let database = try makeDatabase(server, endpoint: .production, credentials: .bearerToken("ya29.x"))
        #expect(try await database.reference(withPath: "r").getData().databaseValue == 7)
        #expect(
            server.requests.map {
                "\($0.head.scheme ?? "")://\($0.head.authority ?? "")\($0.head.path ?? "")"
            } == [
                "https://db.firebaseio.com/r.json", "https://s-usc1c-nss-1.firebaseio.com/r.json?ns=db",
                "https://x.europe-west1.firebasedatabase.app/r.json",
            ])
        #expect(server.requests.allSatisfy { $0.head.headerFields[.authorization] == "Bearer ya29.x" })
    }

    @Test(arguments: [
        "https://evil.com/r.json", "https://firebaseio.com.evil.com/", "http://a.firebaseio.com/r.json",
        "https://evilfirebaseio.com/r.json", "https://u@a.firebaseio.com/", "https://a.firebaseio.com:444/",
        "https://evil.com#.firebaseio.com/", "https://a.firebaseio.com", "/r.json", "", nil,
        "https://evil.com\\.firebaseio.com/", "https://a.firebaseio.com/r.json#x",
        "https://a.firebaseio.com/a b",
    ])
    func `no other redirect is followed`(_ location: String?) async throws {
        let server = ScriptedServer([redirect(location)], streams: [.answer(redirect(location))])
        // On a clock of its own pace the wait for a sign of life would be over at once.
        let reference = try makeDatabase(
            server, endpoint: .production, credentials: .bearerToken("t"), clock: ManualClock()
        ).reference(withPath: "r")
        let error = try await failure { () throws(DatabaseError) in try await reference.getData() }
        #expect(error.message.contains("redirects"))
        #expect(server.requests.count == 1)
        let listening = try await failure { () throws(DatabaseError) in
            var iterator = reference.changes().makeAsyncIterator()
            _ = try await iterator.next()
        }
        #expect(listening.message.contains("redirects"))
        #expect(server.openings.count == 1)
    }

    @Test func `an emulator cannot send anywhere`() async throws {
        let server = ScriptedServer([redirect("https://a.firebaseio.com/r.json")])
        let reference = try makeDatabase(server).reference(withPath: "r")
        let error = try await failure { () throws(DatabaseError) in try await reference.getData() }
        #expect(error.message.contains("redirects"))
        #expect(server.requests.count == 1)
    }

    @Test func `a circle of redirects has an end`() async throws {
        let server = ScriptedServer(
            Array(repeating: redirect("https://db.firebaseio.com/r.json"), count: 100))
        let reference = try makeDatabase(server, endpoint: .production).reference(withPath: "r")
        let error = try await failure { () throws(DatabaseError) in try await reference.getData() }
        #expect(error.message.contains("redirects"))
        #expect(server.requests.count == 6)
    }

    @Test func `a write is not sent somewhere else`() async throws {
        let server = ScriptedServer([redirect("https://x.firebaseio.com/r.json")])
        let reference = try makeDatabase(server, endpoint: .production).reference(withPath: "r")
        let error = try await failure { () async throws(DatabaseError) in try await reference.setValue(1) }
        #expect(error.message.contains("redirects to https://x.firebaseio.com/r.json"))
        #expect(server.requests.count == 1)
    }

    @Test func `a stream goes where a redirect leads`() async throws {
        let feed = Feed()
        let server = ScriptedServer(
            [],
            streams: [.answer(redirect("https://s-1.firebaseio.com/r.json?ns=db")), .stream(feed)])
        let database = try makeDatabase(server, endpoint: .production, clock: ManualClock())
        feed.put("/", "1")
        var iterator = database.reference(withPath: "r").changes().makeAsyncIterator()
        #expect(try await iterator.next()?.snapshot.databaseValue == 1)
        #expect(server.openings.last?.head.authority == "s-1.firebaseio.com")
        #expect(server.openings.last?.head.headerFields[.accept] == "text/event-stream")
    }
}
