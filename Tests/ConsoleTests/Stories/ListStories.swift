import FirestoreClient
import FirestoreModel
import JSONText
import ReadReceipts
import RealtimeDatabase
import TestSupport
import Testing

extension BrowserStories {
    @Suite("The list of conversations, and long ones")
    struct ListStories {
        /// Waits until the conversations are listed in this order.
        private func order(_ ids: String, _ stage: ConsoleStage) async throws {
            try await stage.browser.wait(
                until:
                    "[...document.querySelectorAll('[data-conversation]')].map((e) => e.dataset.conversation).join() === '\(ids)'"
            )
        }

        private func row(_ id: String) -> String { "[data-conversation=\"\(id)\"]" }

        @Test(arguments: ReceiptSchema.presets)
        func `conversations are listed by what was said last, with who, when and how many are unread`(
            schema: ReceiptSchema
        ) async throws {
            try await ConsoleStage.run([schema.store]) { stage in
                try await stage.profiles([
                    "alice": "Alice Andersson", "bob": "Bob Baker", "carol": "Carol Castillo",
                ])
                try await stage.conversation("a-quiet", schema, ["alice", "carol"])
                try await stage.conversation(
                    "b-talk", schema, ["alice", "bob"],
                    messages: [("bob", "One"), ("bob", "Two"), ("bob", "Three")])
                try await stage.conversation(
                    "c-team", schema, ["alice", "bob", "carol"], title: "Team",
                    messages: [
                        ("alice", "1"), ("alice", "2"), ("alice", "3"), ("alice", "4"), ("carol", "Lunch?"),
                    ])
                try await stage.open(schema, "a-quiet", ["alice"])
                try await order("c-team,b-talk,a-quiet", stage)
                try await stage.browser.wait(for: "\(row("b-talk")) .picker-name", containing: "Bob Baker")
                try await stage.browser.wait(for: "\(row("b-talk")) .avatar", containing: "BB")
                try await stage.browser.wait(for: "\(row("b-talk")) .picker-last", containing: "Three")
                try await stage.browser.wait(for: "\(row("b-talk")) time")
                try await stage.browser.wait(for: "\(row("b-talk")) [data-unread=\"3\"]")
                try await stage.browser.wait(
                    for: "\(row("c-team")) .picker-last", containing: "Carol Castillo: Lunch?")
                try await stage.browser.wait(for: "\(row("c-team")) [data-unread=\"1\"]")
                try await stage.browser.wait(
                    for: "\(row("a-quiet")) .picker-last", containing: "No messages yet")
                let names = try await stage.browser.findAll("\(row("a-quiet")) .picker-name")
                #expect(names.count == 1)
                try await stage.picture("list-\(schema.name)")
                // As somebody else sees it.
                try await stage.browser.find("#chat-viewer [value=bob]").click()
                try await stage.browser.wait(for: "\(row("b-talk")) .avatar", containing: "AA")
                try await stage.browser.wait(for: "\(row("b-talk")) .picker-last", containing: "You: Three")
                try await stage.browser.waitUntilGone("\(row("b-talk")) [data-unread]")
                try await stage.browser.wait(for: "\(row("c-team")) [data-unread=\"5\"]")
                // The conversation with the new message moves to the top.
                _ = try await stage.service("carol", schema).send(
                    "Anybody?", conversation: "a-quiet", from: "carol")
                try await order("a-quiet,c-team,b-talk", stage)
                // The chosen conversation opens on the viewer's device, and what they read is no longer unread.
                try await stage.browser.find(row("c-team")).click()
                try await stage.browser.wait(for: "\(stage.device("bob"))[data-state=open]")
                try await stage.browser.waitUntilGone("\(row("c-team")) [data-unread]")
            }
        }

        @Test
        func `of a thousand conversations those that are shown are looked at, and the newest are found`()
            async throws
        {
            try await ConsoleStage.run { stage in
                for start in stride(from: 0, to: 1000, by: 250) {
                    let batch = stage.admin.batch()
                    for number in start..<(start + 250) {
                        let id = "c\(1000 + number)"
                        batch.setData(
                            ["participants": ["alice", "u\(number)"]],
                            forDocument: stage.admin.document("conversations/\(id)"))
                        batch.setData(
                            [
                                "senderId": "u\(number)", "text": "In \(number)", "readBy": [String](),
                                "status": "sent",
                                "timestamp": Timestamp(
                                    seconds: 1_790_000_000 + Int64((number * 7) % 1000), nanoseconds: 0),
                            ],
                            forDocument: stage.admin.document("conversations/\(id)/messages/m"))
                    }
                    try await batch.commit()
                }
                let before = stage.requests
                try await stage.open(.status, "c1000", ["alice"])
                // 7 × 857 is 5999: the newest.
                try await stage.browser.wait(
                    until: "document.querySelector('[data-conversation]')?.dataset.conversation === 'c1857'")
                try await stage.browser.wait(for: "\(row("c1857")) [data-unread=\"1\"]")
                #expect(stage.requests - before < 200, "no request for each of them")
                let shown = try await stage.browser.findAll("[data-conversation]")
                #expect(shown.count == 100)
                try await stage.browser.find("[data-action=more-conversations]").click()
                try await stage.browser.wait(
                    until: "document.querySelectorAll('[data-conversation]').length === 200")
                try await stage.write("c1003", into: ".picker-filter")
                try await order("c1003", stage)
                try await stage.browser.wait(for: "\(row("c1003")) [data-unread=\"1\"]")
            }
        }

        @Test
        func
            `Home leads to the first of ten thousand messages and End to the newest, and nothing moves then`()
            async throws
        {
            try await ConsoleStage.run { stage in
                try await stage.conversation(
                    "long", .status, ["alice", "bob"],
                    messages: (0..<10_000).map {
                        (
                            $0 % 3 == 0 ? "bob" : "alice",
                            "Message \($0) \(String(repeating: "word ", count: $0 % 40))"
                        )
                    })
                try await stage.open(.status, "long", ["alice"])
                try await stage.browser.wait(for: stage.message("m9999", of: "alice"))
                let list = "\(stage.device("alice")) [data-list]"
                /// The positions, frame by frame; a single one if nothing moves.
                func places(_ id: String) async throws -> JSON {
                    try await stage.browser.executeAsync(
                        """
                        const [selector, done] = arguments;
                        const list = document.querySelector(selector);
                        const seen = new Set();
                        let left = 20;
                        const step = () => {
                          const row = list.querySelector('[data-message="\(id)"]');
                          seen.add(`${Math.round(list.scrollTop)} ${row && Math.round(row.getBoundingClientRect().top)}`);
                          if ((left -= 1) === 0) done([...seen]);
                          else requestAnimationFrame(step);
                        };
                        step();
                        """, .string(list))
                }
                try await stage.browser.execute("document.querySelector(arguments[0]).focus()", .string(list))
                for _ in 0..<2 {
                    try await stage.browser.press(.home)
                    try await stage.browser.wait(
                        for: stage.message("m0", of: "alice"), containing: "Message 0", atMost: .seconds(90))
                    try await stage.browser.waitUntilGone(".homeward")
                    #expect(try await places("m0").array?.count == 1)
                    #expect(
                        try await stage.browser.execute(
                            "return document.querySelector(arguments[0]).scrollTop", .string(list))
                            == .number("0"))
                    let first = try await stage.browser.find(stage.message("m0", of: "alice"))
                    #expect(try await first.attribute("aria-posinset") == "1")
                    #expect(try await first.attribute("aria-setsize") == "10000")
                    try await stage.browser.press(.end)
                    try await stage.browser.wait(for: stage.message("m9999", of: "alice"))
                    #expect(try await places("m9999").array?.count == 1)
                }
                // Scrolling through messages that have not been measured yet keeps the position too.
                try await stage.browser.press(.home)
                try await stage.browser.wait(for: stage.message("m0", of: "alice"))
                for _ in 0..<5 { try await stage.browser.press(.pageDown) }
                #expect(try await places("m3").array?.count == 1)
                let count = try await stage.browser.findAll("\(list) [data-message]").count
                #expect(count < 120)
            }
        }
    }
}
