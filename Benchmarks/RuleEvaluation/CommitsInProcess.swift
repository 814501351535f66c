import FirestoreEmulator
import HTTPTransport
import HTTPTypes

/// How long an emulator in this process takes for commits of 500 read receipts, single ones, and reads: as a user under rules, and as an
/// administrator. In turns, with prepared requests.
struct CommitsInProcess {
    private static let documents = "projects/benchmark/databases/(default)/documents"
    private static let messages = 500

    private let transport: any HTTPTransport
    private let clock = ContinuousClock()

    init(condition: String) {
        let emulator = Emulator()
        emulator.setRules(
            SourceFile(
                content: """
                    rules_version = '2';
                    service cloud.firestore {
                      match /databases/{database}/documents/conversations/{id}/messages/{message} {
                        allow get: if request.auth.uid
                          in get(/databases/$(database)/documents/conversations/$(id)).data.participants;
                        allow update: if \(condition);
                      }
                    }
                    """), project: "benchmark")
        transport = emulator.transport
    }

    /// - Parameters:
    ///   - rounds: How many readers mark all messages.
    ///   - isUser: Whether the readers are users, administrators, or both in turns.
    func measure(rounds: Int, isUser: Bool?) async throws {
        let readers = (0..<rounds).map { "reader\($0)" }
        let participants = readers.map { "{\"stringValue\":\"\($0)\"}" }.joined(separator: ",")
        try await commit(
            """
            {"writes":[{"update":{"name":"\(Self.documents)/conversations/c","fields":{"participants":\
            {"arrayValue":{"values":[\(participants)]}}}}}]}
            """, as: nil)
        let created = (0..<Self.messages).map { number in
            """
            {"update":{"name":"\(Self.documents)/conversations/c/messages/m\(number)","fields":{\
            "senderId":{"stringValue":"alice"},"text":{"stringValue":"Message number \(number)"},\
            "status":{"stringValue":"sent"},"readBy":{"arrayValue":{}}}}}
            """
        }
        var bodies: [(reader: String, isUser: Bool, body: String)] = []
        for (round, reader) in readers.enumerated() {
            bodies.append((reader, isUser ?? (round % 2 == 0), Self.marks(0..<Self.messages, by: reader)))
        }
        var times: [Bool: [Duration]] = [:]
        for (reader, isUser, body) in bodies {
            // Each round begins with messages that nobody has read.
            try await commit(#"{"writes":[\#(created.joined(separator: ","))]}"#, as: nil)
            let time = try await clock.measure { try await commit(body, as: isUser ? reader : nil) }
            times[isUser, default: []].append(time)
        }
        for (isUser, name) in [(true, "a user under rules"), (false, "an administrator")] {
            guard let times = times[isUser]?.sorted(), !times.isEmpty else { continue }
            let median = times[times.count / 2] / Self.messages
            print("in process, a receipt in a commit of 500 as \(name): \(Self.text(median)) µs")
        }
    }

    private static func marks(_ range: Range<Int>, by reader: String) -> String {
        let writes = range.map { number in
            """
            {"update":{"name":"\(documents)/conversations/c/messages/m\(number)",\
            "fields":{"status":{"stringValue":"read"}}},"updateMask":{"fieldPaths":["status"]},\
            "updateTransforms":[{"fieldPath":"readBy","appendMissingElements":\
            {"values":[{"stringValue":"\(reader)"}]}}],"currentDocument":{"exists":true}}
            """
        }
        return #"{"writes":[\#(writes.joined(separator: ","))]}"#
    }

    private func commit(_ body: String, as user: String?) async throws {
        var request = HTTPRequest(
            method: .post, scheme: "http", authority: "localhost", path: "/v1/\(Self.documents):commit")
        request.headerFields[.authorization] = "Bearer \(user.map(Self.token) ?? "owner")"
        request.headerFields[.contentType] = "application/json"
        let response = try await transport.send(request, body: Array(body.utf8))
        if response.head.status != .ok { print(String(decoding: response.body.prefix(300), as: UTF8.self)) }
    }

    /// An unsigned token: `{"alg":"none"}` and `{"sub":USER}`.
    static func token(_ user: String) -> String {
        "eyJhbGciOiJub25lIn0.\(base64(#"{"sub":"\#(user)"}"#))."
    }

    private static func base64(_ text: String) -> String {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
        var (result, bits, count) = ("", 0, 0)
        for byte in text.utf8 {
            (bits, count) = (bits << 8 | Int(byte), count + 8)
            while count >= 6 {
                count -= 6
                result.append(alphabet[bits >> count & 63])
            }
            bits &= (1 << count) - 1
        }
        if count > 0 { result.append(alphabet[bits << (6 - count) & 63]) }
        return result
    }

    static func text(_ duration: Duration) -> String {
        "\((Double(duration.components.attoseconds) / 1e10).rounded() / 100)"
    }
}
