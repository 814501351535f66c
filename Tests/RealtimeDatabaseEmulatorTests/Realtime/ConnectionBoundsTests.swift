import RealtimeDatabaseModel
import RealtimeDatabaseWire
import TestSupport
import Testing

@testable import RealtimeDatabaseEmulator

@Suite("Bounds of connections of Firebase's SDKs")
struct ConnectionBoundsTests {
    @Test func `a client that does not read is dropped, and no other`() async throws {
        let database = TestDatabase(DatabaseEmulatorConfiguration(maximumLag: 10))
        let (slow, good) = (TestConnection(database), TestConnection(database))
        for client in [slow, good] { client.send("q", #"{"p":"/a","h":""}"#) }
        for number in 0..<200 {
            try await database.put("/a.json", "\(number)")
            #expect(good.take().count == 1)
        }
        #expect(slow.take() == [] && slow.ending == .overflow)
        #expect(database.instance.listenerCount == 1)
        #expect(good.answer("g", #"{"p":"/a"}"#).contains("199"))
    }

    @Test func `large events count by their size`() async throws {
        let database = TestDatabase(DatabaseEmulatorConfiguration(maximumRequestSize: 1000))
        let slow = TestConnection(database)
        slow.send("q", #"{"p":"/a","h":""}"#)
        for number in 0..<5 {
            try await database.put("/a.json", #""\#(number)\#(String(repeating: "x", count: 900))""#)
        }
        #expect(slow.take() == [] && slow.ending == .overflow)
    }

    @Test func `thousands of listeners on a connection`() async throws {
        let database = TestDatabase()
        let client = TestConnection(database)
        for number in 0..<3000 { client.send("q", #"{"p":"/c/\#(number)","h":""}"#) }
        #expect(database.instance.listenerCount == 3000)
        try await database.put("/c/77.json", "1")
        #expect(client.take() == [#"{"a":"d","b":{"p":"c/77","d":1}}"#])
        // The same once more replaces the first.
        client.send("q", #"{"p":"/c/77","h":""}"#)
        #expect(database.instance.listenerCount == 3000)
        client.close()
        #expect(database.instance.listenerCount == 0)
    }

    /// Random requests over random paths, right and wrong: the emulator stays in order, and each listener sees what is there.
    @Test(arguments: 1...30 as ClosedRange<UInt64>)
    func `random requests leave listeners with what is there`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let database = TestDatabase()
        let clients = (0..<3).map { _ in TestConnection(database) }
        let keys = ["a", "b", "0", "10", ".priority", "x.y", ""]
        func path(_ generator: inout SeededGenerator) -> String {
            (0..<Int.random(in: 0...3, using: &generator)).map { _ in generator.pick(keys) }.joined(
                separator: "/")
        }
        let values = [
            "1", "null", #""t""#, #"{"a":1,"b":{"c":true}}"#, #"{".sv":"timestamp"}"#,
            #"{".value":1,".priority":2}"#, "[1,2]",
        ]
        let follower = TestConnection(database)
        var seen = DataNode.null
        func follow(_ texts: [String]) throws {
            for text in texts {
                guard let json = try? EventText(text) else { continue }
                try json.apply(to: &seen)
            }
        }
        try follow(follower.send("q", #"{"p":"","h":""}"#))
        for _ in 0..<60 {
            let client = generator.pick(clients)
            let (path, value) = (path(&generator), generator.pick(values))
            switch Int.random(in: 0...8, using: &generator) {
            case 0: client.send("q", #"{"p":"\#(path)","h":""}"#)
            case 1: client.send("q", #"{"p":"\#(path)","q":{"l":2,"vf":"r","i":"a"},"t":5,"h":""}"#)
            case 2: client.send("n", #"{"p":"\#(path)"}"#)
            case 3: client.send("m", #"{"p":"\#(path)","d":{"a/b":\#(value),"b":1}}"#)
            case 4: client.send("o", #"{"p":"\#(path)","d":\#(value)}"#)
            case 5: client.send("oc", #"{"p":"\#(path)","d":null}"#)
            case 6: client.send("p", #"{"p":"\#(path)","d":\#(value),"h":"wrong"}"#)
            case _: client.send("p", #"{"p":"\#(path)","d":\#(value)}"#)
            }
        }
        for client in clients { client.close() }
        try follow(follower.take())
        #expect(seen == database.instance.root)
        #expect(database.instance.listenerCount == 1)
    }
}
