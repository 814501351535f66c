import PubSubClient
import ReadReceipts
import ReceiptWorker
import Synchronization
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

        @Test func `the last hour is there after a reload, for the eye, the keyboard and as a table`()
            async throws
        {
            let folder = try TemporaryFolder()
            let outbox = try await outbox(in: folder)
            try await ConsoleStage.run(outbox: outbox) { stage in
                try await stage.browser.open("\(stage.url)/#/worker")
                let depth = ".queue .chart"
                try await stage.browser.wait(for: "\(depth) .chart-now", containing: "1")
                try await stage.browser.wait(
                    until: "document.querySelectorAll('.queue .chart-line').length === 1",
                    atMost: .seconds(30))
                try await outbox.store([
                    ReceiptEvent(.read, conversationID: "c2", messageID: "m1", userID: "bob")
                ])
                try await stage.browser.wait(for: "\(depth) .chart-now", containing: "2")
                try await stage.browser.reload()
                try await stage.browser.wait(for: "\(depth) .chart-now", containing: "2")
                try await stage.browser.execute("document.querySelector('.queue .chart-frame').focus()")
                let frame = try await stage.browser.find("\(depth) .chart-frame")
                #expect(try await frame.accessibleName == "Waiting over time")
                try await stage.browser.press(.home)
                try await stage.browser.wait(for: "\(depth) .chart-tip", containing: "1 ·")
                let first = try await frame.attribute("aria-valuetext")
                #expect(first?.hasPrefix("1, ") == true)
                try await stage.browser.press(.end)
                try await stage.browser.wait(for: "\(depth) .chart-tip", containing: "2 ·")
                try await stage.browser.find("\(depth) .chart-table summary").click()
                try await stage.browser.wait(for: "\(depth) .chart-table td", containing: "2")
                try await stage.browser.wait(for: ".charts-hint", containing: "--worker-metrics")
                try await stage.picture("worker-hour")
            }
        }

        @Test
        func `dead letters of one reason are retried together, and the page says that a worker is missing`()
            async throws
        {
            let folder = try TemporaryFolder()
            let outbox = try await outbox(in: folder)
            try await outbox.store([
                ReceiptEvent(.read, conversationID: "c2", messageID: "m9", userID: "<b>eve")
            ])
            let batch = try #require(
                try await outbox.handOut(after: 0, except: [], limit: 9, mixesLanes: true).batch)
            let missing = "No document: projects/p/documents/<b>"
            try await outbox.settle(
                batch.parts.filter { $0.lane.userID == "<b>eve" }.map { lane, receipts in
                    LaneSettlement(lane, receipts.map { .dead($0, code: "NOT_FOUND", reason: missing) })
                })
            try await ConsoleStage.run(outbox: outbox) { stage in
                try await stage.browser.open("\(stage.url)/#/worker")
                let denied = "[data-group=PERMISSION_DENIED]"
                try await stage.browser.wait(for: denied, containing: "false for 'update' @ L12")
                try await stage.browser.wait(for: "[data-group=NOT_FOUND]", containing: "No document: …")
                try await stage.picture("worker-groups")
                try await stage.browser.find("\(denied) [data-action=retry-group]").click()
                try await stage.browser.wait(
                    for: "[data-notices]", containing: "2 receipts will be tried again")
                try await stage.browser.wait(for: "[data-notices]", containing: "receipts worker")
                try await stage.browser.wait(until: "document.querySelectorAll('[data-letter]').length === 1")
                try await stage.browser.waitUntilGone("[data-group]")
                #expect(try await outbox.deadLetters().map(\.code) == ["NOT_FOUND"])
                #expect(try await stage.browser.findAll("main b").isEmpty)
            }
        }

        @Test func `a group is dropped when somebody is sure`() async throws {
            let folder = try TemporaryFolder()
            let outbox = try await outbox(in: folder)
            let batch = try #require(
                try await outbox.handOut(after: 0, except: [], limit: 9, mixesLanes: true).batch)
            try await outbox.settle(
                batch.parts.map { lane, receipts in
                    LaneSettlement(lane, receipts.map { .dead($0, code: "NOT_FOUND", reason: "gone") })
                })
            try await ConsoleStage.run(outbox: outbox) { stage in
                try await stage.browser.open("\(stage.url)/#/worker")
                try await stage.browser.wait(for: "[data-group=PERMISSION_DENIED] [data-action=drop-group]")
                    .click()
                try await stage.browser.wait(for: "dialog", containing: "Drop 2 dead letters?")
                try await stage.browser.find("dialog [data-action=confirm]").click()
                try await stage.browser.wait(for: "[data-notices]", containing: "2 dead letters dropped")
                #expect(try await outbox.deadLetters().map(\.code) == ["NOT_FOUND"])
            }
        }

        /// What a worker on Pub/Sub tells after it has written a receipt, and buried one of a message that is gone.
        private func metricsOfMessages() async throws -> String {
            let chat = try await TestChat(messages: 1)
            let pubSub = ScriptedPubSub()
            for message in ["m0", "gone"] {
                pubSub.add(
                    #"{"kind":"read","conversation":"c1","message":"\#(message)","user":"bob"}"#)
            }
            let server = try PubSub(
                PubSubSettings(endpoint: .emulator(host: "127.0.0.1", port: 8085)), transport: pubSub)
            let worker = MessageWorker(
                ReceiptSubscription(try SubscriptionName("worker", project: "p1"), on: server),
                to: .administrator(ReceiptService(firestore: try chat.server.firestore())),
                deadLetters: .topic(try TopicName("dead", project: "p1"), on: server))
            let run = Task { try await worker.run() }
            while pubSub.acknowledged.count < 2, !Task.isCancelled { await Task.yield() }
            await worker.stop()
            try await run.value
            return await worker.prometheusText()
        }

        @Test func `a worker on Pub/Sub is shown as its metrics tell`() async throws {
            let text = try await metricsOfMessages()
            let answer = Mutex<String?>(text)
            try await ConsoleStage.run(metrics: { answer.withLock(\.self) }) { stage in
                try await stage.browser.open("\(stage.url)/#/worker")
                try await stage.browser.wait(for: "[data-worker=running]")
                try await stage.browser.wait(for: ".worker-outbox", containing: "Pub/Sub")
                for (name, count) in [
                    ("received", "2"), ("acknowledged", "2"), ("buried", "1"), ("held", "0"),
                ] {
                    try await stage.browser.wait(for: "[data-message-number=\(name)]", containing: count)
                }
                try await stage.browser.wait(for: "[data-number=stored]", containing: "2")
                try await stage.browser.wait(for: "[data-letters='1']", containing: "dead-letter topic")
                try await stage.picture("worker-messages")
                answer.withLock {
                    $0 = text.replacing("receipts_queue_retrying 0", with: "receipts_queue_retrying 3")
                        .replacing("receipts_messages_held 0", with: "receipts_messages_held 12")
                }
                try await stage.browser.wait(for: "[data-message-number=held]", containing: "12")
                try await stage.browser.wait(for: "[data-redelivery]", containing: "3 have failed")
                answer.withLock { $0 = nil }
                try await stage.browser.wait(for: "[data-worker=stopped]", containing: "Does not answer")
                try await stage.browser.wait(for: "[data-message-number=held]", containing: "12")
            }
        }
    }
}
