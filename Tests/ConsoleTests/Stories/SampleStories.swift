import FirestoreClient
import ReadReceipts
import TestSupport
import Testing

extension BrowserStories {
    @Suite("Sample conversations")
    struct SampleStories {
        @Test func `they are created without changing other data, and the page says what was created`()
            async throws
        {
            try await ConsoleStage.run { stage in
                try await stage.conversation(
                    "team", .status, ["ann", "ben"], title: "Ours", messages: [("ann", "Important")])
                try await stage.profiles(["alice": "Alice Ours"])
                let team = stage.admin.document("conversations/team")
                let before = try await team.getDocument().updateTime
                // No conversation fits read-by: the cards offer samples of every schema.
                try await stage.browser.open("\(stage.url)/#/chat/read-by")
                try await stage.browser.wait(for: "[data-sample=status]").click()
                try await stage.browser.wait(
                    for: "[data-notice]", containing: "Created 3 conversations: alice-bob-2, team-2, choir-2")
                try await stage.browser.wait(for: "[data-notice]", containing: "20 profiles")
                try await stage.browser.wait(for: "section[data-pane][data-state=open]")
                try await stage.browser.wait(until: "location.hash.startsWith('#/chat/status/alice-bob-2/')")
                try await stage.picture("samples")
                #expect(try await team.getDocument().updateTime == before)
                let text = try await stage.admin.document("conversations/team/messages/m0").getDocument()
                    .data()
                #expect(text?["text"] as? String == "Important")
                let alice = try await stage.admin.document("users/alice").getDocument().data()
                #expect(alice?["displayName"] as? String == "Alice Ours")
                try await stage.browser.find("[data-notice] button").click()
                try await stage.browser.waitUntilGone("[data-notice]")
            }
        }
    }
}
