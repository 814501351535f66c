import RulesTesting

/// How many assertions about rules a second an environment in this process takes, one after the other.
@main struct Main {
    private static let rules = """
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
        """

    static func main() async throws {
        let environment = try RulesTestEnvironment(rules: rules)
        try await environment.withSecurityRulesDisabled { admin in
            try await admin.firestore.document("chats/c1").setData(["members": ["alice", "bob"]])
            for number in 0..<500 {
                try await admin.firestore.document("chats/c1/messages/m\(number)").setData([
                    "text": "Are you coming tonight?", "senderId": "alice", "status": "sent",
                    "readBy": [String](),
                ])
            }
        }
        let bob = try environment.authenticatedContext("bob").firestore
        let eve = try environment.authenticatedContext("eve").firestore
        try await measure("allowed reads") { number in
            try await assertSucceeds {
                _ = try await bob.document("chats/c1/messages/m\(number % 500)").getDocument()
            }
        }
        try await measure("denied reads") { number in
            try await assertFails {
                _ = try await eve.document("chats/c1/messages/m\(number % 500)").getDocument()
            }
        }
        try await measure("allowed updates") { number in
            try await assertSucceeds {
                try await bob.document("chats/c1/messages/m\(number % 500)").updateData([
                    "status": "read", "readBy": FieldValue.arrayUnion(["bob"]),
                ])
            }
        }
        try await measure("denied updates") { number in
            try await assertFails {
                try await bob.document("chats/c1/messages/m\(number % 500)").updateData(["text": "No."])
            }
        }
    }

    private static func measure(_ name: String, _ body: @Sendable (Int) async throws -> Void) async throws {
        for number in 0..<500 { try await body(number) }
        let count = 10_000
        let clock = ContinuousClock()
        let start = clock.now
        for number in 0..<count { try await body(number) }
        let duration = start.duration(to: clock.now)
        print("\(name): \(Int(Double(count) / (duration / .seconds(1)))) assertions a second")
    }
}
