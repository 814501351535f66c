import EmulatorAccess
import HTTPTypes
import RealtimeDatabaseEmulator
import TestSupport
import Testing

@Suite("Writing over REST")
struct WritingTests {
    @Test func `PUT replaces, and answers what it has written`() async throws {
        let database = TestDatabase()
        #expect(try await database.put("/a/b.json", #"{"x": 1, "y": null, "z": {}}"#).text == #"{"x":1}"#)
        #expect(try await database.put("/a/b.json", #"{"w": 2}"#).status == 200)
        #expect(try await database.get("/.json") == #"{"a":{"b":{"w":2}}}"#)
        #expect(try await database.put("/a/b.json", "null").text == "null")
        #expect(try await database.get("/.json") == "null")
    }

    @Test func `PATCH replaces what it names, on any path below`() async throws {
        let database = TestDatabase()
        try await database.put("/u.json", #"{"a": {"x": 1, "y": 2}, "b": 3}"#)
        let answer = try await database.patch("/u.json", #"{"a/x": 5, "b": null, "c": {"z": 1}}"#)
        #expect(answer.status == 200 && answer.text == #"{"a/x":5,"b":null,"c":{"z":1}}"#)
        #expect(try await database.get("/u.json") == #"{"a":{"x":5,"y":2},"c":{"z":1}}"#)
    }

    @Test func `a PATCH with one bad part writes nothing`() async throws {
        let database = TestDatabase()
        #expect(try await database.patch("/u.json", #"{"a": 1, "b": {"c.d": 1}}"#).status == 400)
        #expect(try await database.patch("/u.json", #"{"a": 1, "a/b": 1}"#).status == 400)
        #expect(
            try await database.patch("/u.json", "[1]").text
                == #"{"error":"Invalid data; couldn't parse JSON object."}"#)
        #expect(try await database.get("/.json") == "null")
    }

    @Test func `POST makes up keys that sort by time, the same for the same seed`() async throws {
        func keys() async throws -> String {
            let clock = StandingClock()
            let database = TestDatabase(
                DatabaseEmulatorConfiguration(
                    clock: EmulatorClock { clock.now }, generator: SeededGenerator(seed: 5)))
            for number in 1...3 {
                clock.advance(by: 1)
                let answer = try await database.send(.post, "/log.json", "\(number)")
                #expect(answer.status == 200 && answer.text.wholeMatch(of: /\{"name":"[-\w]{20}"\}/) != nil)
            }
            return try await database.get("/log.json")
        }
        let keys = try await (keys(), keys())
        #expect(keys.0 == keys.1)
        #expect(keys.0.wholeMatch(of: /\{"[-\w]{20}":1,"[-\w]{20}":2,"[-\w]{20}":3\}/) != nil)
    }

    @Test func `DELETE removes`() async throws {
        let database = TestDatabase()
        try await database.put("/a.json", #"{"b": 1, "c": 2}"#)
        let answer = try await database.send(.delete, "/a/b.json")
        #expect(answer.status == 200 && answer.text == "null")
        #expect(try await database.get("/.json") == #"{"a":{"c":2}}"#)
    }

    @Test func `values of the server are put in`() async throws {
        let clock = StandingClock()
        let database = TestDatabase(DatabaseEmulatorConfiguration(clock: EmulatorClock { clock.now }))
        #expect(
            try await database.put("/t.json", #"{"at": {".sv": "timestamp"}}"#).text
                == #"{"at":1700000000000}"#)
        for count in 1...2 {
            #expect(try await database.put("/n.json", #"{".sv": {"increment": 1}}"#).text == "\(count)")
        }
        #expect(
            try await database.patch("/.json", #"{"n": {".sv": {"increment": 10}}}"#).text == #"{"n":12}"#)
    }

    @Test func `a POST can stand for another method`() async throws {
        let database = TestDatabase()
        let name = try #require(HTTPField.Name("X-HTTP-Method-Override"))
        #expect(try await database.send(.post, "/a.json", #"{"b": 1}"#, [name: "PUT"]).text == #"{"b":1}"#)
        #expect(try await database.send(.post, "/a.json", #"{"c": 2}"#, [name: "patch"]).text == #"{"c":2}"#)
        #expect(try await database.send(.post, "/a.json", "", [name: "GET"]).text == #"{"b":1,"c":2}"#)
        #expect(try await database.send(.post, "/a/b.json", "", [name: "DELETE"]).status == 200)
        #expect(try await database.send(.post, "/a/b.json", "", [name: "TRACE"]).status == 400)
        #expect(try await database.get("/a.json") == #"{"c":2}"#)
        #expect(try await database.put("/a.json", "1", [name: "DELETE"]).text == "1")
    }

    @Test func `a silent write has no answer`() async throws {
        let database = TestDatabase()
        let answer = try await database.put("/a.json?print=silent", "1")
        #expect(answer.status == 204 && answer.text.isEmpty)
        #expect(try await database.get("/a.json") == "1")
    }

    @Test(arguments: ["", "{", "{a: 1}", "undefined", "1 2", "'a'", "\u{FEFF}"])
    func `what is no JSON is refused`(body: String) async throws {
        let database = TestDatabase()
        for method: HTTPRequest.Method in [.put, .post, .patch] {
            let answer = try await database.send(method, "/a.json", body)
            #expect(answer.status == 400)
            #expect(
                answer.text.hasPrefix(
                    #"{"error":"Invalid data; couldn't parse JSON object, array, or value."#))
        }
    }

    @Test(arguments: [#"{"a.b": 1}"#, #"{"$a": 1}"#, #"{"a/b": 1}"#, #"{"a": 1e999}"#, #"{".sv": "now"}"#])
    func `data that no database holds are refused`(body: String) async throws {
        let answer = try await TestDatabase().put("/a.json", body)
        #expect(answer.status == 400 && answer.text.hasPrefix(#"{"error":"Invalid data; "#))
    }

    @Test func `a body that is too large is refused`() async throws {
        let database = TestDatabase(DatabaseEmulatorConfiguration(maximumRequestSize: 10))
        #expect(try await database.put("/a.json", #""12345678""#).status == 200)
        let answer = try await database.put("/a.json", #""123456789""#)
        #expect(answer.status == 400 && answer.text.contains("exceeds the maximum size"))
        #expect(try await database.get("/a.json") == #""12345678""#)
    }

    @Test func `only changes are reported`() async throws {
        let count = Counter()
        let database = TestDatabase(DatabaseEmulatorConfiguration(onChange: { count.add() }))
        try await database.put("/a.json", "1")
        #expect(count.value == 1)
        _ = try await database.get("/a.json")
        try await database.put("/a.json", "{")
        #expect(count.value == 1)
        try await database.patch("/.json", #"{"a": 2}"#)
        #expect(count.value == 2)
    }
}
