import FirestoreClient
import JSONText
import ReadReceipts
import TestSupport
import Testing

extension BrowserStories {
    @Suite("The past")
    struct PastStories {
        /// Alice's message, which bob has read on his device.
        private func read(_ stage: ConsoleStage) async throws {
            try await stage.conversation(
                "team", .status, ["alice", "bob", "carol"], messages: [("alice", "Who has the keys?")])
            try await stage.open(.status, "team", ["alice", "bob"])
            try await stage.waitForReceipt(
                "doubleCheck", "grey", "Read by 1 of 2", beside: stage.message("m0", of: "alice"))
        }

        @Test func `the slider shows the chat as it was, and one key leads back`() async throws {
            try await ConsoleStage.run { stage in
                try await read(stage)
                try await stage.browser.find("[data-action=past]").click()
                try await stage.browser.wait(for: ".past-moment", containing: "Now.")
                try await stage.browser.wait(for: "[data-step='-1']:not(:disabled)").click()
                try await stage.browser.wait(for: ".past-moment", containing: "bob wrote")
                try await stage.browser.wait(until: "location.hash.includes('?at=')")
                try await stage.browser.find("[data-step='-1']").click()
                // Before bob read it.
                try await stage.browser.waitUntilGone(
                    "\(stage.message("m0", of: "alice")) .receipt-text")
                try await stage.browser.wait(
                    for: "\(stage.device("alice")) [data-composer]:disabled")
                try await stage.picture("past-chat")
                let past = try await stage.browser.execute("return location.href").string ?? ""
                try await stage.browser.press(.escape)
                try await stage.waitForReceipt(
                    "doubleCheck", "grey", "Read by 1 of 2", beside: stage.message("m0", of: "alice"))
                try await stage.browser.wait(until: "!location.hash.includes('at=')")
                // The address holds the time.
                try await stage.browser.open(past)
                try await stage.browser.reload()
                try await stage.browser.wait(for: ".past-bar.is-past .past-moment", containing: "wrote")
                try await stage.browser.waitUntilGone(
                    "\(stage.message("m0", of: "alice")) .receipt-text")
            }
        }

        @Test func `a timeline says who read a message when, and leads to the request`() async throws {
            try await ConsoleStage.run { stage in
                try await read(stage)
                try await stage.browser.find(
                    "\(stage.message("m0", of: "alice")) [data-action=timeline]"
                ).click()
                try await stage.browser.wait(for: "[data-step-kind=sent]")
                try await stage.browser.wait(
                    for: "[data-step-kind=reached][data-member=bob]", containing: "bob read it")
                try await stage.browser.wait(for: "[data-step-kind=reached]", containing: "1 write")
                try await stage.picture("timeline")
                try await stage.browser.find("[data-step-kind=reached] [data-action=show-call]").click()
                try await stage.browser.wait(for: ".call-facts", containing: "bob")
                try await stage.browser.back()
                try await stage.browser.wait(for: stage.message("m0", of: "alice"))
            }
        }

        @Test func `costs show each device's operations, the way to the screen, and other schemas`()
            async throws
        {
            try await ConsoleStage.run { stage in
                try await read(stage)
                try await stage.browser.find("[data-action=costs]").click()
                try await stage.browser.wait(for: "[data-cost-of=bob]")
                try await stage.send("And the car?", from: "alice")
                try await stage.browser.wait(for: ".strip-summary", containing: "median")
                try await stage.browser.wait(for: "[data-cost-of='All with status']")
                try await stage.browser.find("[data-action=compare-costs]").click()
                try await stage.browser.wait(for: "[data-row='read-up-to polling']", containing: "450")
                try await stage.picture("costs")
            }
        }

        @Test func `the data is shown as it was, with the versions of a document`() async throws {
            try await ConsoleStage.run { stage in
                let room = stage.admin.document("rooms/a")
                try await room.setData(["name": "Red", "seats": 4])
                try await room.updateData(["seats": 5])
                try await stage.browser.open("\(stage.url)/#/data/rooms/a")
                try await stage.browser.wait(for: "[data-field=seats]", containing: "5")
                try await stage.browser.find("[data-action=past]").click()
                try await stage.browser.wait(for: "[data-step='-1']:not(:disabled)").click()
                try await stage.browser.wait(for: ".past-moment", containing: "administrator wrote rooms/a")
                try await stage.browser.find("[data-step='-1']").click()
                try await stage.browser.wait(for: "[data-field=seats]", containing: "4")
                try await stage.browser.wait(
                    until: "document.querySelector('[data-action=edit-document]').offsetParent === null")
                // Links stay at that time.
                try await stage.browser.find("[data-document='rooms/a']").click()
                try await stage.browser.wait(until: "location.hash.includes('at=')")
                try await stage.browser.press(.escape)
                try await stage.browser.wait(for: "[data-field=seats]", containing: "5")
                try await stage.browser.find("[data-action=versions]").click()
                try await stage.browser.wait(for: ".version", containing: "+ seats: 5")
                try await stage.browser.wait(for: ".version .gone", containing: "seats: 4")
                try await stage.picture("versions")
                try await stage.browser.find(".version:last-child [data-action=show-then]").click()
                try await stage.browser.wait(for: "[data-field=seats]", containing: "4")
            }
        }

        @Test func `the data is shown as a user may see it`() async throws {
            try await ConsoleStage.run { stage in
                try await stage.conversation(
                    "team", .status, ["alice", "bob"], messages: [("alice", "Hello")])
                try await stage.browser.open("\(stage.url)/#/data/conversations/team/messages/m0")
                try await stage.browser.wait(for: "[data-document].document-row")
                try await stage.browser.find("[data-action=view-as]").click()
                try await stage.write("{\"admin\"", into: "dialog [name=claims]")
                try await stage.browser.find("[data-action=view-as-show]").click()
                try await stage.browser.wait(for: "dialog .field-problem", containing: "not valid JSON")
                try await stage.write("mallory", into: "dialog [name=user]")
                try await stage.browser.find("dialog [name=claims]").clear()
                try await stage.browser.find("[data-action=view-as-show]").click()
                try await stage.browser.wait(
                    for: ".document-row.is-denied", containing: "may not be read")
                try await stage.browser.wait(
                    for: ".collection-row.is-denied", containing: "may not be listed")
                try await stage.browser.wait(for: ".document-pane.is-denied")
                try await stage.picture("view-as")
                try await stage.browser.reload()
                try await stage.browser.wait(for: ".view-as", containing: "As mallory")
                try await stage.browser.find("[data-action=view-as-change]").click()
                try await stage.write("bob", into: "dialog [name=user]")
                try await stage.browser.find("[data-action=view-as-show]").click()
                try await stage.browser.wait(for: ".view-as", containing: "As bob")
                try await stage.browser.waitUntilGone(".document-row.is-denied")
                try await stage.browser.find("[data-action=view-as-end]").click()
                try await stage.browser.wait(until: "!location.hash.includes('as=')")
            }
        }
    }
}
