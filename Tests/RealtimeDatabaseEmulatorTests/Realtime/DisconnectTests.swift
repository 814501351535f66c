import RealtimeDatabaseModel
import Testing

@testable import RealtimeDatabaseEmulator

@Suite("Writes for the end of a connection")
struct DisconnectTests {
    @Test func `they happen once, in order, when the connection ends`() async throws {
        let database = TestDatabase()
        let (client, watcher) = (TestConnection(database), TestConnection(database))
        watcher.send("q", #"{"p":"","h":""}"#)
        client.send("o", #"{"p":"/status","d":"gone"}"#)
        client.send("om", #"{"p":"/user","d":{"online":false,"n":{".sv":{"increment":1}}}}"#)
        client.send("o", #"{"p":"/last","d":1}"#)
        client.send("o", #"{"p":"/status","d":"offline"}"#)
        #expect(watcher.take() == [])
        client.close()
        client.close()
        #expect(
            watcher.take() == [
                #"{"a":"m","b":{"p":"user","d":{"online":false,"n":1}}}"#,
                #"{"a":"d","b":{"p":"last","d":1}}"#,
                #"{"a":"d","b":{"p":"status","d":"offline"}}"#,
            ])
    }

    @Test func `they can be cancelled, also those below and parts of an update`() async throws {
        let database = TestDatabase()
        let client = TestConnection(database)
        client.send("o", #"{"p":"/a/b/c","d":1}"#)
        client.send("om", #"{"p":"/x","d":{"y":1,"z/w":2,"v":3}}"#)
        client.send("o", #"{"p":"/k","d":1}"#)
        client.send("oc", #"{"p":"/a","d":null}"#)
        client.send("oc", #"{"p":"/x/z","d":null}"#)
        client.send("oc", #"{"p":"/k/below","d":null}"#)
        client.close()
        #expect(try await database.get("/.json") == #"{"k":1,"x":{"v":3,"y":1}}"#)
    }

    @Test func `the rules decide at once, and again at the end, about who asked for them`() async throws {
        let database = TestDatabase()
        func set(_ rules: String) {
            database.emulator.setRules(#"{"rules": \#(rules)}"#, namespace: database.instance.namespace)
        }
        set(
            #"{"$user": {".write": "auth.uid === $user", ".validate": "newData.isString()"}, "other": {".write": true}}"#
        )
        let client = TestConnection(database)
        client.send("auth", #"{"cred":"\#(token(#"{"sub":"bob"}"#))"}"#)
        #expect(client.answer("o", #"{"p":"/eve","d":"x"}"#).contains("permission_denied"))
        #expect(client.answer("o", #"{"p":"/bob","d":5}"#).contains("permission_denied"))
        #expect(client.answer("o", #"{"p":"/bob","d":"gone"}"#).contains(#""s":"ok""#))
        client.send("unauth", "{}")
        #expect(client.answer("o", #"{"p":"/other","d":"x"}"#).contains(#""s":"ok""#))
        set(#"{"$user": {".write": "auth.uid === $user"}}"#)
        client.close()
        #expect(try await database.get("/.json?access_token=x") == #"{"bob":"gone"}"#)
    }

    @Test func `the last session of a client that comes back ends first`() async throws {
        let database = TestDatabase()
        let client = TestConnection(database)
        client.send("q", #"{"p":"/a","h":""}"#)
        client.send("o", #"{"p":"/a","d":"off"}"#)
        let again = TestConnection(database, last: client.connection.session)
        #expect(again.answer("g", #"{"p":"/a"}"#).contains(#""d":"off""#))
        #expect(
            client.send("g", #"{"p":"/a"}"#) == [#"{"a":"d","b":{"p":"a","d":"off"}}"#]
                || client.ending == .finished)
        #expect(database.instance.listenerCount == 0)
    }

    @Test func `a storm of them is bounded`() {
        let client = TestConnection(TestDatabase())
        for number in 0..<DisconnectWrites.maximumCount {
            #expect(client.answer("o", #"{"p":"/a/\#(number)","d":1}"#).contains(#""s":"ok""#))
        }
        #expect(client.answer("o", #"{"p":"/b","d":1}"#).contains(#""s":"too_many""#))
        client.send("oc", #"{"p":"/a","d":null}"#)
        #expect(client.answer("o", #"{"p":"/b","d":1}"#).contains(#""s":"ok""#))
        let small = TestConnection(TestDatabase(DatabaseEmulatorConfiguration(maximumRequestSize: 200)))
        #expect(
            small.answer("o", #"{"p":"/b","d":"\#(String(repeating: "x", count: 300))"}"#).contains(
                "too_many"))
    }
}
