import FirestoreClient
import Foundation
import HTTPTransport
import HTTPTypes

/// Decodes and encodes 10,000 messages, and prints how that compares with dictionaries and with `JSONDecoder`.
@main struct DocumentCoding {
    struct Message: Codable {
        struct Attachment: Codable {
            var name: String
            var size: Int
        }

        @DocumentID var id: String?
        var senderId: String
        var text: String
        var timestamp: Timestamp
        var status: String
        var readBy: [String]
        var length: Int
        var isEdited: Bool
        var attachment: Attachment
    }

    static let count = 10_000

    static func main() async throws {
        let answer = Array(wireAnswer.utf8)
        let firestore = try Firestore(
            FirestoreSettings(projectID: "p", endpoint: .emulator(host: "127.0.0.1", port: 1)),
            transport: FixedAnswer(body: answer))
        let query = firestore.collection("c")
        let documents = try await query.getDocuments().documents

        let structs = try best { try documents.map { try $0.data(as: Message.self) }.count }
        let dictionaries = try best { documents.map { $0.data() }.count }
        let json = try best { try JSONDecoder().decode([WireElement].self, from: Data(answer)).count }
        var fromBytes = Duration.seconds(1_000)
        for _ in 0..<5 {
            let clock = ContinuousClock()
            let start = clock.now
            _ = try await query.getDocuments().documents.map { try $0.data(as: Message.self) }
            fromBytes = min(fromBytes, clock.now - start)
        }
        let messages = try documents.map { try $0.data(as: Message.self) }
        let encoder = Firestore.Encoder()
        let encoded = try best { try messages.map { try encoder.encode($0) }.count }
        let byHand = try best { messages.map(dictionary).count }

        print("\(count) messages            time, and ratio")
        print("data() into dictionaries  \(dictionaries)")
        print(
            "data(as:) into structs    \(structs)  \(ratio(structs, dictionaries)) x dictionaries (at most 1.5)"
        )
        print("answer's bytes to structs \(fromBytes)")
        print("JSONDecoder, same bytes   \(json)  \(ratio(json, fromBytes)) x that (at least 3)")
        print("dictionaries by hand      \(byHand)")
        print("Firestore.Encoder         \(encoded)  \(ratio(encoded, byHand)) x by hand (at most 1.5)")
    }

    /// The shortest of several runs.
    static func best(_ work: () throws -> Int) rethrows -> Duration {
        var best = Duration.seconds(1_000)
        for _ in 0..<7 {
            var found = 0
            let time = try ContinuousClock().measure { found = try work() }
            precondition(found == count)
            best = min(best, time)
        }
        return best
    }

    static func ratio(_ a: Duration, _ b: Duration) -> String { String(format: "%.2f", a / b) }

    static func dictionary(_ message: Message) -> [String: Any] {
        [
            "senderId": message.senderId, "text": message.text, "timestamp": message.timestamp,
            "status": message.status, "readBy": message.readBy, "length": message.length,
            "isEdited": message.isEdited,
            "attachment": ["name": message.attachment.name, "size": message.attachment.size] as [String: Any],
        ]
    }

    /// What a server answers to the query.
    static var wireAnswer: String {
        let elements = (0..<count).map { index in
            """
            {"document":{"name":"projects/p/databases/(default)/documents/c/m\(index)","fields":{\
            "senderId":{"stringValue":"alice"},"text":{"stringValue":"Hello, this is message number \(index)."},\
            "timestamp":{"timestampValue":"2026-01-02T03:04:05.123456Z"},"status":{"stringValue":"delivered"},\
            "readBy":{"arrayValue":{"values":[{"stringValue":"bob"},{"stringValue":"carol"}]}},\
            "length":{"integerValue":"\(index)"},"isEdited":{"booleanValue":false},\
            "attachment":{"mapValue":{"fields":{"name":{"stringValue":"photo.jpg"},"size":{"integerValue":"4711"}}}}},\
            "createTime":"2026-01-02T03:04:05.000001Z","updateTime":"2026-01-02T03:04:06Z"},\
            "readTime":"2026-01-02T03:04:07Z"}
            """
        }
        return "[\(elements.joined(separator: ","))]"
    }
}

/// Answers every request with the same bytes.
struct FixedAnswer: HTTPTransport {
    let body: [UInt8]

    func send(
        _ request: HTTPRequest, body: [UInt8]
    ) async throws(HTTPTransportError) -> HTTPExchangeResponse {
        HTTPExchangeResponse(
            head: HTTPResponse(status: .ok, headerFields: [.contentType: "application/json"]), body: self.body
        )
    }
}

/// The answer as `JSONDecoder` reads it, with no more than the message needs.
struct WireElement: Decodable {
    struct Document: Decodable {
        var name: String
        var fields: Fields
    }

    struct Fields: Decodable {
        var senderId, text, status: Text
        var timestamp: Time
        var readBy: List
        var length: Number
        var isEdited: Flag
        var attachment: Map
    }

    struct Text: Decodable { var stringValue: String }
    struct Time: Decodable { var timestampValue: String }
    struct Number: Decodable { var integerValue: String }
    struct Flag: Decodable { var booleanValue: Bool }
    struct List: Decodable {
        struct Values: Decodable { var values: [Text] }
        var arrayValue: Values
    }
    struct Map: Decodable {
        struct Attachment: Decodable {
            var name: Text
            var size: Number
        }
        struct Fields: Decodable { var fields: Attachment }
        var mapValue: Fields
    }

    var document: Document
}
