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

    static func main() {
        measure("a read receipt", condition)
        measure(
            "a read receipt of a member",
            "request.auth.uid in get(/databases/$(database)/documents/conversations/$(id)).data.participants && "
                + condition)
    }

    private static func measure(_ name: String, _ condition: String) {
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
        else { return print("\(name): there are no rules to measure") }
        let before: MapValue = [
            "senderId": "alice", "text": "Are you coming tonight?", "status": "sent", "readBy": ["carol"],
        ]
        var after = before
        after["status"] = "read"
        after["readBy"] = ["carol", "bob"]
        let source = Documents(
            before: [conversation: ["participants": ["alice", "bob", "carol"]], message: before],
            after: [message: after])
        let request = RulesRequest(
            auth: RulesAuth(uid: "bob", token: RuleMap(stored: ["sub": "bob"])), time: .zero,
            database: DatabaseID(project: "benchmark"),
            operations: [
                .write(
                    WriteOperation(
                        path: message, kind: .set, exists: true, transforms: ["readBy"],
                        maskPaths: [FieldPath(["status"])]))
            ])
        let rounds = 200_000
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
        guard denials == 0 else { return print("\(name): the rules deny it") }
        let microseconds = Double(fastest.components.attoseconds) / 1e12
        print("\(name): \((microseconds * 100).rounded() / 100) µs a decision")
    }

    private static func path(_ text: String) -> DocumentPath? {
        DocumentPath(segments: text.split(separator: "/").map { ResourceID(String($0)) })
    }

    private struct Documents: RulesDataSource {
        let before: [DocumentPath: MapValue]
        let after: [DocumentPath: MapValue]

        func document(_ path: DocumentPath) -> MapValue? { before[path] }
        func documentAfter(_ path: DocumentPath) -> MapValue? { after[path] ?? before[path] }
    }
}
