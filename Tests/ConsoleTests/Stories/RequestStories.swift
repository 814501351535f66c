import FirestoreClient
import JSONText
import ReadReceipts
import TestSupport
import Testing

extension BrowserStories {
    @Suite("The page of requests")
    struct RequestStories {
        private let hostile = "<img src=x onerror=alert(1)>"

        /// A denied update by bob, an allowed read by alice, and a commit by an administrator.
        private func prepare(_ stage: ConsoleStage) async throws {
            try await stage.conversation("team", .status, ["alice", "carol"], messages: [("alice", "Hello")])
            _ = try await stage.admin.acting(as: .emulatorUser(uid: "alice")).document("conversations/team")
                .getDocument()
            await #expect(throws: FirestoreError.self) {
                _ = try await stage.admin.acting(as: .emulatorUser(uid: "bob"))
                    .document("conversations/team/messages/m0").updateData(["status": "read"])
            }
        }

        @Test func `a call shows who, what, its cost, and why it was denied`() async throws {
            try await ConsoleStage.run { stage in
                try await prepare(stage)
                try await stage.browser.open("\(stage.url)/#/requests")
                try await stage.browser.wait(
                    for: "[data-call][data-status=OK]", containing: "alice")
                try await stage.browser.wait(
                    for: "[data-call][data-status=PERMISSION_DENIED] button", containing: "bob"
                ).click()
                try await stage.browser.wait(
                    for: ".call-detail [data-reason]",
                    containing: "bob is not a participant of conversations/team")
                try await stage.browser.wait(for: ".call-facts", containing: "REST")
                try await stage.browser.wait(until: "location.hash.startsWith('#/requests/call/')")
                try await stage.picture("requests")
                // The line of the rules, and back.
                try await stage.browser.find(".call-detail [data-action=go-deciding]").click()
                try await stage.browser.wait(for: "[data-source] .is-marked")
                try await stage.browser.back()
                try await stage.browser.wait(for: ".call-detail [data-reason]")
                try await stage.browser.find("[data-action=show-rules]").click()
                try await stage.browser.wait(for: ".log [data-allowed=false] [data-reason]")
                try await stage.browser.find("[data-action=show-request]").click()
                try await stage.browser.wait(for: ".call-detail [data-reason]")
            }
        }

        @Test func `the address keeps the filter and the choice`() async throws {
            try await ConsoleStage.run { stage in
                try await prepare(stage)
                try await stage.browser.open("\(stage.url)/#/requests?failed&text=messages")
                try await stage.browser.wait(for: "[data-call][data-status=PERMISSION_DENIED]")
                #expect(try await stage.browser.findAll("[data-call]:not([hidden])").count == 1)
                try await stage.browser.wait(
                    until: "document.querySelector('[data-call-filter]').value === 'messages'")
                try await stage.write("nothing", into: "[data-call-filter]")
                try await stage.browser.wait(for: ".log-blank", containing: "No failed request matches")
                try await stage.browser.wait(until: "location.hash === '#/requests?failed&text=nothing'")
                try await stage.browser.find("[data-call-failed]").click()
                try await stage.write("alice getdocument", into: "[data-call-filter]")
                try await stage.browser.wait(for: "[data-call]:not([hidden]) button", containing: "alice")
                    .click()
                try await stage.browser.wait(for: "[data-call-detail]")
                try await stage.browser.back()
                try await stage.browser.waitUntilGone("[data-call-detail]")
                try await stage.browser.open("\(stage.url)/#/requests/call/999")
                try await stage.browser.wait(for: ".requests-aside", containing: "This request is gone")
            }
        }

        @Test func `open listeners show their cost, and reads in the background are shown on request`()
            async throws
        {
            try await ConsoleStage.run { stage in
                try await stage.conversation(
                    "team", .status, ["alice", "bob"], messages: [("alice", "Hello")])
                let messages = try stage.admin.acting(as: .emulatorUser(uid: "bob"))
                    .collection("conversations/team/messages")
                let listener = messages.addSnapshotListener { _, _ in }
                try await stage.browser.open("\(stage.url)/#/requests")
                try await stage.browser.wait(
                    for: "[data-listeners='1'] summary", containing: "1 listener open, 2 reads so far"
                ).click()
                try await stage.browser.wait(
                    for: "[data-listeners] [data-method=Listen] button", containing: "bob"
                ).click()
                try await stage.browser.wait(for: ".call-facts", containing: "WebChannel")
                try await stage.admin.document("conversations/team/messages/m0").updateData([
                    "status": "delivered"
                ])
                try await stage.browser.wait(for: "[data-listeners] summary", containing: "3 reads so far")
                try await stage.browser.wait(for: ".call-facts", containing: "3 reads")
                try await stage.browser.wait(for: ".call-head .badge", containing: "Open")
                listener.remove()
                try await stage.browser.waitUntilGone("[data-listeners]")
                try await stage.browser.wait(for: ".call-head .badge", containing: "OK")
                try await stage.browser.wait(for: ".call-facts", containing: "3 reads")
                // What the console itself reads is left out, until somebody wants to see it.
                let own = "[data-call][data-method=ListDocuments]"
                #expect(try await stage.browser.findAll(own).isEmpty)
                try await stage.browser.open("\(stage.url)/#/data/conversations")
                try await stage.browser.wait(for: "[data-document]")
                try await stage.browser.open("\(stage.url)/#/requests")
                try await stage.browser.wait(for: "[data-call]")
                try await stage.browser.find("[data-call-background]").click()
                try await stage.browser.wait(for: own, containing: "administrator")
            }
        }

        @Test func `a pause holds the list, and it goes on from there`() async throws {
            try await ConsoleStage.run { stage in
                try await prepare(stage)
                try await stage.browser.open("\(stage.url)/#/requests")
                try await stage.browser.wait(for: "[data-call][data-status=PERMISSION_DENIED]")
                try await stage.browser.find("[data-action=pause]").click()
                let count = try await stage.browser.findAll("[data-call]").count
                _ = try await stage.admin.acting(as: .emulatorUser(uid: "carol"))
                    .document("conversations/team").getDocument()
                try await stage.browser.executeAsync("setTimeout(arguments[0], 1300)")
                #expect(try await stage.browser.findAll("[data-call]").count == count)
                try await stage.browser.find("[data-action=pause]").click()
                try await stage.browser.wait(for: "[data-call]", containing: "carol")
            }
        }

        @Test func `a denied write would be allowed by edited rules, which changes nothing`() async throws {
            try await ConsoleStage.run { stage in
                try await prepare(stage)
                try await stage.browser.open("\(stage.url)/#/requests?failed")
                try await stage.browser.wait(for: "[data-status=PERMISSION_DENIED] button").click()
                try await stage.browser.wait(for: "[data-action=replay]").click()
                try await stage.browser.wait(for: "[data-replay=denied]", containing: "by the loaded rules")
                try await stage.browser.find("[data-replay-edited]").click()
                try await stage.browser.wait(
                    until: "document.querySelector('[data-replay-rules]').value.includes('rules_version')")
                try await stage.browser.execute(
                    """
                    const field = document.querySelector("[data-replay-rules]");
                    field.value = "service cloud.firestore { match /{p=**} { allow write: if request.auth.uid == 'bob'; } }";
                    field.dispatchEvent(new Event("input"));
                    """)
                try await stage.browser.find("[data-action=replay]").click()
                try await stage.browser.wait(for: "[data-replay=allowed]", containing: "by the edited rules")
                try await stage.picture("requests-replay")
                let message = try await stage.admin.document("conversations/team/messages/m0").getDocument()
                #expect(message.get("status") as? String == "sent")
            }
        }

        @Test func `hostile texts are texts`() async throws {
            try await ConsoleStage.run { stage in
                let id = "<b>\u{202e}'\"&`"
                await #expect(throws: FirestoreError.self) {
                    _ = try await stage.admin.acting(as: .emulatorUser(uid: hostile))
                        .document("rooms/\(id)").setData([hostile: hostile])
                }
                try await stage.browser.open("\(stage.url)/#/requests")
                try await stage.browser.wait(
                    for: "[data-status=PERMISSION_DENIED] button", containing: hostile
                )
                .click()
                try await stage.browser.wait(for: ".call-detail h2", containing: "<b>")
                try await stage.browser.find(".call-request summary").click()
                try await stage.browser.wait(for: ".call-request pre", containing: hostile)
                try await stage.browser.wait(for: "[data-action=make-case]").click()
                try await stage.browser.wait(for: "[data-case-text]", containing: "onerror")
                #expect(try await stage.browser.findAll("main img, dialog img, .call-detail b").isEmpty)
            }
        }

        @Test(arguments: ReceiptStore.allCases)
        func `an emulator without a record says how to get one`(store: ReceiptStore) async throws {
            try await ConsoleStage.run([store], rememberedCalls: 0) { stage in
                try await stage.browser.open("\(stage.url)/#/requests")
                try await stage.browser.wait(
                    for: ".requests-page", containing: "receipts emulator start --console")
            }
        }
    }
}
