import JSONText
import ReadReceipts
import TestSupport
import Testing

extension BrowserStories {
    @Suite("Two databases")
    struct StoreStories {
        /// The targets of the frame's links.
        private func links(_ stage: ConsoleStage) async throws -> [String] {
            let found = try await stage.browser.execute(
                "return ['data', 'requests', 'rules'].map((kind) => document.querySelector(`[data-nav=${kind}]`).hash)"
            )
            return (found.array ?? []).compactMap(\.string)
        }

        @Test func `both have their pages, and one goes on with the one that was looked at last`()
            async throws
        {
            try await ConsoleStage.run(Set(ReceiptStore.allCases)) { stage in
                try await stage.browser.open("\(stage.url)/#/data")
                try await stage.browser.wait(for: ".place-server", containing: "Firestore 127.0.0.1:8080")
                try await stage.browser.wait(
                    for: ".place-server", containing: "Realtime Database 127.0.0.1:9000")
                try await stage.browser.wait(for: ".store-switch [data-store=realtimeDatabase]").click()
                try await stage.browser.wait(for: ".tree-pane")
                #expect(try await links(stage) == ["#/tree", "#/tree-requests", "#/tree-rules"])
                try await stage.browser.wait(for: "[data-nav=data][aria-current=page]")
                try await stage.browser.find("[data-nav=rules]").click()
                try await stage.browser.wait(for: "[data-source] [data-line]", containing: "\"rules\"")
                try await stage.browser.wait(for: ".store-switch [data-store=firestore]").click()
                try await stage.browser.wait(for: "[data-source] [data-line]", containing: "rules_version")
                #expect(try await links(stage) == ["#/data", "#/requests", "#/rules"])
            }
        }

        @Test(arguments: [
            (ReceiptStore.firestore, ["#/data", "#/requests", "#/rules"], "127.0.0.1:8080", "tree"),
            (.realtimeDatabase, ["#/tree", "#/tree-requests", "#/tree-rules"], "127.0.0.1:9000", "data"),
        ])
        func `where there is one, every way leads to its pages`(
            store: ReceiptStore, pages: [String], server: String, other: String
        ) async throws {
            try await ConsoleStage.run([store]) { stage in
                // An address saved from another console.
                try await stage.browser.open("\(stage.url)/#/\(other)/somewhere")
                try await stage.browser.wait(for: ".data-page")
                #expect(try await stage.browser.execute("return location.hash") == .string(pages[0]))
                #expect(try await links(stage) == pages)
                try await stage.browser.wait(for: ".place-server", containing: server)
                #expect(try await stage.browser.findAll(".store-switch").isEmpty)
            }
        }
    }
}
