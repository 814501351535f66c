import FirestoreClient
import FirestoreREST
import ReadReceipts
import ReceiptWorker
import TestSupport
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension BrowserStories {
    @Suite("The data, the rules, the worker, and the frame around them")
    struct PageStories {
        @Test func `documents are made, changed and deleted, and show what others do to them`() async throws {
            try await ConsoleStage.run { stage in
                try await stage.admin.document("rooms/blue").setData(["seats": 4, "name": "Blue room"])
                try await stage.browser.open("\(stage.url)/#/data")
                try await stage.browser.wait(for: "[data-collection=rooms]").click()
                try await stage.browser.wait(for: "[data-document=\"rooms/blue\"]").click()
                try await stage.browser.wait(for: "[data-field=seats]", containing: "4")
                try await stage.picture("data")
                // Somebody else writes.
                try await stage.admin.document("rooms/blue").updateData(["seats": 5])
                try await stage.browser.wait(for: "[data-field=seats]", containing: "5")
                try await stage.admin.document("rooms/green").setData(["seats": 9_007_199_254_740_993])
                try await stage.browser.wait(for: "[data-document=\"rooms/green\"]").click()
                try await stage.browser.wait(for: "[data-field=seats]", containing: "9007199254740993")
                try await stage.browser.wait(for: "[data-action=delete-document]").click()
                try await stage.browser.wait(for: "[data-action=confirm]").click()
                try await stage.browser.waitUntilGone("[data-document=\"rooms/green\"]")
                #expect(try await stage.admin.document("rooms/green").getDocument().exists == false)
            }
        }

        @Test func `a write that was denied is explained down to what decided`() async throws {
            try await ConsoleStage.run { stage in
                try await stage.conversation("c1", .status, ["alice", "bob"], messages: [("alice", "Hello")])
                try await stage.browser.open("\(stage.url)/#/rules")
                try await stage.browser.wait(for: "[data-source] [data-line]", containing: "rules_version")
                await #expect(throws: FirestoreError.self) {
                    _ = try await stage.admin.acting(as: .emulatorUser(uid: "mallory"))
                        .document("conversations/c1/messages/m0").updateData(["text": "Forged"])
                }
                let entry = try await stage.browser.wait(
                    for: ".log [data-decision][data-allowed=false]", containing: "mallory")
                try await entry.click()
                try await stage.browser.wait(for: ".explanation [data-deciding]")
                try await stage.browser.wait(for: "[data-source] [data-expression]")
                try await stage.picture("rules")
            }
        }

        @Test func `the worker's dead letters are seen, and put back`() async throws {
            let folder = try TemporaryFolder()
            let outbox = try Outbox(path: "\(folder.path)/outbox.sqlite")
            try await outbox.store(
                (1...3).map { ReceiptEvent(.read, conversationID: "c1", messageID: "m\($0)", userID: "bob") })
            let batch = try #require(try await outbox.batch(after: 0, except: [], limit: 2, mixesLanes: true))
            try await outbox.settle(
                batch.parts.map { lane, receipts in
                    LaneSettlement(
                        lane,
                        receipts.map {
                            .dead($0, code: "PERMISSION_DENIED", reason: "false for 'update' @ L12")
                        })
                })
            try await ConsoleStage.run(outbox: outbox) { stage in
                try await stage.browser.open("\(stage.url)/#/worker")
                try await stage.browser.wait(for: "[data-queued=\"1\"]")
                try await stage.browser.wait(for: "[data-letter]", containing: "PERMISSION_DENIED")
                try await stage.picture("worker")
                try await stage.browser.find("[data-letter] [data-action=retry]").click()
                try await stage.browser.wait(for: "[data-queued=\"2\"]")
                try await stage.browser.wait(until: "document.querySelectorAll('[data-letter]').length === 1")
                #expect(try await outbox.deadLetters().count == 1)
            }
        }

        @Test func `a page that loses its server goes on where it was when it is back`() async throws {
            try await ConsoleStage.run(refusals: [0]) { stage in
                try await stage.conversation("c1", .status, ["alice", "bob"], messages: [("alice", "Hello")])
                try await stage.open(.status, "c1", ["alice"])
                try await stage.withoutConsole {
                    try await stage.browser.wait(for: "[data-connection]", containing: "lost")
                    _ = try await stage.service("bob").markRead(
                        conversation: "c1", messageIDs: ["m0"], user: "bob")
                }
                try await stage.waitForReceipt(
                    "doubleCheck", "blue", beside: stage.message("m0", of: "alice"))
                try await stage.browser.wait(for: "[data-connection]", containing: "Live")
            }
        }

        @Test(arguments: [(360, 740), (1280, 800)]) func `every page fits its window, in light and dark`(
            width: Int, height: Int
        ) async throws {
            try await ConsoleStage.run(width: width, height: height) { stage in
                for page in ["chat", "data/conversations", "rules"] {
                    for scheme in [Browser.ColorScheme.light, .dark] {
                        try await stage.browser.prefer(scheme, reducedMotion: true)
                        if page == "chat", scheme == .light {
                            try await stage.browser.open(stage.url)
                            try await stage.browser.wait(for: "[data-sample=status]").click()
                            try await stage.browser.wait(for: "section[data-pane][data-state=open]")
                        } else {
                            try await stage.browser.open("\(stage.url)/#/\(page)")
                        }
                        let name = String(page.prefix { $0 != "/" })
                        try await stage.browser.wait(until: "document.body.dataset.page === '\(name)'")
                        let overflow = try await stage.browser.execute(
                            "return document.documentElement.scrollWidth - document.documentElement.clientWidth"
                        )
                        #expect(overflow == .number("0"), "\(page) is wider than \(width) pixels")
                        try await stage.picture("\(name)-\(width)-\(scheme)")
                    }
                }
            }
        }

        @Test(arguments: [7, 4711, 20_260_101]) func `what the modules of the page compute is right`(
            seed: Int
        ) async throws {
            let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
                .appending(path: "Fixtures/PageModules.js")
            let script = try String(contentsOf: file, encoding: .utf8)
            try await ConsoleStage.run { stage in
                try await stage.browser.open(stage.url)
                let wrong = try await stage.browser.executeAsync(script, .number("\(seed)"))
                #expect(wrong == .array([]), "seed \(seed)")
            }
        }
    }
}
