import Foundation
import LoadGeneration

/// How fast the worker writes what waits into the embedded emulator.
struct DrainMeasurement {
    enum Identity: String, CaseIterable {
        case administrator = "as an administrator"
        case users = "as users, under rules"
    }

    let receipts: String
    let folder: String
    let identity: Identity

    private static let conversations = 100
    /// How many messages a conversation has.
    private static let messages = 600

    func run() async throws {
        let rules = "\(folder)/firestore.rules"
        try Self.rules.write(toFile: rules, atomically: true, encoding: .utf8)
        let emulator = try RunningProcess([
            receipts, "emulator", "start", "--port", "0", "--rules", rules, "--project", "demo-bench",
        ])
        let environment = [
            "FIRESTORE_EMULATOR_HOST": "127.0.0.1:\(emulator.port)", "GCLOUD_PROJECT": "demo-bench",
        ]
        try seed(environment)
        let outbox = "\(folder)/drain-\(identity)"
        try fill(outbox)
        let options = identity == .administrator ? ["--admin"] : []
        let seconds = try RunningProcess.run(
            [receipts, "worker", "--quiet", "--drain", "--outbox", outbox] + options, environment: environment
        )
        let count = Self.conversations * Self.messages
        Main.row(
            "receipts written \(identity.rawValue), process start included (receipts/s)",
            Double(count) / seconds)
    }

    private func seed(_ environment: [String: String]) throws {
        let conversations = (0..<Self.conversations).map { number in
            #"{"id":"c\#(number)","participants":["alice","bob\#(number)"],"messages":{"count":\#(Self.messages),"senderId":"alice"}}"#
        }
        let file = "\(folder)/seed.json"
        try #"{"conversations":[\#(conversations.joined(separator: ","))]}"#.write(
            toFile: file, atomically: true, encoding: .utf8)
        _ = try RunningProcess.run([receipts, "seed", "--quiet", file], environment: environment)
    }

    /// Leaves the events in the outbox; the server that is to take them is not there yet.
    private func fill(_ outbox: String) throws {
        let worker = try RunningProcess(
            [
                receipts, "worker", "--quiet", "--listen", "127.0.0.1:0", "--outbox", outbox, "--emulator",
                "127.0.0.1:1",
            ])
        let connection = try RawConnection(port: worker.port)
        for conversation in 0..<Self.conversations {
            let lines = (1...Self.messages).map { number in
                let message = "m" + String(repeating: "0", count: 3 - String(number).count) + "\(number)"
                return
                    #"{"kind":"read","conversation":"c\#(conversation)","message":"\#(message)","user":"bob\#(conversation)"}"#
            }
            let body = Array(lines.joined(separator: "\n").utf8)
            let status = try connection.exchange(RawConnection.request("POST", "/v1/receipts", body: body))
            guard status == 202 else { throw POSIXError(.EPROTO) }
        }
    }

    /// Rules that look at who is a member and at what is changed.
    private static let rules = """
        rules_version = '2';
        service cloud.firestore {
          match /databases/{database}/documents {
            function members(chat) { return get(/databases/$(database)/documents/conversations/$(chat)).data.participants; }
            match /conversations/{chat} {
              allow read: if request.auth.uid in resource.data.participants;
              match /messages/{message} {
                allow read: if request.auth.uid in members(chat);
                allow update: if request.auth.uid in members(chat)
                  && resource.data.senderId != request.auth.uid
                  && request.resource.data.diff(resource.data).affectedKeys().hasOnly(['status', 'readBy'])
                  && request.resource.data.readBy.toSet().difference(resource.data.readBy.toSet()).hasOnly([request.auth.uid])
                  && request.resource.data.readBy.hasAll(resource.data.readBy);
              }
            }
          }
        }
        """
}
