import FirestoreModel
import RulesCore
import RulesTesting

/// How many cases of a suite a second are run by `receipts rules test`, one after the other: allowed and denied reads and receipts.
enum SuiteRuns {
    private static let rules = SourceFile(
        content: """
            rules_version = '2';
            service cloud.firestore {
              match /databases/{database}/documents {
                function isMember(chat) {
                  return request.auth != null
                    && request.auth.uid in get(/databases/$(database)/documents/chats/$(chat)).data.members;
                }
                match /chats/{chat}/messages/{message} {
                  allow get: if isMember(chat);
                  allow update: if isMember(chat)
                    && request.resource.data.diff(resource.data).affectedKeys().hasOnly(['status', 'readBy'])
                    && resource.data.senderId != request.auth.uid;
                }
              }
            }
            """)

    private static let cases = """
          - {as: bob, get: chats/c1/messages/m1, expect: allowed}
          - {as: eve, get: chats/c1/messages/m1, expect: denied}
          - {as: bob, update: chats/c1/messages/m1, data: {status: read, readBy: {$arrayUnion: [bob]}}, expect: allowed}
          - {as: bob, update: chats/c1/messages/m1, data: {text: 'No.'}, expect: denied}

        """

    static func measure() async throws {
        let database = DatabaseID(project: "benchmark")
        let suite = try TestSuite(
            """
            documents:
              chats/c1: {members: [alice, bob]}
              chats/c1/messages/m1: {text: 'Are you coming tonight?', senderId: alice, status: sent, readBy: []}
            cases:

            """ + String(repeating: cases, count: 2000), file: "suite.yaml", database: database)
        let rules = try TestedRules(rules)
        var fastest = Duration.seconds(1000)
        let clock = ContinuousClock()
        for _ in 0..<5 {
            let time = try await clock.measure {
                let run = try await rules.run([suite], database: database, lanes: 1)
                if run.results.contains(where: { $0.failure != nil }) { print("a case fails") }
            }
            fastest = min(fastest, time)
        }
        print("cases of a suite: \(Int(Double(suite.count) / (fastest / .seconds(1)))) a second")
    }
}
