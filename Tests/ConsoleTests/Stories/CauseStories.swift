import FirestoreClient
import ReadReceipts
import TestSupport
import Testing

extension BrowserStories {
    @Suite("From a denial to a test")
    struct CauseStories {
        private static let rules = """
            rules_version = '2';
            service cloud.firestore { match /databases/{d}/documents { match /{path=**} {
              allow read, update: if true;
              allow create: if request.auth.uid == 'alice';
            } } }
            """
        private static let suite = """
            suite: Chat
            rules: firestore.rules
            cases:
              - {name: alice writes, as: alice, create: conversations/c1/messages/m9, data: {}, expect: allowed}

            """

        private func held() -> HeldSuites {
            HeldSuites(["firestore.rules": Self.rules, "chat.yaml": Self.suite])
        }

        /// Bob's message is denied on his device.
        private func deny(_ stage: ConsoleStage) async throws {
            try await stage.conversation("c1", .status, ["alice", "bob"], messages: [("alice", "Hello")])
            try await stage.open(.status, "c1", ["bob"])
            stage.setRules(Self.rules)
            try await stage.send("May I?", from: "bob")
            try await stage.browser.wait(
                for: "\(stage.device("bob")) [data-refusal]", containing: "bob is not \"alice\".")
        }

        @Test func `a denial leads to its explanation in one click, and to a passing case in two more`()
            async throws
        {
            let held = held()
            try await ConsoleStage.run(suites: held.files) { stage in
                try await deny(stage)
                try await stage.picture("denied-in-chat")
                try await stage.browser.find("\(stage.device("bob")) a[data-why]").click()
                try await stage.browser.wait(for: "[data-reason]", containing: "bob is not \"alice\"")
                try await stage.browser.wait(for: "[data-source] .is-marked", containing: "'alice'")
                try await stage.browser.wait(for: "[data-action=make-case]").click()
                try await stage.browser.wait(for: "[data-case-text]", containing: "bob may not create")
                try await stage.picture("make-case")
                // Nothing is written before the second click.
                #expect(held["chat.yaml"] == Self.suite)
                try await stage.browser.find("[data-action=add-case]").click()
                try await stage.browser.wait(
                    for: "[data-test][data-passed=true][aria-current]", containing: "bob may not create")
                try await stage.browser.wait(for: "[data-counts='2 0 0']", containing: "2 passed")
                #expect(held["chat.yaml"]?.hasPrefix(Self.suite) == true)
                #expect(held["chat.yaml"]?.hasSuffix("    expect: denied\n") == true)
                try await stage.picture("tests")
            }
        }

        @Test func `a denial of a Realtime Database leads to a passing case in as many clicks`() async throws
        {
            let rules = """
                {"rules": {
                  ".read": true,
                  "messages": {"$chat": {
                    ".indexOn": "serverTimestamp",
                    "$message": {".write": "auth.uid === 'alice'", "readBy": {".write": true}}
                  }}
                }}
                """
            let suite = """
                suite: Chat
                rules: database.rules.json
                cases:
                  - {name: alice writes, as: alice, set: messages/c1/m9, value: {text: Hi}, expect: allowed}

                """
            let held = HeldSuites([
                "database.rules.json": rules, "tree.yaml": suite, "firestore.rules": Self.rules,
                "chat.yaml": Self.suite,
            ])
            try await ConsoleStage.run(Set(ReceiptStore.allCases), suites: held.files) { stage in
                try await stage.conversation(
                    "c1", .readAt, ["alice", "bob"], messages: [("alice", "Hello")])
                stage.setDatabaseRules(rules)
                try await stage.open(.readAt, "c1", ["bob"])
                try await stage.send("May I?", from: "bob")
                try await stage.browser.wait(for: "\(stage.device("bob")) [data-refusal]", containing: "bob")
                try await stage.browser.find("\(stage.device("bob")) a[data-why]").click()
                try await stage.browser.wait(for: "[data-reason]", containing: "bob is not \"alice\"")
                try await stage.browser.wait(for: "[data-source] .is-marked", containing: "'alice'")
                try await stage.browser.wait(for: "[data-action=make-case]").click()
                try await stage.browser.wait(
                    for: "[data-case-text]", containing: "bob may not set messages/c1")
                // Of the suites, the one for such rules is offered.
                #expect(held["tree.yaml"] == suite)
                try await stage.browser.find("[data-action=add-case]").click()
                try await stage.browser.wait(
                    for: "[data-test][data-passed=true][aria-current]", containing: "bob may not set")
                try await stage.browser.wait(for: "[data-counts='3 0 0']", containing: "3 passed")
                #expect(held["tree.yaml"]?.hasPrefix(suite) == true)
                #expect(held["tree.yaml"]?.hasSuffix("    expect: denied\n") == true)
                #expect(held["chat.yaml"] == Self.suite)
            }
        }

        @Test func `a refusal links to the line and the request, and those lead back to the device`()
            async throws
        {
            try await ConsoleStage.run { stage in
                try await deny(stage)
                let refusal = "\(stage.device("bob")) [data-refusal]"
                try await stage.browser.wait(for: "\(refusal) a[data-rule-line='4']").click()
                try await stage.browser.wait(for: "[data-source] .is-marked", containing: "'alice'")
                try await stage.browser.back()
                try await stage.browser.wait(for: "\(refusal) a[data-request-link]").click()
                try await stage.browser.wait(
                    for: ".call-detail [data-reason]", containing: "bob is not \"alice\"")
                try await stage.browser.find("[data-action=show-chat]").click()
                try await stage.browser.wait(for: "\(stage.device("bob"))[data-state=open]")
                try await stage.browser.wait(for: stage.message("m0", of: "bob"))
            }
        }

        @Test func `without suites a case can be copied, and the dialog says how to start with some`()
            async throws
        {
            try await ConsoleStage.run { stage in
                try await deny(stage)
                try await stage.browser.find("\(stage.device("bob")) a[data-why]").click()
                try await stage.browser.wait(for: "[data-action=make-case]").click()
                try await stage.browser.wait(for: "[data-no-suites]", containing: "--suite FILE")
                try await stage.browser.wait(for: "[data-action=copy-case]")
                #expect(try await stage.browser.findAll("[data-action=add-case]").isEmpty)
                try await stage.browser.press(.escape)
                try await stage.browser.waitUntilGone("dialog")
                try await stage.browser.open("\(stage.url)/#/tests")
                try await stage.browser.wait(for: ".tests-page", containing: "receipts init")
            }
        }
    }
}
