import HTTPTypes
import Testing

@testable import RealtimeDatabaseEmulator

@Suite("Paths and names of databases in URLs")
struct AddressTests {
    @Test func `paths are percent-decoded UTF-8`() async throws {
        let database = TestDatabase()
        try await database.put("/caf%C3%A9/a%20b.json", "1")
        #expect(try await database.get("/.json") == #"{"café":{"a b":1}}"#)
        #expect(try await database.get("/caf%c3%a9/a%20b%2Ejson") == "1")
        try await database.put("/a+b.json", "2")
        #expect(try await database.get("/a%2Bb.json") == "2")
    }

    @Test(arguments: [
        "/a%.json", "/a%2.json", "/%zz.json", "/%C3.json", "/%FF%FE.json", "/%C0%AF.json", "/a.json?x=%",
        "/a.json?%FF",
        "/a.b.json", "/$a.json", "/%23.json", "/[.json", "/%5D.json", "/a%00.json", "/%7F.json",
        "/a%0Ab.json",
        "/" + String(repeating: "a/", count: 33) + ".json",
        "/" + String(repeating: "k", count: 769) + ".json",
    ])
    func `what is no path is a bad request`(path: String) async throws {
        for method: HTTPRequest.Method in [.get, .put, .patch, .post, .delete] {
            let answer = try await TestDatabase().send(method, path, "{}")
            #expect(answer.status == 400 && answer.text.hasPrefix(#"{"error":""#), "\(method) \(answer.text)")
        }
    }

    @Test func `a path may be as deep and long as data may be`() async throws {
        let database = TestDatabase()
        let deep = "/" + Array(repeating: "a", count: 32).joined(separator: "/")
        let long = "/" + String(repeating: "k", count: 768)
        for path in [deep, long] {
            #expect(try await database.put(path + ".json", "1").status == 200)
            #expect(try await database.get(path + ".json") == "1")
        }
        #expect(try await database.put(deep + ".json", #"{"b": 1}"#).status == 400)
    }

    @Test func `without its suffix a path leads nowhere, and the answer says why`() async throws {
        for path in ["/a", "/a/b", "/a.jso", "/a.json/b", "/a.JSON"] {
            let answer = try await TestDatabase().send(.get, path)
            #expect(answer.status == 404)
            #expect(answer.text == "Append .json to your request URI to use the REST API.\n")
        }
    }

    @Test func `somebody is there`() async throws {
        let answer = try await TestDatabase().send(.get, "/")
        #expect(answer.status == 200 && answer.text == "Ok\n")
    }

    @Test(arguments: [HTTPRequest.Method.head, .trace, .connect])
    func `another method is refused`(method: HTTPRequest.Method) async throws {
        #expect(try await TestDatabase().send(method, "/a.json").status == 405)
    }

    @Test func `databases are apart`() async throws {
        let database = TestDatabase(DatabaseEmulatorConfiguration(defaultNamespace: "home"))
        try await database.put("/a.json?ns=one", "1")
        try await database.put("/a.json?ns=two", "2")
        try await database.put("/a.json", "3")
        #expect(try await database.get("/a.json?ns=one") == "1")
        #expect(try await database.get("/a.json?ns=two") == "2")
        #expect(try await database.get("/a.json?ns=home") == "3")
        #expect(try await database.get("/a.json?ns=none") == "null")
    }

    @Test(arguments: [
        "one.localhost:9000", "ONE.localhost", "one.firebaseio.com", "one.europe-west1.firebasedatabase.app",
    ])
    func `a host can name the database`(host: String) async throws {
        let database = TestDatabase()
        try await database.put("/a.json?ns=one", "1")
        #expect(try await database.send(.get, "/a.json", host: host).text == "1")
        #expect(try await database.send(.get, "/a.json?ns=two", host: host).text == "null")
    }

    @Test(arguments: ["localhost:9000", "127.0.0.1:9000", "[::1]:9000", "one.test", ""])
    func `another host names none`(host: String) async throws {
        let database = TestDatabase()
        try await database.put("/a.json", "1")
        #expect(try await database.send(.get, "/a.json", host: host).text == "1")
    }

    @Test(arguments: ["", "a/b", "a.b", "%00", "é", String(repeating: "a", count: 101)])
    func `what is no name of a database is refused`(name: String) async throws {
        #expect(try await TestDatabase().send(.get, "/a.json?ns=\(name.encoded)").status == 400)
    }
}
