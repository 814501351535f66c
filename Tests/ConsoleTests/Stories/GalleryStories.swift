import FirestoreClient
import ReadReceipts
import TestSupport
import Testing

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
                try await stage.browser.wait(for: "[data-step='-1']:not(:disabled)").click()
                try await stage.browser.wait(for: ".past-moment", containing: "bob wrote")
                try await stage.browser.find("[data-step='-1']").click()
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
    }
}
