import FirestoreClient
import JSONText
import ReadReceipts
import RealtimeDatabase
import ReceiptWorker
import TestSupport
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension BrowserStories {
    @Suite("Everybody can use it")
    struct AccessibilityStories {
        /// The checks, as a script that returns what is wrong.
        private static func script() throws -> String {
            let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
                .appending(path: "Fixtures/PageChecks.js")
            return try String(contentsOf: file, encoding: .utf8)
        }

        /// What axe-core finds wrong with the page, if `RECEIPTS_AXE` names its file.
        private static func findingsOfAxe(_ browser: Browser) async throws -> JSON {
            guard let path = SystemEnvironment.axe else { return .array([]) }
            try await browser.execute(try String(contentsOfFile: path, encoding: .utf8))
            return try await browser.executeAsync(
                """
                const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"];
                axe.run(document, { runOnly: tags }).then(({ violations }) => arguments[0](
                  violations.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map(({ html }) => html.slice(0, 200)).join(" ")}`)));
                """)
        }

        @Test(arguments: [(360, 740), (390, 844), (1280, 800)])
        func `names, scrolling by the keyboard, contrast and targets are right on every page`(
            width: Int, height: Int
        ) async throws {
            let folder = try TemporaryFolder()
            let outbox = try Outbox(path: "\(folder.path)/outbox.sqlite")
            let script = try Self.script()
            try await ConsoleStage.run(
                Set(ReceiptStore.allCases), width: width, height: height, outbox: outbox,
                suites: HeldSuites.failing.files
            ) { stage in
                try await stage.conversation(
                    "team", .status, ["alice", "bob", "carol"], title: "Team",
                    messages: (0..<60).map { ($0 % 3 == 0 ? "bob" : "alice", "Message \($0)") })
                for number in 0..<40 {
                    try await stage.admin.document("rooms/room\(number)").setData([
                        "seats": number, "name": "Room \(number)",
                        "notes": String(repeating: "word ", count: 60),
                    ])
                }
                try await stage.database.reference(withPath: "rooms").setValue(
                    .object(Dictionary((0..<40).map { ("k\($0)", .number(1)) }) { $1 }))
                let pages = [
                    ("chat/status/team/alice,bob", "button.receipt"), ("chat", "[data-message]"),
                    ("data", "[data-collection]"),
                    ("data/rooms/room1", "[data-field=seats]"),
                    ("data/rooms/room1?as=bob", ".document-pane.is-denied"),
                    ("tree/rooms", "[role=treeitem]"),
                    ("requests", "[data-call]"), ("tree-requests", "[data-call]"),
                    ("requests/call/1", "[data-call-detail]"),
                    ("tests", "[data-test]"), ("rules", "[data-line]"), ("tree-rules", "[data-line]"),
                    ("worker", "[data-queued]"), ("faults", "[data-preset]"),
                    ("nowhere", ".unknown-page"),
                ]
                for (page, sign) in pages {
                    try await stage.browser.open("\(stage.url)/#/\(page)")
                    try await stage.browser.wait(for: sign)
                    // The page itself detects what scrolls.
                    try await stage.browser.executeAsync("setTimeout(arguments[0], 400)")
                    for scheme in ColorScheme.allCases {
                        try await stage.browser.prefer(scheme, reducedMotion: true)
                        let wrong = try await stage.browser.execute(script, .boolean(width < 640))
                        #expect(wrong == .array([]), "\(page), \(width) pixels, \(scheme)")
                        let findings = try await Self.findingsOfAxe(stage.browser)
                        #expect(findings == .array([]), "axe-core: \(page), \(width) pixels, \(scheme)")
                        try await stage.picture(
                            "access-\(page.prefix { $0 != "/" })-\(width)-\(scheme)")
                    }
                }
                // Dialogs and menus.
                try await stage.open(.status, "team", ["alice", "bob"])
                try await stage.browser.wait(for: "\(stage.device("alice")) button.receipt")
                try await stage.browser.execute(
                    "document.querySelector(arguments[0]).click()",
                    .string("\(stage.device("alice")) button.receipt"))
                try await stage.browser.wait(for: "\(stage.device("alice")) .sheet[data-state=loaded]")
                #expect(
                    try await stage.browser.execute(script, .boolean(width < 640)) == .array([]), "the sheet")
                try await stage.browser.press(.escape)
                if width < 640 {
                    try await stage.browser.find("[data-action=picker]").click()
                    try await stage.browser.wait(for: ".picker [data-conversation]")
                    #expect(
                        try await stage.browser.execute(script, .boolean(true)) == .array([]),
                        "the conversations")
                    try await stage.picture("access-picker-\(width)")
                }
                let header = try await stage.browser.execute(
                    "return document.querySelector('.frame').getBoundingClientRect().height")
                #expect(header == .number(width < 640 ? "52" : "56"), "the header is one line")
            }
        }
    }
}
