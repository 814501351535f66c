import ReadReceipts
import RealtimeDatabase
import TestSupport
import Testing

extension BrowserStories {
    @Suite("The page of a Realtime Database's requests")
    struct TreeRequestStories {
        private static let rules = """
            {
              "rules": {
                "rooms": { ".read": true, "$room": { ".write": "data.child('owner').val() == auth.uid" } }
              }
            }
            """

        /// A denied write by bob, and an allowed one by alice.
        private func prepare(_ stage: ConsoleStage) async throws {
            stage.setDatabaseRules(Self.rules)
            try await stage.database.reference(withPath: "rooms/blue").setValue(["owner": "alice"])
            func room(_ user: String) throws -> DatabaseReference {
                try stage.database.acting(as: .emulatorUser(uid: user)).reference(withPath: "rooms/blue")
            }
            try await room("alice").updateChildValues(["seats": 4])
            await #expect(throws: DatabaseError.self) { try await room("bob").child("seats").setValue(8) }
        }

        @Test func `a call shows who, what, what was downloaded, and why it was denied`() async throws {
            try await ConsoleStage.run(Set(ReceiptStore.allCases)) { stage in
                try await prepare(stage)
                try await stage.browser.open("\(stage.url)/#/requests")
                try await stage.browser.wait(for: ".store-switch [data-store=realtimeDatabase]").click()
                try await stage.browser.wait(
                    for: "[data-call][data-status=OK][data-method=update]", containing: "/rooms/blue")
                try await stage.browser.wait(for: "[data-call] .call-cost", containing: "B")
                try await stage.browser.wait(
                    for: "[data-call][data-status=PERMISSION_DENIED][data-method=set] button",
                    containing: "bob"
                ).click()
                try await stage.browser.wait(
                    for: ".call-detail [data-reason]", containing: "alice")
                try await stage.browser.wait(for: ".call-facts", containing: "Downloaded")
                try await stage.browser.wait(until: "location.hash.startsWith('#/tree-requests/call/')")
                try await stage.browser.find("[data-action=make-case]").click()
                try await stage.browser.wait(
                    for: "[data-case-text]", containing: "bob may not set rooms/blue/seats")
                try await stage.browser.press(.escape)
                try await stage.browser.waitUntilGone("dialog")
                try await stage.browser.find("[data-action=replay]").click()
                try await stage.browser.wait(for: "[data-replay=denied]", containing: "by the loaded rules")
                try await stage.browser.find("[data-replay-edited]").click()
                try await stage.browser.wait(
                    until: "document.querySelector('[data-replay-rules]').value.includes('owner')")
                try await stage.browser.execute(
                    """
                    const field = document.querySelector("[data-replay-rules]");
                    field.value = field.value.replace("auth.uid", "'alice'");
                    field.dispatchEvent(new Event("input"));
                    """)
                try await stage.browser.find("[data-action=replay]").click()
                try await stage.browser.wait(for: "[data-replay=allowed]", containing: "by the edited rules")
                #expect(
                    try await stage.database.reference(withPath: "rooms/blue/seats").getData().value as? Int
                        == 4)
                try await stage.browser.find(".call-request summary").click()
                try await stage.browser.wait(
                    for: ".call-request pre", containing: "PUT /rooms/blue/seats.json")
                try await stage.picture("tree-requests")
                // The line of the rules, and back.
                try await stage.browser.find("[data-action=show-rules]").click()
                try await stage.browser.wait(for: ".log [data-allowed=false] [data-reason]")
                try await stage.browser.find("[data-action=show-request]").click()
                try await stage.browser.wait(until: "location.hash.startsWith('#/tree-requests/decision/')")
                try await stage.browser.wait(for: ".call-detail [data-reason]")
                try await stage.browser.find("[data-action=show-data]").click()
                try await stage.browser.wait(until: "location.hash.startsWith('#/tree/rooms/blue')")
            }
        }

        @Test func `listeners that are open show what they have downloaded`() async throws {
            try await ConsoleStage.run([.realtimeDatabase]) { stage in
                try await prepare(stage)
                let rooms = try stage.database.acting(as: .emulatorUser(uid: "carol"))
                    .reference(withPath: "rooms")
                let listening = Task {
                    for try await _ in rooms.queryOrderedByKey().queryLimited(toLast: 5).changes() {}
                }
                try await stage.browser.open("\(stage.url)/#/tree-requests")
                let summary = try await stage.browser.wait(
                    for: "[data-listeners='1'] summary", containing: "1 listener open")
                try await summary.click()
                try await stage.browser.wait(
                    for: "[data-listeners] [data-method=listen] button", containing: "carol"
                ).click()
                try await stage.browser.wait(for: ".call-head .badge", containing: "Open")
                let before = try await stage.browser.find("[data-listeners] .call-cost").text
                try await stage.database.reference(withPath: "rooms/green").setValue([
                    "owner": .string(String(repeating: "x", count: 2000))
                ])
                try await stage.browser.wait(for: "[data-listeners] .call-cost", containing: "kB")
                #expect(!before.contains("kB"))
                listening.cancel()
                try await stage.browser.waitUntilGone("[data-listeners]")
                try await stage.browser.wait(for: ".call-head .badge", containing: "OK")
            }
        }
    }
}
