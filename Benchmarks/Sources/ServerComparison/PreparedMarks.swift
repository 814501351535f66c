import Foundation
import LoadGeneration

/// Marks messages read and gets them, as users under rules and as an administrator, over a raw connection.
///
/// All requests are prepared as bytes, so nearly all that is measured is the server.
struct PreparedMarks {
    /// The conversation in which all messages are marked in commits of 500, by these readers.
    static let conversation = "prepared"
    static let users = (1...6).map { "user\($0)" }
    static let administered = (1...6).map { "managed\($0)" }
    /// The conversation in which messages are marked one by one, by one reader.
    static let singles = "singles"
    static let messageCount = 5000
    static let singleCount = 2000
    static let getCount = 4000

    private static let project = "projects/demo-bench"
    private static let documents = "\(project)/databases/(default)/documents"
    /// A member of the conversation may move the status forward and add themselves to the readers.
    private static let rules = """
        rules_version = '2';
        service cloud.firestore {
          match /databases/{database}/documents/conversations/{id}/messages/{message} {
            function isMember() {
              return request.auth.uid in get(/databases/$(database)/documents/conversations/$(id)).data.participants;
            }
            allow get: if isMember();
            allow update: if isMember()
              && resource.data.senderId != request.auth.uid
              && request.resource.data.diff(resource.data).affectedKeys().hasOnly(['status', 'readBy'])
              && request.resource.data.status == 'read' && resource.data.status in ['sent', 'delivered', 'read']
              && request.resource.data.readBy.toSet().difference(resource.data.readBy.toSet())
                .hasOnly([request.auth.uid])
              && request.resource.data.readBy.hasAll(resource.data.readBy);
          }
        }
        """

    private let connection: RawConnection
    private let server: ProcessGroup
    private let clock: ContinuousClock

    init(port: Int, _ server: ProcessGroup, _ clock: ContinuousClock) throws {
        connection = try RawConnection(port: port)
        self.server = server
        self.clock = clock
    }

    /// Measures. The conversations and their messages must exist.
    func run(_ figures: inout [Figure: Double]) throws {
        try setRules()
        var (asUsers, asAdministrator): ([Double], [Double]) = ([], [])
        // In turns, so that both see the same database and the same moments of the machine.
        for (user, managed) in zip(Self.users, Self.administered) {
            asUsers.append(try markAll(reader: user, authorization: Self.token(user)))
            asAdministrator.append(try markAll(reader: managed, authorization: "owner"))
        }
        figures[.markAsUser] = asUsers.median
        figures[.markAsAdministrator] = asAdministrator.median
        let token = Self.token(Self.users[0])
        let marks = (0..<Self.singleCount).map { number in
            Self.commit(in: Self.singles, [number], reader: Self.users[0], authorization: token)
        }
        let gets = (0..<Self.getCount).map { number in
            RawConnection.request(
                "GET",
                "/v1/\(Self.documents)/conversations/\(Self.conversation)/messages/m\(number % Self.messageCount)",
                authorization: token)
        }
        let responder = try EmptyResponder()
        let empty = try RawConnection(port: responder.port)
        figures[.emptyRoundTrip] = try time(gets, over: empty).latency
        (figures[.getAsUser], figures[.getTime]) = try time(gets, over: connection)
        (figures[.markOneAsUser], figures[.markTime]) = try time(marks, over: connection)
    }

    private func setRules() throws {
        let file = ["name": "firestore.rules", "content": Self.rules]
        let body = try JSONSerialization.data(withJSONObject: ["rules": ["files": [file]]])
        let status = try connection.exchange(
            RawConnection.request(
                "PUT", "/emulator/v1/\(Self.project):securityRules", body: Array(body)))
        precondition(status == 200, "the rules were refused")
    }

    /// The time for one message, in milliseconds.
    private func markAll(reader: String, authorization: String) throws -> Double {
        let commits = stride(from: 0, to: Self.messageCount, by: 500).map { start in
            Self.commit(
                in: Self.conversation, Array(start..<start + 500), reader: reader,
                authorization: authorization)
        }
        let time = try clock.measure {
            for commit in commits {
                let status = try connection.exchange(commit)
                precondition(status == 200, "the messages were not marked")
            }
        }
        return time.milliseconds / Double(Self.messageCount)
    }

    /// The median time until the answer, and the server's own time for each request, in milliseconds; the first tenth does not count.
    ///
    /// Until the answer, a good part is the system's: on two processors of a virtual machine, client and server wake each other up.
    private func time(
        _ requests: [[UInt8]], over connection: RawConnection
    ) throws -> (latency: Double, processorTime: Double) {
        func exchange(_ request: [UInt8]) throws {
            let status = try connection.exchange(request)
            precondition(status == 200, "the request was refused")
        }
        let warmUp = requests.count / 10
        for request in requests[..<warmUp] { try exchange(request) }
        let start = server.processorTime
        let times = try requests[warmUp...].map { request in
            try clock.measure { try exchange(request) }.milliseconds
        }
        return (times.median, (server.processorTime - start) / Double(times.count))
    }

    private static func commit(
        in conversation: String, _ messages: [Int], reader: String, authorization: String
    ) -> [UInt8] {
        let writes = messages.map { number in
            """
            {"update":{"name":"\(documents)/conversations/\(conversation)/messages/m\(number)",\
            "fields":{"status":{"stringValue":"read"}}},"updateMask":{"fieldPaths":["status"]},\
            "updateTransforms":[{"fieldPath":"readBy","appendMissingElements":\
            {"values":[{"stringValue":"\(reader)"}]}}],"currentDocument":{"exists":true}}
            """
        }
        return RawConnection.request(
            "POST", "/v1/\(documents):commit", authorization: authorization,
            body: Array(#"{"writes":[\#(writes.joined(separator: ","))]}"#.utf8))
    }

    /// An unsigned token, which emulators accept.
    private static func token(_ user: String) -> String {
        let parts = [#"{"alg":"none","typ":"JWT"}"#, #"{"sub":"\#(user)","user_id":"\#(user)"}"#].map {
            text in
            Data(text.utf8).base64EncodedString().replacingOccurrences(of: "=", with: "")
        }
        return parts.joined(separator: ".") + "."
    }
}
