import JSONText
import ReadReceipts
import TestSupport
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension BrowserStories {
    @Suite("The frame around the pages")
    struct PageStories {
        @Test func `a page that loses its server continues when it is back`() async throws {
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

        @Test func `the back button opens a page's devices again`() async throws {
            try await ConsoleStage.run { stage in
                try await stage.conversation("c1", .status, ["alice", "bob"], messages: [("alice", "Hello")])
                try await stage.open(.status, "c1", ["alice", "bob"])
                try await stage.waitForReceipt(
                    "doubleCheck", "blue", beside: stage.message("m0", of: "alice"))
                try await stage.browser.open("about:blank")
                try await stage.conversation(
                    "c1", .status, ["alice", "bob"], messages: [("alice", "Hello"), ("alice", "Back again?")])
                try await stage.browser.back()
                try await stage.waitForReceipt(
                    "doubleCheck", "blue", beside: stage.message("m1", of: "alice"))
            }
        }

        @Test func `a device that is opened again stays open when the console hears late that it was left`()
            async throws
        {
            try await ConsoleStage.run { stage in
                try await stage.conversation("c1", .status, ["alice", "bob"], messages: [("alice", "Hello")])
                try await stage.open(.status, "c1", ["bob"])
                try await stage.browser.execute(
                    """
                    const send = window.fetch;
                    window.wereClosed = 0;
                    window.fetch = async (address, options) => {
                      const isLate = String(options?.body).includes("closePane");
                      if (isLate) await new Promise((later) => setTimeout(later, 300));
                      const answer = await send(address, options);
                      if (isLate) window.wereClosed += 1;
                      return answer;
                    };
                    """)
                try await stage.browser.execute("location.hash = '#/data'")
                try await stage.browser.waitUntilGone("section[data-pane]")
                try await stage.browser.execute("history.back()")
                try await stage.browser.wait(for: "\(stage.device("bob"))[data-state=open]")
                try await stage.browser.wait(until: "window.wereClosed === 1")
                try await stage.send("Still here", from: "bob")
                try await stage.browser.wait(
                    for: "\(stage.device("bob")) [data-sending=sent]", containing: "Still here")
            }
        }

        @Test(arguments: [(360, 740), (1280, 800)]) func `every page fits its window, in light and dark`(
            width: Int, height: Int
        ) async throws {
            try await ConsoleStage.run(
                Set(ReceiptStore.allCases), width: width, height: height
            ) { stage in
                for page in [
                    "chat", "data/conversations", "requests", "rules", "tests", "tree/conversations",
                    "tree-rules", "tree-requests", "faults",
                ] {
                    for scheme in [ColorScheme.light, .dark] {
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

        @Test(arguments: [7, 4711, 20_260_101]) func `the modules of the pages compute what they should`(
            seed: Int
        ) async throws {
            let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
                .appending(path: "Fixtures/PageModules")
            let script = try [
                "Harness", "Shared", "Chat", "Data", "Requests", "Rules", "Worker", "Faults", "Frame", "Run",
            ].map {
                try String(contentsOf: folder.appending(path: "\($0).js"), encoding: .utf8)
            }.joined()
            try await ConsoleStage.run { stage in
                try await stage.browser.open(stage.url)
                let wrong = try await stage.browser.executeAsync(script, .number("\(seed)"))
                #expect(wrong == .array([]), "seed \(seed)")
            }
        }
    }
}
