import HTTPTypes
import RealtimeDatabaseModel
import TestSupport
import Testing

@testable import RealtimeDatabaseEmulator

@Suite("Entity tags")
struct TagTests {
    private static let wanted: HTTPFields = [.firebaseETag: "true"]

    @Test func `a tag is returned to those who ask`() async throws {
        let database = TestDatabase()
        let empty = try await database.send(.get, "/a.json", "", Self.wanted)
        #expect(empty.headers[.eTag] == "null_etag" && empty.headers[.accessControlExposeHeaders] == "ETag")
        let written = try await database.put("/a.json", "10", Self.wanted)
        let tag = try #require(written.headers[.eTag])
        #expect(try await database.send(.get, "/a.json", "", Self.wanted).headers[.eTag] == tag)
        #expect(try await database.send(.get, "/a.json").headers[.eTag] == nil)
        #expect(try await database.send(.delete, "/a.json", "", Self.wanted).headers[.eTag] == "null_etag")
    }

    @Test func `a write on a condition happens when nothing has changed`() async throws {
        let database = TestDatabase()
        #expect(try await database.put("/a.json", "1", [.ifMatch: "null_etag"]).status == 200)
        let refused = try await database.put("/a.json", "2", [.ifMatch: "null_etag"])
        let tag = try #require(refused.headers[.eTag])
        #expect(refused.status == 412 && refused.text == "1")
        #expect(try await database.put("/a.json", "2", [.ifMatch: tag]).text == "2")
        #expect(try await database.send(.delete, "/a.json", "", [.ifMatch: tag]).status == 412)
        let other = try #require(try await database.send(.get, "/a.json", "", Self.wanted).headers[.eTag])
        #expect(try await database.send(.delete, "/a.json", "", [.ifMatch: other]).status == 200)
        #expect(try await database.get("/a.json") == "null")
    }

    @Test func `a refusal has a body even when it is to be silent`() async throws {
        let answer = try await TestDatabase().put("/a.json?print=silent", "1", [.ifMatch: "x"])
        #expect(answer.status == 412 && answer.text == "null")
    }

    @Test func `what has not changed is not sent again`() async throws {
        let database = TestDatabase()
        try await database.put("/a.json", #"{"b": 1}"#)
        let tag = try #require(try await database.send(.get, "/a.json", "", Self.wanted).headers[.eTag])
        let same = try await database.send(.get, "/a.json", "", [.ifNoneMatch: tag])
        #expect(same.status == 304 && same.text.isEmpty && same.headers[.eTag] == tag)
        try await database.put("/a.json", "2")
        let changed = try await database.send(.get, "/a.json", "", [.ifNoneMatch: tag])
        #expect(changed.status == 200 && changed.text == "2" && changed.headers[.eTag] != tag)
    }

    @Test func `a condition on PATCH or POST is refused, not passed over`() async throws {
        let database = TestDatabase()
        for method: HTTPRequest.Method in [.patch, .post] {
            #expect(
                try await database.send(method, "/a.json", #"{"b": 1}"#, [.ifMatch: "null_etag"]).status
                    == 400)
        }
        #expect(try await database.get("/a.json") == "null")
    }

    @Test func `tags depend on the content and on nothing else`() throws {
        let tags = try ["null", "1", #""1""#, "true", "[1]", #"{"a": 1}"#, #"{"a": 2}"#, #"{"a": {"b": 1}}"#]
            .map {
                try node($0).tag
            }
        #expect(Set(tags).count == tags.count)
        #expect(try node(#"{"b": 1, "a": 2}"#).tag == node(#"{"a": 2.0, "b": 1}"#).tag)
        #expect(try node("[1, 2]").tag == node(#"{"0": 1, "1": 2}"#).tag)
        for tag in tags {
            #expect(tag.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\"") })
        }
    }

    @Test func `of many who count up on a condition none loses a step`() async throws {
        let database = TestDatabase()
        try await database.put("/n.json", "0")
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    var left = 25
                    var current = try await database.send(.get, "/n.json", "", Self.wanted)
                    while left > 0 {
                        let next = (Int(current.text) ?? 0) + 1
                        current = try await database.put(
                            "/n.json", "\(next)",
                            [.ifMatch: current.headers[.eTag] ?? "", .firebaseETag: "true"])
                        if current.status == 200 { left -= 1 }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try await database.get("/n.json") == "200")
    }
}
