import ReadReceipts
import ReceiptWorker
import TestSupport
import Testing

extension BrowserStories {
    @Suite("The worker")
    struct WorkerStories {
        /// An outbox in which one receipt waits, and two are dead letters.
        private func outbox(in folder: TemporaryFolder) async throws -> Outbox {
            let outbox = try Outbox(path: "\(folder.path)/outbox.sqlite")
            try await outbox.store(
                (1...3).map { ReceiptEvent(.read, conversationID: "c1", messageID: "m\($0)", userID: "bob") })
            let batch = try #require(
                try await outbox.handOut(after: 0, except: [], limit: 2, mixesLanes: true).batch)
            try await outbox.settle(
                batch.parts.map { lane, receipts in
                    LaneSettlement(
                        lane,
                        receipts.map {
                            .dead($0, code: "PERMISSION_DENIED", reason: "false for 'update' @ L12")
                        })
                })
            return outbox
        }

        @Test func `the worker's dead letters are seen, and put back`() async throws {
            let folder = try TemporaryFolder()
            let outbox = try await outbox(in: folder)
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

        @Test func `a dead letter is dropped when somebody is sure`() async throws {
            let folder = try TemporaryFolder()
            let outbox = try await outbox(in: folder)
            try await ConsoleStage.run(outbox: outbox) { stage in
                try await stage.browser.open("\(stage.url)/#/worker")
                try await stage.browser.wait(for: "[data-letter] [data-action=drop]").click()
                try await stage.browser.wait(for: "dialog [data-action=cancel]").click()
                try await stage.browser.waitUntilGone("dialog")
                #expect(try await outbox.deadLetters().count == 2)
                try await stage.browser.find("[data-letter] [data-action=drop]").click()
                try await stage.browser.wait(for: "dialog [data-action=confirm]").click()
                try await stage.browser.wait(for: "[data-notices]", containing: "1 dead letter dropped")
                try await stage.browser.wait(until: "document.querySelectorAll('[data-letter]').length === 1")
                #expect(try await outbox.deadLetters().count == 1)
                try await stage.browser.wait(for: "[data-queued=\"1\"]")
            }
        }
    }
}
