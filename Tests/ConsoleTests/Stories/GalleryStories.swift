import FirestoreClient
import ReadReceipts
import RealtimeDatabase
import ReceiptWorker
import TestSupport
import Testing

@testable import ReceiptConsole

extension BrowserStories {
    /// Pictures of README, which `Scripts/gallery` takes.
    @Suite(
        "The gallery", .enabled(if: SystemEnvironment.screenshots != nil, "takes pictures only for a folder"))
    struct GalleryStories {
        private static let names = [
            "alice": "Alice Andersson", "bob": "Bob Baker", "carol": "Carol Castillo", "dave": "Dave Dubois",
        ]
        private static let messages = [
            ("alice", "The release is out! 🎉"), ("bob", "Great. Who writes the announcement?"),
            ("carol", "I do. Give me an hour."), ("alice", "Thank you all."),
            ("bob", "See you all at the party tonight"), ("alice", "I bring the cake"),
        ]

        /// Fills the emulator: a message that two have read, one that one has read, and a new one.
        private func prepare(_ stage: ConsoleStage) async throws {
            for (id, name) in Self.names {
                try await stage.admin.document("users/\(id)").setData(["displayName": name])
            }
            let members = Self.names.keys.sorted()
            try await stage.conversation("chat", .status, ["alice", "bob"], messages: [("alice", "Lunch?")])
            try await stage.conversation("choir", .status, Array(members.prefix(3)), title: "Choir")
            try await stage.conversation(
                "team", .status, members, title: "Release team", messages: Self.messages)
            for (number, readers) in [["bob", "dave"], ["alice", "dave"], ["alice", "bob"], ["dave"]]
                .enumerated()
            {
                try await stage.admin.document("conversations/team/messages/m\(number)")
                    .updateData(["status": "read", "readBy": readers])
            }
        }

        @Test(arguments: ColorScheme.allCases)
        func `the chat on three devices, one of them offline`(colors: ColorScheme) async throws {
            try await ConsoleStage.run(height: 760) { stage in
                try await stage.browser.prefer(colors, reducedMotion: true)
                try await prepare(stage)
                try await stage.open(.status, "team", ["alice", "bob", "dave"])
                try await stage.flipNetwork(of: "dave")
                try await stage.browser.wait(for: "\(stage.device("dave"))[data-state=offline]")
                try await stage.browser.wait(for: "\(stage.message("m3", of: "alice")) button.receipt")
                    .click()
                try await stage.browser.wait(for: "\(stage.device("alice")) .sheet[data-state=loaded]")
                try await stage.picture("chat-\(colors.rawValue)")
            }
        }

        @Test(arguments: ColorScheme.allCases)
        func `the rules, and why they denied a receipt for somebody else`(colors: ColorScheme)
            async throws
        {
            try await ConsoleStage.run(height: 760) { stage in
                try await stage.browser.prefer(colors, reducedMotion: true)
                try await prepare(stage)
                let carols = try stage.service("carol")
                _ = try await carols.markAllRead(conversation: "team", user: "carol")
                _ = try await carols.send("On my way", conversation: "team", from: "carol")
                try await stage.browser.open("\(stage.url)/#/rules")
                try await stage.browser.wait(for: "[data-source] [data-line]", containing: "rules_version")
                await #expect(throws: FirestoreError.self) {
                    _ = try await stage.admin.acting(as: .emulatorUser(uid: "dave"))
                        .document("conversations/team/messages/m0")
                        .updateData(["status": "sent", "readBy": FieldValue.arrayUnion(["alice"])])
                }
                try await stage.browser.wait(
                    for: ".log [data-decision][data-allowed=false]", containing: "dave"
                ).click()
                try await stage.browser.wait(for: ".explanation [data-deciding]")
                try await stage.browser.wait(for: "[data-source] [data-expression]")
                try await stage.picture("rules-\(colors.rawValue)")
            }
        }

        @Test(arguments: ColorScheme.allCases)
        func `the requests, one of them denied`(colors: ColorScheme) async throws {
            try await ConsoleStage.run(height: 760) { stage in
                try await stage.browser.prefer(colors, reducedMotion: true)
                try await prepare(stage)
                let carols = try stage.service("carol")
                _ = try await carols.markAllRead(conversation: "team", user: "carol")
                _ = try await carols.send("On my way", conversation: "team", from: "carol")
                await #expect(throws: FirestoreError.self) {
                    _ = try await stage.admin.acting(as: .emulatorUser(uid: "dave"))
                        .document("conversations/team/messages/m0")
                        .updateData(["status": "sent", "readBy": FieldValue.arrayUnion(["alice"])])
                }
                try await stage.browser.open("\(stage.url)/#/requests")
                try await stage.browser.wait(
                    for: "[data-status=PERMISSION_DENIED] button", containing: "dave"
                ).click()
                try await stage.browser.wait(for: ".call-detail [data-deciding]")
                try await stage.picture("requests-\(colors.rawValue)")
            }
        }

        @Test(arguments: ColorScheme.allCases)
        func `the requests to a Realtime Database, one of them denied`(colors: ColorScheme) async throws {
            try await ConsoleStage.run([.realtimeDatabase], height: 760) { stage in
                try await stage.browser.prefer(colors, reducedMotion: true)
                try await stage.conversation(
                    "team", .readAt, ["alice", "bob"], messages: [("alice", "Hello")])
                func messages(_ user: String) throws -> DatabaseReference {
                    try stage.database.acting(as: .emulatorUser(uid: user))
                        .reference(withPath: "messages/team")
                }
                let alices = try messages("alice")
                let listening = Task { for try await _ in alices.changes() {} }
                try await messages("bob").child("m0/readBy/bob").setValue(
                    ServerValue.timestamp() as DatabaseValue)
                await #expect(throws: DatabaseError.self) {
                    try await messages("bob").child("m0/readBy/alice").setValue(
                        ServerValue.timestamp() as DatabaseValue)
                }
                try await stage.browser.open("\(stage.url)/#/tree-requests")
                try await stage.browser.wait(for: "[data-listeners='1']")
                try await stage.browser.wait(for: "[data-status=PERMISSION_DENIED] button").click()
                try await stage.browser.wait(for: ".call-detail [data-reason]")
                try await stage.browser.wait(for: "[data-action=show-chat]")
                try await stage.picture("tree-requests-\(colors.rawValue)")
                listening.cancel()
            }
        }

        @Test(arguments: ColorScheme.allCases)
        func `the suites, with a case that failed`(colors: ColorScheme) async throws {
            try await ConsoleStage.run(height: 760, suites: HeldSuites.failing.files) { stage in
                try await stage.browser.prefer(colors, reducedMotion: true)
                try await stage.browser.open("\(stage.url)/#/tests")
                try await stage.browser.wait(for: "[data-excerpt] mark")
                try await stage.picture("tests-\(colors.rawValue)")
            }
        }

        @Test(arguments: ColorScheme.allCases)
        func `the chat as it was, and what it costs`(colors: ColorScheme) async throws {
            try await ConsoleStage.run(height: 860) { stage in
                try await stage.browser.prefer(colors, reducedMotion: true)
                try await prepare(stage)
                try await stage.open(.status, "team", ["alice", "bob"])
                try await stage.browser.find("[data-action=costs]").click()
                try await stage.browser.wait(for: "[data-cost-of=bob]")
                try await stage.send("Who brings the plates?", from: "alice")
                try await stage.browser.wait(for: ".strip-summary", containing: "median")
                try await stage.browser.find("[data-action=compare-costs]").click()
                try await stage.browser.wait(for: "[data-row='read-up-to polling']")
                try await stage.picture("costs-\(colors.rawValue)")
                try await stage.browser.find("[data-action=costs]").click()
                try await stage.browser.find("[data-action=past]").click()
                // The last commits are of either device, whichever was later.
                for _ in 0..<2 {
                    try await stage.browser.wait(for: "[data-step='-1']:not(:disabled)").click()
                    try await stage.browser.wait(for: ".past-bar.is-past .past-moment", containing: "wrote")
                }
                try await stage.browser.wait(for: "\(stage.device("bob")) [data-composer]:disabled")
                try await stage.picture("past-\(colors.rawValue)")
            }
        }

        @Test(arguments: ColorScheme.allCases)
        func `the data as somebody may see it`(colors: ColorScheme) async throws {
            try await ConsoleStage.run(height: 620) { stage in
                try await stage.browser.prefer(colors, reducedMotion: true)
                try await prepare(stage)
                try await stage.browser.open("\(stage.url)/#/data/conversations/choir?as=dave")
                try await stage.browser.wait(for: ".document-row.is-denied")
                try await stage.browser.wait(for: ".document-pane.is-denied")
                try await stage.picture("view-as-\(colors.rawValue)")
            }
        }

        @Test(arguments: ColorScheme.allCases)
        func `faults that are switched on`(colors: ColorScheme) async throws {
            try await ConsoleStage.run(height: 760, refusals: [503]) { stage in
                try await stage.browser.prefer(colors, reducedMotion: true)
                try await stage.browser.open("\(stage.url)/#/faults")
                try await stage.browser.wait(for: "[data-preset='Lost answers']").click()
                try await stage.browser.wait(for: "[data-fault]", containing: "20%")
                try await stage.picture("faults-\(colors.rawValue)")
            }
        }

        @Test(arguments: ColorScheme.allCases)
        func `a refusal on a device, with the way to its cause`(colors: ColorScheme) async throws {
            try await ConsoleStage.run(width: 1000, height: 560) { stage in
                try await stage.browser.prefer(colors, reducedMotion: true)
                try await prepare(stage)
                try await stage.open(.status, "team", ["alice", "carol"])
                try await stage.admin.document("conversations/team").updateData([
                    "speakers": ["alice", "bob"]
                ])
                let speaks =
                    "request.auth.uid in get(/databases/$(database)/documents/conversations/$(conversation)).data.speakers"
                try stage.changeRules(
                    "allow create: if isMember()", to: "allow create: if \(speaks) && isMember()")
                try await stage.send("Wait for me!", from: "carol")
                try await stage.browser.wait(for: "\(stage.device("carol")) a[data-why]")
                try await stage.picture("cause-\(colors.rawValue)")
            }
        }

        @Test(arguments: ColorScheme.allCases)
        func `totals of a list, and a document as JSON while somebody edits it`(colors: ColorScheme)
            async throws
        {
            try await ConsoleStage.run(height: 620) { stage in
                try await stage.browser.prefer(colors, reducedMotion: true)
                for (room, seats) in ["blue": 4, "green": 12, "red": 30, "white": 8] {
                    try await stage.admin.document("rooms/\(room)").setData([
                        "seats": seats, "floor": seats < 20 ? 1 : 2, "opened": FieldValue.serverTimestamp(),
                    ])
                }
                try await stage.browser.open("\(stage.url)/#/data/rooms/green?totals=seats")
                try await stage.browser.wait(for: "[data-totals]", containing: "13.5")
                try await stage.browser.wait(for: "[data-view=json]").click()
                try await stage.browser.find("[data-action=edit-document]").click()
                let text = try await stage.browser.wait(for: "[data-json]")
                try await text.clear()
                try await text.type(#"{"seats": 14, "floor": 1, "opened": {"$timestamp": "tomorrow"}}"#)
                try await stage.browser.wait(for: ".code-validity", containing: "Line 1: Enter a time")
                try await stage.picture("data-\(colors.rawValue)")
            }
        }

        @Test(arguments: ColorScheme.allCases)
        func `the query of a list in code, and the index that it needs`(colors: ColorScheme) async throws {
            try await ConsoleStage.run(height: 620) { stage in
                try await stage.browser.prefer(colors, reducedMotion: true)
                try await stage.admin.document("rooms/green").setData(["seats": 12, "floor": 1])
                let filters = "where=floor&is=EQUAL&value=%7B%22integerValue%22%3A%221%22%7D"
                try await stage.browser.open(
                    "\(stage.url)/#/data/rooms?\(filters)&order=seats&direction=DESCENDING")
                try await stage.browser.wait(for: "[data-action=query-code]").click()
                try await stage.browser.wait(
                    for: "[data-query-index]", containing: "\"fieldPath\": \"floor\"")
                try await stage.picture("query-\(colors.rawValue)")
            }
        }

        @Test(arguments: ColorScheme.allCases)
        func `rules that somebody edits, with a mistake`(colors: ColorScheme) async throws {
            try await ConsoleStage.run(height: 760) { stage in
                try await stage.browser.prefer(colors, reducedMotion: true)
                try await stage.browser.open("\(stage.url)/#/rules")
                try await stage.browser.wait(for: "[data-action=edit-rules]:not([disabled])").click()
                try await stage.browser.wait(for: "[data-rules-text]")
                try await stage.browser.execute(
                    """
                    const field = document.querySelector("[data-rules-text]");
                    field.focus();
                    const start = field.value.indexOf("allow read: if isMember") + "allow read: if ".length;
                    field.setSelectionRange(start, start);
                    """)
                try await stage.browser.type("isMembr() && ")
                try await stage.browser.wait(for: "[data-issue] .issue-place").click()
                try await stage.picture("rules-editor-\(colors.rawValue)")
            }
        }

        @Test(arguments: ColorScheme.allCases)
        func `the palette`(colors: ColorScheme) async throws {
            try await ConsoleStage.run(width: 1000, height: 560) { stage in
                try await stage.browser.prefer(colors, reducedMotion: true)
                try await prepare(stage)
                try await stage.open(.status, "team", ["alice", "bob"])
                try await stage.browser.find("#palette-button").click()
                try await stage.browser.wait(for: "dialog.palette [data-palette]").type("te")
                try await stage.browser.wait(for: "dialog.palette [data-kind=Conversation]")
                try await stage.picture("palette-\(colors.rawValue)")
            }
        }

        /// How many receipts were written within some seconds.
        private func buckets(_ soon: Int, of all: Int) -> String {
            """
            receipts_latency_seconds_bucket{le="0.1"} \(soon / 3)
            receipts_latency_seconds_bucket{le="0.5"} \(soon * 24 / 25)
            receipts_latency_seconds_bucket{le="1.0"} \(soon)
            receipts_latency_seconds_bucket{le="60.0"} \(soon)
            receipts_latency_seconds_bucket{le="300.0"} \(all)
            receipts_latency_seconds_bucket{le="+Inf"} \(all)
            """
        }

        /// An hour of a worker on Pub/Sub: some receipts a second, and a database that did not answer for three minutes.
        private func hour() -> (history: WorkerHistory, metrics: String) {
            var history = WorkerHistory()
            let now = Outbox.systemTime()
            var (stored, settled, soon) = (0, 0, 0)
            for sample in 0..<720 {
                // Busier and quieter by turns, and never quite the same.
                stored += 14 + abs(sample % 240 - 120) / 10 + abs(sample % 66 - 33) / 8 + sample * sample % 3
                let isDown = (400..<436).contains(sample)
                let written = isDown ? 0 : max(0, min(stored - settled - 14, 160))
                settled += written
                // Those that had to wait took minutes.
                if written < 100 { soon += written }
                let counts = WorkerCounts(buckets(soon, of: settled))
                let waiting = Int64(stored - settled) * 60
                history.add(
                    WorkerHistory.Sample(
                        time: now - Int64(720 - sample) * 5000, queued: stored - settled, waiting: waiting,
                        stored: stored, settled: settled, deadLetters: 0, counts: counts), of: nil)
            }
            let metrics = """
                receipts_queue_depth 14
                receipts_queue_age_seconds 0.4
                receipts_events_total \(stored + 24)
                receipts_written_total \(settled + 24)
                \(buckets(soon + 24, of: settled + 24))
                receipts_messages_held 14
                receipts_messages_received_total \(stored + 36)
                receipts_messages_acknowledged_total \(settled + 24)
                receipts_messages_returned_total 12
                """
            return (history, metrics)
        }

        @Test(arguments: ColorScheme.allCases)
        func `an hour of a worker on Pub/Sub`(colors: ColorScheme) async throws {
            let (history, metrics) = hour()
            try await ConsoleStage.run(height: 1000, metrics: { metrics }, workerHistory: history) { stage in
                try await stage.browser.prefer(colors, reducedMotion: true)
                try await stage.browser.open("\(stage.url)/#/worker")
                try await stage.browser.wait(for: "[data-message-number=held]", containing: "14")
                try await stage.browser.wait(for: ".charts .chart-line")
                try await stage.picture("worker-\(colors.rawValue)")
            }
        }

        @Test(arguments: ColorScheme.allCases)
        func `the console on a phone`(colors: ColorScheme) async throws {
            try await ConsoleStage.run(width: 390, height: 780) { stage in
                try await stage.browser.prefer(colors, reducedMotion: true)
                try await prepare(stage)
                try await stage.open(.status, "team", ["alice"])
                try await stage.browser.wait(for: stage.message("m5", of: "alice"))
                try await stage.picture("phone-chat-\(colors.rawValue)")
                await #expect(throws: FirestoreError.self) {
                    _ = try await stage.admin.acting(as: .emulatorUser(uid: "dave"))
                        .document("conversations/team/messages/m0").updateData(["status": "sent"])
                }
                try await stage.browser.open("\(stage.url)/#/requests")
                try await stage.browser.wait(
                    for: "[data-status=PERMISSION_DENIED] button", containing: "dave")
                try await stage.picture("phone-requests-\(colors.rawValue)")
            }
        }
    }
}
