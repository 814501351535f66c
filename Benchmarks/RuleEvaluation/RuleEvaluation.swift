import FirestoreModel
import FirestoreRules

/// How long rules take to decide on the update that marks a message read: who sent it, which fields it changes, where its status goes, who
/// is added to `readBy`. Once by the message alone, and once with a `get()` of the conversation for its members.
@main
struct RuleEvaluation {
    private static let condition = """
        request.auth.uid != null
          && resource.data.senderId != request.auth.uid
          && request.resource.data.diff(resource.data).affectedKeys().hasOnly(['status', 'readBy'])
          && request.resource.data.status == 'read' && resource.data.status in ['sent', 'delivered']
          && request.resource.data.readBy.toSet().difference(resource.data.readBy.toSet())
            .hasOnly([request.auth.uid])
          && request.resource.data.readBy.hasAll(resource.data.readBy)
        """

    /// How many decisions to take, when it is said: few are enough for a profiler that counts instructions.
    private static let givenRounds = CommandLine.arguments.dropFirst().first.flatMap(Int.init)

    static func main() {
        let floor = measure("a decision without a condition", "true")
        let receipt = measure("a read receipt", condition)
        let ofMember =
            "request.auth.uid in get(/databases/$(database)/documents/conversations/$(id)).data.participants && "
            + condition
        let member = measure("a read receipt of a member", ofMember)
        if givenRounds == nil { RecordedDecisions.measure(ofMember) }
        guard let floor, let receipt, let member else { return }
        print("the condition alone: \(text(receipt - floor)) µs, and of a member \(text(member - floor)) µs")
    }

    private static func text(_ microseconds: Double) -> String { "\((microseconds * 100).rounded() / 100)" }

    /// Measures a rule.
    ///
    /// - Returns: The microseconds that a decision takes; nil where there is none.
    private static func measure(_ name: String, _ condition: String) -> Double? {
        let ruleset = Ruleset(
            SourceFile(
                content: """
                    rules_version = '2';
                    service cloud.firestore {
                      match /databases/{database}/documents/conversations/{id}/messages/{message} {
                        allow update: if \(condition);
                      }
                    }
                    """))
        for diagnostic in ruleset.diagnostics { print(diagnostic.line(in: ruleset.source)) }
        guard let plan = ruleset.plan(), let message = path("conversations/c1/messages/m1"),
            let conversation = path("conversations/c1")
        else {
            print("\(name): there are no rules to measure")
            return nil
        }
        let before: MapValue = [
            "senderId": "alice", "text": "Are you coming tonight?", "status": "sent", "readBy": ["carol"],
        ]
        var after = before
        after["status"] = "read"
        after["readBy"] = ["carol", "bob"]
        let source = Documents(
            conversation: (conversation, ["participants": ["alice", "bob", "carol"]]),
            message: (message, before, after))
        let request = RulesRequest(
            auth: RulesAuth(uid: "bob", token: RuleMap(stored: ["sub": "bob"])), time: .zero,
            database: DatabaseID(project: "benchmark"),
            operations: [
                .write(
                    WriteOperation(
                        path: message, kind: .set, exists: true, transforms: ["readBy"],
                        maskPaths: [FieldPath(["status"])]))
            ])
        let rounds = givenRounds ?? 200_000
        var denials = 0
        var fastest = Duration.seconds(1_000)
        for _ in 0..<7 {
            let time = ContinuousClock().measure {
                for _ in 0..<rounds {
                    var decision = RulesDecision(request, by: plan, source: source)
                    if decision.run() != nil { denials += 1 }
                }
            }
            fastest = min(fastest, time / rounds)
        }
        guard denials == 0 else {
            print("\(name): the rules deny it")
            return nil
        }
        let microseconds = Double(fastest.components.attoseconds) / 1e12
        print("\(name): \(text(microseconds)) µs a decision")
        return microseconds
    }

    private static func path(_ text: String) -> DocumentPath? {
        DocumentPath(segments: text.split(separator: "/").map { ResourceID(String($0)) })
    }

    /// Two documents at hand: what it takes to find them is no part of the rules.
    private struct Documents: RulesDataSource {
        let conversation: (path: DocumentPath, fields: MapValue)
        let message: (path: DocumentPath, before: MapValue, after: MapValue)

        func document(_ path: DocumentPath) -> MapValue? {
            if path == message.path { return message.before }
            return path == conversation.path ? conversation.fields : nil
        }

        func documentAfter(_ path: DocumentPath) -> MapValue? {
            path == message.path ? message.after : document(path)
        }
    }
}
