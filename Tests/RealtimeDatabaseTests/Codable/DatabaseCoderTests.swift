import Foundation
import RealtimeDatabase
import TestSupport
import Testing

@Suite struct DatabaseCoderTests {
    private struct Message: Codable, Equatable {
        var text: String
        var count: Int
        var tags: [String]
        var date: Date
        @ServerTimestamp var sent: Date?
    }

    private let message = Message(
        text: "hi", count: 3, tags: ["a", "b"], date: Date(timeIntervalSinceReferenceDate: 5),
        sent: Date(timeIntervalSince1970: 1.5))

    @Test func `a value becomes what setValue takes, and comes back`() throws {
        let encoded = try Database.Encoder().encode(message)
        let fields = try #require(encoded as? [String: Any])
        #expect(fields["text"] as? String == "hi")
        #expect(fields["count"] as? Int == 3)
        #expect(fields["date"] as? Double == 5, "seconds since 2001, as in the SDK")
        #expect(fields["sent"] as? Int == 1500)
        #expect(try Database.Decoder().decode(Message.self, from: encoded) == message)
    }

    @Test func `a server timestamp that is nil is left to the server`() throws {
        struct Note: Codable { @ServerTimestamp var at: Date? }
        let encoded = try Database.Encoder().encode(Note(at: nil))
        #expect(encoded as? [String: [String: String]] == ["at": [".sv": "timestamp"]])
        let decoded = try Database.Decoder().decode(Note.self, from: ["at": 2500])
        #expect(decoded.at == Date(timeIntervalSince1970: 2.5))
    }

    @Test func `strategies are those of JSON`() throws {
        struct Event: Codable, Equatable {
            var startTime: Date
            var rawBytes: Data
        }
        let event = Event(startTime: Date(timeIntervalSince1970: 7), rawBytes: Data([1, 2]))
        let (encoder, decoder) = (Database.Encoder(), Database.Decoder())
        encoder.dateEncodingStrategy = .millisecondsSince1970
        encoder.keyEncodingStrategy = .convertToSnakeCase
        decoder.dateDecodingStrategy = .millisecondsSince1970
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        let encoded = try encoder.encode(event)
        #expect((encoded as? [String: Any])?["start_time"] as? Int == 7000)
        #expect((encoded as? [String: Any])?["raw_bytes"] as? String == "AQI=")
        #expect(try decoder.decode(Event.self, from: encoded) == event)
    }

    @Test func `single values have their place, too`() throws {
        #expect(try Database.Encoder().encode("x") as? String == "x")
        #expect(try Database.Encoder().encode([1, 2]) as? [Int] == [1, 2])
        #expect(try Database.Decoder().decode(Int.self, from: 4) == 4)
        #expect(try Database.Decoder().decode(Int?.self, from: NSNull()) == nil)
        #expect(throws: DecodingError.self) { try Database.Decoder().decode(Int.self, from: NSNull()) }
        #expect(throws: DecodingError.self) { try Database.Decoder().decode(Int.self, from: Date()) }
    }

    @Test func `a snapshot without data is nil for an optional type`() async throws {
        let server = ScriptedServer([.json("null")])
        let snapshot = try await makeDatabase(server).reference(withPath: "r").getData()
        #expect(try snapshot.data(as: Message?.self) == nil)
        #expect(throws: DecodingError.self) { try snapshot.data(as: Message.self) }
    }
}
