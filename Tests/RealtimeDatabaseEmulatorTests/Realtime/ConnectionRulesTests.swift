import CoreValues
import EmulatorAccess
import TestSupport
import Testing

@testable import RealtimeDatabaseEmulator

@Suite("Rules for connections of Firebase's SDKs", .timeLimit(.minutes(1)))
struct ConnectionRulesTests {
    private func database(_ rules: String, _ configuration: DatabaseEmulatorConfiguration = .init())
        -> TestDatabase
    {
        let database = TestDatabase(configuration)
        #expect(
            database.emulator.setRules(#"{"rules": \#(rules)}"#, namespace: database.instance.namespace) == []
        )
        return database
    }

    private static func signIn(_ user: String) -> String { #"{"cred":"\#(token(#"{"sub":"\#(user)"}"#))"}"# }

    @Test func `they decide each request`() {
        let database = database(#"{"a": {".read": "auth.uid === 'bob'", ".write": "newData.val() === 1"}}"#)
        let client = TestConnection(database)
        let denied = #""s":"permission_denied","d":"Permission denied""#
        #expect(client.answer("q", #"{"p":"/a","h":""}"#).contains(denied))
        #expect(client.answer("g", #"{"p":"/a"}"#).contains(denied))
        #expect(client.answer("p", #"{"p":"/a","d":2}"#).contains(denied))
        #expect(client.answer("p", #"{"p":"/a","d":1}"#).contains(#""s":"ok""#))
        #expect(client.answer("auth", Self.signIn("bob")).contains(#""d":{"auth":{"sub":"bob"}}"#))
        #expect(client.send("q", #"{"p":"/a","h":""}"#).first == #"{"a":"d","b":{"p":"a","d":1}}"#)
        #expect(client.answer("gauth", #"{"cred":"owner"}"#).contains(#""s":"ok""#))
        #expect(client.answer("p", #"{"p":"/b","d":2}"#).contains(#""s":"ok""#))
        #expect(client.answer("gauth", #"{"cred":"owner","authvar":{"uid":"bob"}}"#).contains(#""s":"ok""#))
        #expect(client.answer("p", #"{"p":"/b","d":2}"#).contains(denied))
    }

    @Test func `listeners end when the client becomes somebody else`() {
        let database = database(#"{"a": {".read": "auth.uid === 'bob'"}, "b": {".read": true}}"#)
        let client = TestConnection(database)
        client.send("auth", Self.signIn("bob"))
        client.send("q", #"{"p":"/a","h":""}"#)
        client.send("q", #"{"p":"/a","q":{"l":1,"vf":"l"},"t":3,"h":""}"#)
        client.send("q", #"{"p":"/b","h":""}"#)
        #expect(
            Set(client.send("unauth", "{}")) == [
                #"{"a":"c","b":{"p":"a"}}"#, #"{"a":"c","b":{"p":"a","q":[{"l":1,"vf":"l"}]}}"#,
                #"{"r":5,"b":{"s":"ok","d":""}}"#,
            ])
        #expect(database.instance.listenerCount == 1)
    }

    @Test func `listeners end when the rules or what they look at change`() async throws {
        let database = database(
            #"{"open": {}, "a": {".read": "root.child('open').val() === true"}, "b": {".read": true}}"#)
        try await database.put("/open.json", "true", owner)
        let client = TestConnection(database)
        client.send("q", #"{"p":"/a","h":""}"#)
        client.send("q", #"{"p":"/b","h":""}"#)
        try await database.put("/open.json", "false", owner)
        #expect(client.take() == [#"{"a":"c","b":{"p":"a"}}"#])
        database.emulator.setRules(#"{"rules": {".read": false}}"#, namespace: database.instance.namespace)
        #expect(client.take() == [#"{"a":"c","b":{"p":"b"}}"#])
        #expect(database.instance.listenerCount == 0)
    }

    @Test func `a query without an index is answered with a warning, and read by nobody`() {
        let database = database(#"{".read": true, "i": {".indexOn": "n"}}"#)
        let client = TestConnection(database)
        let query = #""q":{"i":"n","l":1,"vf":"l"},"t":1,"h":"""#
        #expect(client.answer("q", #"{"p":"/x",\#(query)}"#).contains(#"{"w":["no_index"]}"#))
        #expect(client.answer("q", #"{"p":"/i",\#(query)}"#).contains(#""d":"""#))
        #expect(client.answer("g", #"{"p":"/x",\#(query)}"#).contains("Index not defined"))
    }

    @Test func `a token expires`() async throws {
        let (clock, sleepClock) = (StandingClock(), ManualClock())
        let configuration = DatabaseEmulatorConfiguration(
            clock: EmulatorClock { clock.now }, sleepClock: sleepClock)
        let database = database(#"{"a": {".read": "auth.uid === 'bob'"}}"#, configuration)
        let client = TestConnection(database)
        let expiry = clock.now.seconds + 60
        client.send("auth", #"{"cred":"\#(token(#"{"sub":"bob","exp":\#(expiry)}"#))"}"#)
        client.send("q", #"{"p":"/a","h":""}"#)
        await sleepClock.untilAsleep(1)
        let (messages, continuation) = AsyncStream.makeStream(of: Void.self)
        client.connection.outbox.onMessage { continuation.yield() }
        clock.advance(by: 60)
        sleepClock.advance(by: .seconds(60))
        var all: [String] = []
        for await _ in messages {
            all += client.take()
            if all.count >= 2 { break }
        }
        #expect(
            all == [
                #"{"a":"ac","b":{"s":"expired_token","d":"Auth token is expired"}}"#,
                #"{"a":"c","b":{"p":"a"}}"#,
            ])
        #expect(
            client.answer("auth", #"{"cred":"\#(token(#"{"sub":"bob","exp":5}"#))"}"#).contains(
                "expired_token"))
        #expect(client.answer("auth", #"{"cred":"nonsense"}"#).contains("invalid_token"))
    }
}
