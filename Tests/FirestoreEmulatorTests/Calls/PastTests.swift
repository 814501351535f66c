import FirestoreModel
import FirestoreRPC
import FirestoreRules
import HTTPTransport
import HTTPTypes
import JSONText
import TestSupport
import Testing

@testable import FirestoreEmulator

@Suite("What has happened to a database")
struct PastTests {
    private static let rules = """
        service cloud.firestore { match /databases/{d}/documents {
          match /rooms/{room} {
            allow read: if resource.data.n > 1;
            allow write: if request.auth.uid == 'bob';
          }
        } }
        """
    private let probe = EmulatorProbe(rules: rules)
    private var emulator: Emulator { probe.emulator }

    private func commits(_ query: String = "") -> JSON {
        probe.send(.get, "/emulator/v1/\(EmulatorProbe.database)/documents:commits\(query)")
    }

    private func versions(_ path: String, _ query: String = "") -> JSON {
        probe.send(.get, "/emulator/v1/\(EmulatorProbe.database)/documents/\(path):versions\(query)")
    }

    @Test func `commits have their time, their documents and who made them`() throws {
        probe.write("rooms/a", 1)
        probe.write("rooms/b", 1, as: EmulatorProbe.bob)
        probe.send(.delete, "\(EmulatorProbe.documents)/rooms/a", as: EmulatorProbe.bob)
        let found = try #require(commits()["commits"]?.array)
        #expect(
            found.map { $0["documents"]?.array?.map(\.string) } == [["rooms/a"], ["rooms/b"], ["rooms/a"]])
        #expect(found.map { $0["user"]?.string } == [nil, "bob", "bob"] && found[0]["admin"] == true)
        #expect(found.map { $0["call"] } == [1, 2, 3] && found.map { $0["decision"] } == [nil, 1, 2])
        let time = try #require(found[1]["time"]?.string)
        let later = commits("?after=\(time)")["commits"]?.array
        #expect(later?.count == 1 && later?.first?["time"] == found[2]["time"])
        let latest = commits("?limit=1")
        #expect(latest["hasMore"] == true && latest["commits"]?.array?.first?["time"] == found[2]["time"])
    }

    @Test func `commits can be asked for by what they touch, at or below a path`() {
        for path in ["rooms/a", "rooms/a/desks/d", "rooms/ab", "halls/h"] { probe.write(path) }
        func paths(_ query: String) -> [String?] {
            (commits(query)["commits"]?.array ?? []).map { $0["documents"]?.array?.first?.string }
        }
        #expect(paths("?touching=rooms/a") == ["rooms/a", "rooms/a/desks/d"])
        #expect(paths("?touching=rooms%2Fa%2Fdesks&touching=halls") == ["rooms/a/desks/d", "halls/h"])
        #expect(paths("?touching=nowhere").isEmpty)
    }

    @Test func `each commit's time reads the database as it was`() throws {
        probe.write("rooms/a", 1)
        probe.write("rooms/a", 2)
        probe.send(.delete, "\(EmulatorProbe.documents)/rooms/a")
        let times = (commits()["commits"]?.array ?? []).compactMap { $0["time"]?.string }
        let read = times.map { time in
            probe.send(.get, "\(EmulatorProbe.documents)/rooms/a?readTime=\(time)")["fields"]?["n"]?[
                "integerValue"]?.string
        }
        #expect(read == ["1", "2", nil])
    }

    @Test func `a document has its versions, with who wrote each`() throws {
        probe.write("rooms/a", 1)
        probe.write("rooms/b", 1)
        probe.write("rooms/a", 2, as: EmulatorProbe.bob)
        probe.send(.delete, "\(EmulatorProbe.documents)/rooms/a")
        let found = try #require(versions("rooms/a")["versions"]?.array)
        let numbers = found.map { $0["document"]?["fields"]?["n"]?["integerValue"]?.string }
        #expect(numbers == ["1", "2", nil])
        #expect(found.map { $0["user"]?.string } == [nil, "bob", nil])
        #expect(found[1]["decision"] == 1)
        #expect(versions("rooms/a", "?limit=2")["versions"]?.array?.count == 2)
        #expect(versions("rooms/a", "?limit=2")["hasMore"] == true)
        #expect(versions("rooms/never")["versions"]?.array?.isEmpty == true)
    }

    @Test func `an import has no author, and a write that changes nothing makes no commit`() throws {
        let name = try DocumentName(wire: "\(EmulatorProbe.database)/documents/rooms/a")
        emulator.front.core.database(name.database).load([Document(name: name, fields: [:])])
        probe.send(.delete, "\(EmulatorProbe.documents)/rooms/never")
        let found = try #require(commits()["commits"]?.array)
        #expect(found.count == 1 && found[0]["admin"] == nil && found[0]["user"] == nil)
    }

    @Test func `the past begins where memory ends, and its earliest version has no time`() throws {
        var configuration = EmulatorConfiguration()
        configuration.historySize = 3 * History.costOfVersion
        let small = Emulator(configuration: configuration)
        let name = try DocumentName(wire: "\(EmulatorProbe.database)/documents/rooms/a")
        let database = small.front.core.database(name.database)
        for n in 0..<9 {
            _ = try database.commit([Write(.update(name, ["n": .integer(Int64(n))], mask: nil))])
        }
        let past = database.past
        let versions = past.versions(of: name.path, limit: 100)
        #expect(versions.count < 9 && versions.last?.time == nil && versions.first?.time != nil)
        #expect(past.begin == past.versions(of: name.path, limit: 100).last?.document?.updateTime)
        #expect(past.commits.allSatisfy { $0.time > past.begin })
    }

    @Test func `what makes no sense is refused`() {
        for answer in [
            commits("?limit=0"), commits("?limit=10001"), commits("?after=noon"), versions("rooms"),
            versions("rooms/a", "?limit=x"),
        ] {
            #expect(answer["error"]?["status"]?.string == "INVALID_ARGUMENT", "\(answer)")
        }
        #expect(probe.send(.get, "/emulator/v1/\(EmulatorProbe.database)/documents:commit") == .null)
    }

    // MARK: What a user may read

    private func decide(_ body: String, as authorization: String? = EmulatorProbe.bob) -> JSON {
        probe.send(.post, "/emulator/v1/projects/p:decide", body, as: authorization)
    }

    @Test func `it is decided what a user may read, and nothing is recorded`() throws {
        probe.write("rooms/a", 1)
        probe.write("rooms/b", 2)
        let names = "\(EmulatorProbe.database)/documents/rooms"
        let question = """
            {"database": "\(EmulatorProbe.database)", "documents": ["\(names)/a", "\(names)/b", "\(names)/c"], "queries": [
              {"structuredQuery": {"from": [{"collectionId": "rooms"}]}},
              {"structuredQuery": {"from": [{"collectionId": "rooms"}], "where": {"fieldFilter": {
                "field": {"fieldPath": "n"}, "op": "EQUAL", "value": {"integerValue": "2"}}}}}]}
            """
        let before = probe.send(.get, "/emulator/v1/projects/p:calls")["latest"]
        let answer = decide(question)
        #expect(answer["documents"] == [false, true, false] && answer["queries"] == [false, true])
        #expect(decide(question, as: EmulatorProbe.admin)["documents"] == [true, true, true])
        #expect(probe.send(.get, "/emulator/v1/projects/p:calls")["latest"] == before)
        #expect(emulator.front.core.rules.recentDecisions(project: "p").isEmpty)
    }

    @Test func `it is decided on the data of a past time`() throws {
        probe.write("rooms/a", 1)
        probe.write("rooms/a", 2)
        let time = try #require(commits()["commits"]?.array?.first?["time"]?.string)
        let body =
            #"{"database": "\#(EmulatorProbe.database)", "documents": ["\#(EmulatorProbe.database)/documents/rooms/a"]"#
        #expect(decide(body + "}")["documents"] == [true])
        #expect(decide(body + #", "readTime": "\#(time)"}"#)["documents"] == [false])
    }

    @Test func `questions that make no sense are refused`() {
        let names = Array(repeating: "\"\(EmulatorProbe.database)/documents/rooms/a\"", count: 301).joined(
            separator: ",")
        for body in [
            "{}", "[]", #"{"database": "projects/q/databases/(default)"}"#,
            #"{"database": "\#(EmulatorProbe.database)", "documents": ["rooms/a"]}"#,
            #"{"database": "\#(EmulatorProbe.database)", "documents": [\#(names)]}"#,
            #"{"database": "\#(EmulatorProbe.database)", "queries": [{"structuredQuery": {}}], "more": 1}"#,
        ] {
            #expect(decide(body)["error"]?["status"]?.string == "INVALID_ARGUMENT", "\(body.prefix(90))")
        }
    }
}
