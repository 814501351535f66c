import FirestoreClient
import ReadReceipts
import TestSupport
import Testing

extension BrowserStories {
    @Suite("The details of a receipt")
    struct ReceiptStories {
        /// Rules that allow this for messages, and everything else.
        private func rules(messages: String) -> String {
            """
            rules_version = '2';
            service cloud.firestore { match /databases/{d}/documents {
              match /{collection}/{document} { allow read, write: if true; }
              match /conversations/{conversation}/messages/{message} { allow \(messages): if true; }
            } }
            """
        }

        @Test func `a sheet that cannot be loaded says so, and is tried again`() async throws {
            try await ConsoleStage.run { stage in
                try await stage.conversation(
                    "team", .status, ["alice", "bob", "carol"], title: "Team", messages: [("alice", "Hello")])
                stage.setRules(rules(messages: "list"))
                try await stage.open(.status, "team", ["alice"])
                try await stage.browser.wait(for: "\(stage.message("m0", of: "alice")) button.receipt")
                    .click()
                let sheet = "\(stage.device("alice")) .sheet"
                try await stage.browser.wait(for: "\(sheet)[data-state=failed]", containing: "Unable to load")
                try await stage.picture("sheet-failed")
                stage.setRules(rules(messages: "get, list"))
                try await stage.browser.find("\(sheet) [data-action=retry-sheet]").click()
                try await stage.browser.wait(
                    for: "\(sheet)[data-state=loaded] [data-section=notRead] [data-person=carol]")
                try await stage.browser.waitUntilGone("\(sheet) [data-action=retry-sheet]")
            }
        }

        @Test func `between two, and beside what the system says, there are no details`() async throws {
            try await ConsoleStage.run { stage in
                try await stage.conversation("c1", .status, ["alice", "bob"], messages: [("alice", "Hello")])
                try await stage.open(.status, "c1", ["alice"])
                try await stage.waitForReceipt(
                    "check", "grey", beside: stage.message("m0", of: "alice"))
                let between = try await stage.browser.findAll("\(stage.device("alice")) button.receipt")
                #expect(between.isEmpty)
                try await stage.conversation(
                    "team", .status, ["alice", "bob", "carol"],
                    messages: [("alice", "Hello"), ("alice", "Alice has added Carol")])
                try await stage.admin.document("conversations/team/messages/m1")
                    .updateData(["isSystemMessage": true])
                try await stage.open(.status, "team", ["alice"])
                try await stage.browser.wait(for: "\(stage.message("m0", of: "alice")) button.receipt")
                try await stage.browser.wait(
                    for: "\(stage.message("m1", of: "alice")) .notice", containing: "Alice has added Carol")
                let system = try await stage.browser.findAll("\(stage.message("m1", of: "alice")) .receipt")
                #expect(system.isEmpty)
            }
        }

        @Test func `a profile's photo is a picture only where one may be loaded from`() async throws {
            let pixel =
                "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=="
            try await ConsoleStage.run { stage in
                let photos = [
                    "bob": pixel, "carol": "http://127.0.0.1:1/photo.png",
                    "dave": "data:text/html,<script>window.hacked=1</script>",
                ]
                for (user, photo) in photos {
                    try await stage.admin.document("users/\(user)").setData([
                        "displayName": "Person \(user)", "photoURL": photo,
                    ])
                }
                try await stage.conversation(
                    "team", .status, ["alice", "bob", "carol", "dave"], title: "Team",
                    messages: [("alice", "Hello")])
                try await stage.open(.status, "team", ["alice"])
                try await stage.browser.wait(for: "\(stage.message("m0", of: "alice")) button.receipt")
                    .click()
                let sheet = "\(stage.device("alice")) .sheet[data-state=loaded]"
                try await stage.browser.wait(for: "\(sheet) [data-person=bob] img")
                for user in ["carol", "dave"] {
                    try await stage.browser.wait(
                        for: "\(sheet) [data-person=\(user)]", containing: "Person \(user)")
                    let pictures = try await stage.browser.findAll("[data-person=\(user)] img")
                    #expect(pictures.isEmpty, "the photo of \(user)")
                }
            }
        }
    }
}
