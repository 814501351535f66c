import HTTPTypes
import RealtimeDatabaseModel
import Testing

@testable import RealtimeDatabaseEmulator

@Suite("Connections of Firebase's SDKs")
struct ConnectionTests {
    @Test func `data come before the answer to a listen`() async throws {
        let database = TestDatabase()
        try await database.put("/a.json", #"{"b":1}"#)
        let client = TestConnection(database)
        #expect(
            client.send("q", #"{"p":"/a","h":""}"#)
                == [#"{"a":"d","b":{"p":"a","d":{"b":1}}}"#, #"{"r":1,"b":{"s":"ok","d":""}}"#])
        #expect(client.send("q", #"{"p":"/x","h":""}"#).first == #"{"a":"d","b":{"p":"x","d":null}}"#)
    }

    @Test func `one's own write comes before its answer, and others hear it`() async throws {
        let database = TestDatabase()
        let (writer, reader) = (TestConnection(database), TestConnection(database))
        writer.send("q", #"{"p":"/a","h":""}"#)
        reader.send("q", #"{"p":"/a","h":""}"#)
        #expect(
            writer.send("p", #"{"p":"/a/b","d":5}"#)
                == [#"{"a":"d","b":{"p":"a/b","d":5}}"#, #"{"r":2,"b":{"s":"ok","d":""}}"#])
        #expect(reader.take() == [#"{"a":"d","b":{"p":"a/b","d":5}}"#])
        writer.send("m", #"{"p":"/a","d":{"c":1,"d/e":2}}"#)
        #expect(reader.take() == [#"{"a":"m","b":{"p":"a","d":{"c":1,"d/e":2}}}"#])
        #expect(try await database.get("/a.json") == #"{"b":5,"c":1,"d":{"e":2}}"#)
        try await database.put("/.json", "null")
        #expect(reader.take() == [#"{"a":"d","b":{"p":"a","d":null}}"#])
    }

    @Test
    func `the console hears of writes over a connection, of those at its end, and of none that are refused`()
        async throws
    {
        let changes = Counter()
        let database = TestDatabase(DatabaseEmulatorConfiguration(onChange: { changes.add() }))
        let client = TestConnection(database)
        client.send("p", #"{"p":"/a","d":1}"#)
        client.send("m", #"{"p":"/","d":{"b":2}}"#)
        #expect(changes.value == 2)
        client.send("p", #"{"p":"/a","d":3,"h":"another"}"#)
        client.send("o", #"{"p":"/a","d":"gone"}"#)
        #expect(changes.value == 2)
        client.close()
        #expect(changes.value == 3)
        #expect(try await database.get("/.json") == #"{"a":"gone","b":2}"#)
    }

    @Test func `REST, streams and connections see the same`() async throws {
        let database = TestDatabase()
        let client = TestConnection(database)
        let stream = try await database.open("/a.json")
        _ = try await stream.next()
        client.send("q", #"{"p":"/a","h":""}"#)
        client.send("p", #"{"p":"/a","d":{".sv":{"increment":2}}}"#)
        #expect(try await stream.next() == #"put {"path":"/","data":2}"#)
        try await database.put("/a.json", "7")
        #expect(client.take() == [#"{"a":"d","b":{"p":"a","d":7}}"#])
        #expect(client.answer("g", #"{"p":"/a"}"#) == #"{"r":3,"b":{"s":"ok","d":7}}"#)
    }

    @Test func `a query is known by its tag`() async throws {
        let database = TestDatabase()
        try await database.put("/l.json", #"{"a":1,"b":2,"c":3}"#)
        let client = TestConnection(database)
        let query = #"{"p":"/l","q":{"l":2,"vf":"r","i":".value"},"t":9,"h":""}"#
        #expect(client.send("q", query).first == #"{"a":"d","b":{"p":"l","d":{"b":2,"c":3},"t":9}}"#)
        try await database.put("/l/d.json", "4")
        #expect(client.take() == [#"{"a":"m","b":{"p":"l","d":{"b":null,"d":4},"t":9}}"#])
        client.send("n", query)
        try await database.put("/l/e.json", "5")
        #expect(client.take() == [])
        #expect(database.instance.listenerCount == 0)
    }

    @Test func `who has the data already is sent nothing`() async throws {
        let database = TestDatabase()
        try await database.put("/a.json", "5")
        try await database.put("/l.json", #"{"a":1,"b":{"c":"x"}}"#)
        let client = TestConnection(database)
        #expect(
            client.send("q", #"{"p":"/a","h":"w28swksk9+tXf5jEdS9R5oSFAv8="}"#) == [
                #"{"r":1,"b":{"s":"ok","d":""}}"#
            ])
        let known = #"{"p":"/l","q":{"l":9,"vf":"l","i":".key"},"t":1,"h":"ysk3YQgEFZBh3N6ot97Ywoub98Q="}"#
        #expect(client.send("q", known) == [#"{"r":2,"b":{"s":"ok","d":""}}"#])
        try await database.put("/a.json", "6")
        #expect(client.take() == [#"{"a":"d","b":{"p":"a","d":6}}"#])
        #expect(client.send("q", #"{"p":"/a","h":"w28swksk9+tXf5jEdS9R5oSFAv8="}"#).count == 2)
    }

    @Test func `a transaction writes over what it has seen, or nothing`() async throws {
        let database = TestDatabase()
        try await database.put("/n.json", "5")
        let client = TestConnection(database)
        let write = #"{"p":"/n","d":6,"h":"w28swksk9+tXf5jEdS9R5oSFAv8="}"#
        #expect(client.answer("p", write) == #"{"r":1,"b":{"s":"ok","d":""}}"#)
        #expect(
            client.answer("p", write)
                == #"{"r":2,"b":{"s":"datastale","d":"Transaction hash does not match"}}"#)
        #expect(client.answer("p", #"{"p":"/new","d":1,"h":""}"#) == #"{"r":3,"b":{"s":"ok","d":""}}"#)
        #expect(client.answer("p", #"{"p":"/new","d":2,"h":""}"#).contains("datastale"))
        #expect(try await database.get("/.json") == #"{"n":6,"new":1}"#)
    }

    @Test func `a priority is set beside the value`() async throws {
        let database = TestDatabase()
        let client = TestConnection(database)
        client.send("p", #"{"p":"/a","d":{".value":1,".priority":2}}"#)
        client.send("q", #"{"p":"/a","h":""}"#)
        #expect(
            client.send("p", #"{"p":"/a/.priority","d":"x"}"#).first
                == #"{"a":"d","b":{"p":"a","d":{".value":1,".priority":"x"}}}"#)
    }

    @Test func `what cannot be stored is refused by name`() {
        let client = TestConnection(TestDatabase())
        #expect(client.answer("p", #"{"p":"/a","d":{"b.c":1}}"#).contains(#""s":"invalid_data""#))
        #expect(client.answer("p", #"{"p":"/a.b","d":1}"#).contains(#""s":"invalid_request""#))
        #expect(client.answer("zz", "{}").contains(#"there is no request \"zz\""#))
    }

    @Test func `what is no message ends the connection`() {
        let client = TestConnection(TestDatabase())
        client.receive("{")
        #expect(client.take().first?.contains("not JSON") == true)
        #expect(client.ending == .finished)
    }

    @Test func `a ping is answered`() {
        let client = TestConnection(TestDatabase())
        client.receive(#"{"t":"c","d":{"t":"p","d":{}}}"#)
        #expect(client.take() == [#"{"t":"o","d":{}}"#])
    }
}
