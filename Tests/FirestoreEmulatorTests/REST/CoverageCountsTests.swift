import FirestoreRules
import HTTPTransport
import HTTPTypes
import JSONText
import Testing

@testable import FirestoreEmulator

/// Coverage in short, for a page that looks again and again: nothing twice.
@Suite struct CoverageCountsTests {
    private static let rules = """
        service cloud.firestore { match /databases/{d}/documents {
          match /notes/{note} { allow get: if note != 'secret' && request.time != null; }
          match /rooms/{room} { allow get: if room == 'blue'; }
        } }
        """

    private func emulator() -> Emulator {
        let emulator = Emulator()
        emulator.setRules(SourceFile(content: Self.rules), project: "p")
        return emulator
    }

    private func send(_ path: String, to emulator: Emulator, tag: String? = nil) -> HTTPExchangeResponse {
        var request = HTTPRequest(method: .get, scheme: "http", authority: "127.0.0.1:1", path: path)
        request.headerFields[.ifNoneMatch] = tag
        return emulator.front.respond(to: request, body: [])
    }

    private func get(_ path: String, from emulator: Emulator) {
        _ = send("/v1/projects/p/databases/(default)/documents/\(path)", to: emulator)
    }

    private func coverage(_ emulator: Emulator, _ parameters: String = "", tag: String? = nil)
        -> HTTPExchangeResponse
    {
        send("/emulator/v1/projects/p:ruleCoverage\(parameters)", to: emulator, tag: tag)
    }

    @Test func `nothing is sent twice to the same reader`() throws {
        let emulator = emulator()
        get("notes/n1", from: emulator)
        for parameters in ["", "?view=counts"] {
            let first = coverage(emulator, parameters)
            let tag = try #require(first.head.headerFields[.eTag])
            let second = coverage(emulator, parameters, tag: tag)
            #expect(second.head.status == .notModified)
            #expect(second.body.isEmpty)
            get("notes/n1", from: emulator)
            #expect(coverage(emulator, parameters, tag: tag).head.status == .ok)
        }
    }

    @Test func `only what was evaluated since is reported, by its place in the report`() throws {
        let emulator = emulator()
        get("notes/n1", from: emulator)
        let first = coverage(emulator, "?view=counts")
        let counts = try #require(try JSONParser.parse(first.body)["counts"]?.array)
        #expect(counts.map { $0["kind"]?.string } == ["true", "never"])
        let tag = try #require(first.head.headerFields[.eTag])
        get("rooms/red", from: emulator)
        let since = tag.replacing("\"", with: "%22")
        let changes = try #require(
            try JSONParser.parse(coverage(emulator, "?view=counts&since=\(since)").body)["changes"]?.array)
        // The second condition stands behind all that is inside the first.
        let places = counts.map { self.size($0) }
        let index = try #require(changes.first?["index"]?.compactText)
        #expect(index == "\(places[0])")
        #expect(changes.first?["kind"]?.string == "false")
        #expect(changes.first?["total"]?.compactText == "1")
    }

    /// How many expressions there are in one, itself included.
    private func size(_ node: JSON) -> Int { 1 + (node["children"]?.array ?? []).reduce(0) { $0 + size($1) } }

    @Test func `a tag of other rules, or none, gets all of it`() throws {
        let emulator = emulator()
        get("notes/n1", from: emulator)
        let tag = try #require(coverage(emulator).head.headerFields[.eTag]).replacing("\"", with: "%22")
        emulator.setRules(SourceFile(content: Self.rules), project: "p")
        get("notes/n1", from: emulator)
        for since in [tag, "x", "%22-1%22", "", tag.replacing("-1", with: "-99")] {
            let json = try JSONParser.parse(coverage(emulator, "?view=counts&since=\(since)").body)
            #expect(json["counts"]?.array?.count == 2)
            #expect(json["changes"] == nil)
        }
    }

    @Test func `kinds and counts are those of the whole report`() throws {
        let emulator = emulator()
        for note in ["n1", "n2", "secret"] { get("notes/\(note)", from: emulator) }
        get("rooms/blue", from: emulator)
        let counts = try JSONParser.parse(coverage(emulator, "?view=counts").body)["counts"]?.array ?? []
        #expect(counts.first?["kind"]?.string == "both")
        #expect(counts.first?["total"]?.compactText == "3")
        #expect(counts.first?["values"]?.array?.map { $0["text"]?.string } == ["true", "false"])
        #expect(counts.first?["values"]?.array?.map { $0["count"]?.compactText } == ["2", "1"])
        #expect(counts.last?["kind"]?.string == "true")
    }

    @Test func `of many values, a few are reported and the others counted`() throws {
        let emulator = emulator()
        for number in 0..<50 { get("rooms/r\(number)", from: emulator) }
        let response = coverage(emulator, "?view=counts")
        let condition = try #require(try JSONParser.parse(response.body)["counts"]?.array?.last)
        let name = try #require(condition["children"]?.array?.first)
        #expect(name["kind"]?.string == "value")
        #expect(name["values"]?.array?.count == 6)
        #expect(name["others"]?.compactText == "44")
        #expect(response.body.count < coverage(emulator).body.count / 5)
    }

    @Test func `rules that are the same are not told twice`() throws {
        let emulator = emulator()
        let path = "/emulator/v1/projects/p:securityRules"
        let tag = try #require(send(path, to: emulator).head.headerFields[.eTag])
        #expect(send(path, to: emulator, tag: tag).head.status == .notModified)
        emulator.setRules(SourceFile(content: Self.rules), project: "p")
        #expect(send(path, to: emulator, tag: tag).head.status == .ok)
    }

    @Test func `a view that there is not is refused`() {
        #expect(coverage(emulator(), "?view=some").head.status == .badRequest)
    }
}
