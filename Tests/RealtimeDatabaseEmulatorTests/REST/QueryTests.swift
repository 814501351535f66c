import HTTPTypes
import Testing

@Suite("Queries over REST")
struct QueryTests {
    private func database() async throws -> TestDatabase {
        let database = TestDatabase()
        try await database.put(
            "/dinosaurs.json",
            #"{"bruhath": {"height": 18, "name": "B"}, "lam": {"height": 2.1}, "linhe": {"height": 0.6}, "steg": {"height": 4}, "x": true}"#
        )
        return database
    }

    private func keys(_ database: TestDatabase, _ parameters: String) async throws -> String {
        try await database.get("/dinosaurs.json?shallowness=0&" + parameters)
    }

    @Test func `children are found by a value below them`() async throws {
        let database = try await database()
        let order = "orderBy=%22height%22"
        #expect(try await keys(database, "\(order)&startAt=3&endAt=5") == #"{"steg":{"height":4}}"#)
        #expect(try await keys(database, "\(order)&startAfter=4") == #"{"bruhath":{"height":18,"name":"B"}}"#)
        #expect(try await keys(database, "\(order)&equalTo=2.1") == #"{"lam":{"height":2.1}}"#)
        #expect(try await keys(database, "\(order)&equalTo=null") == #"{"x":true}"#)
        #expect(
            try await keys(database, "\(order)&limitToLast=2")
                == #"{"bruhath":{"height":18,"name":"B"},"steg":{"height":4}}"#)
        #expect(try await keys(database, "\(order)&startAt=100") == "null")
        #expect(
            try await keys(database, "orderBy=\"name\"&equalTo=\"B\"".replacing("\"", with: "%22"))
                == #"{"bruhath":{"height":18,"name":"B"}}"#)
    }

    @Test func `children are found by key and by value`() async throws {
        let database = try await database()
        #expect(
            try await keys(database, "orderBy=%22$key%22&startAt=%22s%22&endAt=%22t%22")
                == #"{"steg":{"height":4}}"#)
        #expect(try await keys(database, "orderBy=%22$value%22&equalTo=true") == #"{"x":true}"#)
        #expect(try await keys(database, "orderBy=%22$key%22&limitToLast=1") == #"{"x":true}"#)
        #expect(try await database.get("/dinosaurs/x.json?orderBy=%22$key%22") == "null")
    }

    @Test func `a plus is a space in parameters`() async throws {
        let database = TestDatabase()
        try await database.put("/a.json", #"{"x": "a b", "y": "a+b"}"#)
        #expect(try await database.get("/a.json?orderBy=%22$value%22&equalTo=%22a+b%22") == #"{"x":"a b"}"#)
        #expect(try await database.get("/a.json?orderBy=%22$value%22&equalTo=%22a%2Bb%22") == #"{"y":"a+b"}"#)
    }

    @Test(arguments: [
        ("limitToFirst=1", "orderBy must be defined when other query parameters are defined"),
        ("orderBy=height", "orderBy must be valid JSON: texts have quotes around them"),
        (
            "orderBy=%22a%22&limitToFirst=1&limitToLast=1",
            "limitToFirst and limitToLast cannot both be specified"
        ),
    ])
    func `parameters that do not go together are refused`(parameters: String, message: String) async throws {
        let answer = try await TestDatabase().send(.get, "/a.json?\(parameters)")
        #expect(answer.status == 400 && answer.text == "{\"error\":\"\(message)\"}")
    }
}
