import HTTPTypes
import Testing

@Suite("Reading over REST")
struct ReadingTests {
    private func database() async throws -> TestDatabase {
        let database = TestDatabase()
        try await database.put(
            "/.json",
            #"{"users": {"jack": {"name": "Jack", "age": 7}, "jill": {"name": "Jill"}}, "list": ["a", null, "c"]}"#
        )
        return database
    }

    @Test func `a value is answered as JSON, and nothing as null`() async throws {
        let database = try await database()
        let answer = try await database.send(.get, "/users/jack.json")
        #expect(answer.status == 200 && answer.text == #"{"age":7,"name":"Jack"}"#)
        #expect(answer.headers[.contentType] == "application/json; charset=utf-8")
        #expect(try await database.get("/users/jack/name.json") == #""Jack""#)
        #expect(try await database.get("/users/jack/name/.json") == #""Jack""#)
        #expect(try await database.get("/users/nobody.json") == "null")
        #expect(try await database.get("/users/jack/name/below.json") == "null")
        #expect(try await database.get("/list.json") == #"["a",null,"c"]"#)
        #expect(try await database.get("/list/2.json") == #""c""#)
        #expect(try await TestDatabase().get("/.json") == "null")
    }

    @Test func `the layout is as asked for`() async throws {
        let database = try await database()
        #expect(try await database.get("/users/jill.json?print=pretty") == "{\n  \"name\": \"Jill\"\n}\n")
        let silent = try await database.send(.get, "/users.json?print=silent")
        #expect(silent.status == 204 && silent.text.isEmpty)
        #expect(try await database.get("/list.json?format=export") == #"{"0":"a","2":"c"}"#)
    }

    @Test func `scripts get a call of their function`() async throws {
        let database = try await database()
        let answer = try await database.send(.get, "/users/jill/name.json?callback=app.got_it$1")
        #expect(answer.text == #"/**/app.got_it$1("Jill");"#)
        #expect(answer.headers[.contentType] == "application/javascript; charset=utf-8")
        #expect(answer.headers[.xContentTypeOptions] == "nosniff")
        for name in ["alert(1)//", "", "a%20b", String(repeating: "a", count: 101), "%3Cscript%3E"] {
            #expect(try await database.send(.get, "/a.json?callback=\(name)").status == 400)
        }
    }

    @Test func `browsers get a file`() async throws {
        let database = try await database()
        let answer = try await database.send(.get, "/users.json?download=my%22%0D%0Afile.txt")
        #expect(answer.headers[.contentDisposition] == "attachment; filename=\"my___file.txt\"")
    }

    @Test func `shallow leaves out what is below`() async throws {
        let database = try await database()
        #expect(try await database.get("/users.json?shallow=true") == #"{"jack":true,"jill":true}"#)
        #expect(try await database.get("/users/jack/age.json?shallow=true") == "7")
        #expect(try await database.get("/nothing.json?shallow=true") == "null")
        #expect(try await database.get("/list.json?shallow=true") == #"{"0":true,"2":true}"#)
    }

    @Test func `shallow goes with a limit and a beginning, and with nothing else`() async throws {
        let database = try await database()
        #expect(try await database.get("/users.json?shallow=true&limitToFirst=1") == #"{"jack":true}"#)
        for key in ["jack", "%22jack%22"] {
            #expect(
                try await database.get("/users.json?shallow=true&limitToFirst=1&startAfter=\(key)")
                    == #"{"jill":true}"#)
        }
        #expect(try await database.get("/users.json?shallow=true&startAfter=jill") == "null")
        #expect(try await database.get("/users/jack/age.json?shallow=true&limitToFirst=1") == "7")
        let refused = try await database.send(.get, "/users.json?shallow=true&orderBy=%22$key%22")
        #expect(refused.status == 400)
        #expect(refused.text == #"{"error":"shallow cannot be combined with other query parameters"}"#)
        #expect(try await database.send(.get, "/users.json?shallow=true&limitToFirst=0").status == 400)
    }

    @Test(arguments: [
        ("print=loud", "print must be pretty or silent."), ("format=xml", "format must be export."),
        ("timeout=10", "timeout must be a number followed by ms, s or min, and at most 15min."),
        ("timeout=16min", "timeout must be a number followed by ms, s or min, and at most 15min."),
        ("timeout=901s", "timeout must be a number followed by ms, s or min, and at most 15min."),
        ("timeout=-1s", "timeout must be a number followed by ms, s or min, and at most 15min."),
        ("writeSizeLimit=huge", "writeSizeLimit must be tiny, small, medium, large or unlimited."),
    ])
    func `an invalid parameter is refused`(parameter: String, message: String) async throws {
        let answer = try await TestDatabase().send(.get, "/a.json?\(parameter)")
        #expect(answer.status == 400 && answer.text == "{\"error\":\"\(message)\"}")
    }

    @Test(arguments: [
        "timeout=10s", "timeout=500ms", "timeout=15min", "writeSizeLimit=tiny", "disableTriggers=true",
        "what=ever",
    ])
    func `what is for production's sake is let pass`(parameter: String) async throws {
        #expect(try await TestDatabase().send(.get, "/a.json?\(parameter)").status == 200)
    }
}
