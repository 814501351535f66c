import ReadReceipts
import RealtimeDatabase
import TestSupport
import Testing

extension BrowserStories {
    @Suite("Outages")
    struct OutageStories {
        /// The text of the badge.
        private func badge(_ stage: ConsoleStage) async throws -> String {
            try await stage.browser.find("#connection").text
        }

        @Test(arguments: [ReceiptSchema.status, .readAt])
        func `an outage of a database shows at once, and everything recovers afterwards`(
            schema: ReceiptSchema
        ) async throws {
            try await ConsoleStage.run([schema.store], isTold: false, refusals: [502, 503]) { stage in
                try await stage.conversation(
                    "c1", schema, ["alice", "bob"], messages: [("alice", "Hello")])
                try await stage.open(schema, "c1", ["alice", "bob"])
                try await stage.flipNetwork(of: "bob")
                try await stage.browser.wait(for: "\(stage.device("bob"))[data-state=offline]")
                try await stage.browser.wait(for: "[data-connection=live], [data-connection=polling]")
                stage.setOutage(true)
                try await stage.browser.wait(for: "[data-connection=unreachable]", containing: "is down")
                try await stage.browser.wait(for: "#outage", containing: "does not answer")
                try await stage.browser.wait(for: "#outage .outage-age", containing: "as of")
                try await stage.browser.wait(for: "body[data-stale]")
                // A device without a server differs from one that was switched offline.
                try await stage.browser.wait(
                    for: "\(stage.device("alice")) .pane-banner", containing: "Offline: no server")
                try await stage.browser.wait(
                    for: "\(stage.device("alice")) .switch-text", containing: "No server")
                let banner = try await stage.browser.find("\(stage.device("bob")) .pane-banner span")
                #expect(try await banner.text == "Offline")
                try await stage.picture("outage-\(schema.name)")
                try await stage.browser.resize(width: 360, height: 740)
                try await stage.picture("outage-\(schema.name)-360")
                try await stage.browser.resize(width: 1280, height: 800)
                // In the meantime, somebody else writes.
                let service = try stage.service("alice", schema)
                _ = try await service.send("After the outage", conversation: "c1", from: "alice")
                stage.setOutage(false)
                try await stage.browser.wait(for: "[data-connection=live], [data-connection=polling]")
                try await stage.browser.wait(
                    for: "\(stage.device("alice")) [data-message]", containing: "After the outage")
                try await stage.browser.waitUntilGone("#outage")
                try await stage.browser.waitUntilGone("\(stage.device("alice")) .pane-banner")
                try await stage.browser.wait(for: "\(stage.device("bob"))[data-state=offline]")
            }
        }

        @Test(arguments: [
            "chat/status/c1/alice", "data/conversations/c1", "rules", "tree/conversations", "tree-rules",
        ])
        func `a page opened during an outage loads when it is over`(page: String) async throws {
            try await ConsoleStage.run(Set(ReceiptStore.allCases), refusals: [502, 503]) { stage in
                try await stage.conversation("c1", .status, ["alice", "bob"], messages: [("alice", "Hello")])
                try await stage.database.reference(withPath: "conversations/c1/members/alice").setValue(true)
                stage.setOutage(true)
                try await stage.browser.open("\(stage.url)/#/\(page)")
                try await stage.browser.wait(for: "[data-connection=unreachable]")
                stage.setOutage(false)
                let shown = [
                    "chat": "[data-message=m0]", "data": "[data-field=participants]", "rules": "[data-line]",
                    "tree": "[data-node='conversations/c1']", "tree-rules": "[data-line]",
                ]
                try await stage.browser.wait(
                    for: try #require(shown[String(page.prefix { $0 != "/" })]))
                try await stage.browser.waitUntilGone("#page .error")
                if page.hasPrefix("chat") {
                    try await stage.browser.wait(for: "[data-conversation=c1]")
                }
            }
        }

        @Test func `the badge says whether changes are pushed, or how often the page refreshes`()
            async throws
        {
            try await ConsoleStage.run { stage in
                try await stage.conversation("c1", .status, ["alice", "bob"])
                try await stage.open(.status, "c1", ["alice"])
                try await stage.browser.wait(for: "[data-connection=live]", containing: "Live")
            }
            try await ConsoleStage.run(Set(ReceiptStore.allCases), isTold: false) { stage in
                try await stage.conversation("c1", .status, ["alice", "bob"])
                try await stage.conversation("c2", .readAt, ["alice", "bob"])
                try await stage.open(.status, "c1", ["alice"])
                try await stage.browser.wait(for: "[data-connection=polling]", containing: "Every")
                // Streams push changes.
                try await stage.open(.readAt, "c2", ["alice"])
                try await stage.browser.wait(for: "[data-connection=live]", containing: "Live")
                try await stage.browser.open("\(stage.url)/#/data")
                try await stage.browser.wait(for: "[data-connection=polling]", containing: "Every 2 s")
                try await stage.browser.wait(for: ".data-live", containing: "Every 2 s")
                try await stage.browser.wait(for: "[data-live]").click()
                try await stage.browser.wait(for: "[data-connection=asked]", containing: "On request")
            }
        }

        @Test func `a page without its console says so, and that its data is old`() async throws {
            try await ConsoleStage.run(refusals: [0]) { stage in
                try await stage.conversation("c1", .status, ["alice", "bob"], messages: [("alice", "Hello")])
                try await stage.open(.status, "c1", ["alice"])
                try await stage.withoutConsole {
                    try await stage.browser.wait(for: "[data-connection=lost]", containing: "lost")
                    try await stage.browser.wait(for: "body[data-stale] .outage-age", containing: "as of")
                    try await stage.browser.wait(
                        for: "\(stage.device("alice")) .pane-banner", containing: "no server")
                }
                try await stage.browser.wait(for: "[data-connection=live]")
                try await stage.browser.wait(for: stage.message("m0", of: "alice"))
                try await stage.browser.waitUntilGone("#outage")
            }
        }
    }
}
