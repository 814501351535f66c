import FirestoreModel
import FirestoreRules

/// How long decisions take that are written down for the coverage report, as the emulator's are: commits of many read receipts, in many
/// conversations.
enum RecordedDecisions {
    private static let conversations = 40
    private static let messages = 500

    static func measure(_ condition: String) {
        let ruleset = Ruleset.updatingMessages(if: condition)

        guard let plan = ruleset.plan(tracing: .on) else { return print("there are no rules to measure") }
        var recorder = CoverageRecorder(plan)
        var (deciding, recording) = (Duration.zero, Duration.zero)
        let clock = ContinuousClock()
        for conversation in 0..<conversations {
            guard let chat = Chat("c\(conversation)", reader: "bob\(conversation)", messages: messages) else {
                return
            }
            let request = RulesRequest(
                auth: RulesAuth(
                    uid: chat.reader, token: RuleMap(stored: ["sub": .string(chat.reader)])), time: .zero,
                database: DatabaseID(project: "benchmark"), operations: chat.operations)
            var decision = RulesDecision(request, by: plan, source: chat, isTraced: true)
            deciding += clock.measure {
                if decision.run() != nil { print("the rules deny it") }
            }
            let steps = decision.steps
            recording += clock.measure { recorder.add(steps) }
        }
        let count = conversations * messages
        print(
            "a recorded receipt of a member: \(text(deciding / count)) µs to decide, \(text(recording / count)) µs to record"
        )
    }

    private static func text(_ duration: Duration) -> String {
        "\((Double(duration.components.attoseconds) / 1e10).rounded() / 100)"
    }

    /// A conversation whose messages its reader marks read.
    private struct Chat: RulesDataSource {
        let reader: String
        private let members: MapValue
        private let conversation: DocumentPath
        private let paths: [DocumentPath]
        private let places: [DocumentPath: Int]

        init?(_ id: String, reader: String, messages: Int) {
            self.reader = reader
            members = ["participants": .array(["alice", .string(reader)])]
            guard let conversation = Chat.path("conversations/\(id)") else { return nil }
            self.conversation = conversation
            paths = (0..<messages).compactMap { Chat.path("conversations/\(id)/messages/m\($0)") }
            places = Dictionary(uniqueKeysWithValues: paths.enumerated().map { ($1, $0) })
        }

        var operations: [RulesOperation] {
            paths.map {
                .write(
                    WriteOperation(
                        path: $0, kind: .set, exists: true, transforms: ["readBy"],
                        maskPaths: [FieldPath(["status"])]))
            }
        }

        func document(_ path: DocumentPath) -> MapValue? {
            if path == conversation { return members }
            return places[path].map {
                [
                    "senderId": "alice", "text": .string("Message \($0)"), "status": "sent",
                    "readBy": .array([]),
                ]
            }
        }

        func documentAfter(_ path: DocumentPath) -> MapValue? {
            guard var fields = document(path), path != conversation else { return document(path) }
            fields["status"] = "read"
            fields["readBy"] = .array([.string(reader)])
            return fields
        }

        private static func path(_ text: String) -> DocumentPath? {
            DocumentPath(segments: text.split(separator: "/").map { ResourceID(String($0)) })
        }
    }
}
