import FirestoreClient
import JSONText
import ReadReceipts
import ReceiptWorker
import TestSupport
import Testing

extension BrowserStories {
    @Suite("The frame: palette, keyboard, windows, waits")
    struct FrameStories {
        private let palette = "dialog.palette"

        private func openPalette(_ stage: ConsoleStage) async throws {
            try await stage.browser.press("k", holding: .control)
            try await stage.browser.wait(for: "\(palette) [role=option]")
        }

        private func type(_ text: String, _ stage: ConsoleStage) async throws {
            try await stage.write(text, into: "[data-palette]")
        }

        @Test func `a few letters lead to a page, a conversation, a user, a path and an action`() async throws
        {
            try await ConsoleStage.run { stage in
                try await stage.conversation(
                    "team", .status, ["alice", "bob"], title: "<b>Release</b>", messages: [("alice", "Hello")]
                )
                try await stage.profiles(["alice": "Alice Andersson", "bob": "Bob Baker"])
                try await stage.browser.open("\(stage.url)/#/requests")
                try await stage.browser.wait(for: ".requests-page")
                try await openPalette(stage)
                try await type("rul", stage)
                try await stage.browser.wait(for: "\(palette) [aria-selected=true]", containing: "Rules")
                try await stage.picture("palette")
                try await stage.browser.press(.enter)
                try await stage.browser.wait(until: "location.hash === '#/rules'")
                try await openPalette(stage)
                try await type("relea", stage)
                try await stage.browser.wait(
                    for: "\(palette) [data-kind=Conversation]", containing: "<b>Release</b>")
                #expect(try await stage.browser.findAll("\(palette) b").isEmpty)
                try await stage.browser.press(.enter)
                try await stage.browser.wait(for: "\(stage.device("alice"))[data-state=open]")
                try await openPalette(stage)
                try await type("baker", stage)
                try await stage.browser.wait(for: "\(palette) [data-kind=User]", containing: "Bob Baker")
                try await stage.browser.press(.enter)
                try await stage.browser.wait(
                    until: "location.hash === '#/chat/status/team/bob'")
                try await openPalette(stage)
                try await type("conversations/team", stage)
                try await stage.browser.wait(for: "\(palette) [data-kind=Document]")
                try await stage.browser.press(.enter)
                try await stage.browser.wait(for: "[data-field=participants]")
                try await openPalette(stage)
                try await type("start collection", stage)
                try await stage.browser.wait(
                    for: "\(palette) [data-kind=Action]", containing: "Start collection"
                )
                .click()
                try await stage.browser.wait(for: "dialog.data-dialog")
            }
        }

        @Test func `the palette closes with Escape, says when nothing fits, and works by pointer and button`()
            async throws
        {
            try await ConsoleStage.run(width: 375, height: 740) { stage in
                try await stage.browser.open("\(stage.url)/#/tests")
                try await stage.browser.wait(for: ".tests-page")
                try await stage.browser.find("#palette-button").click()
                try await type("zzzzqqq", stage)
                try await stage.browser.wait(for: ".palette-none", containing: "Nothing fits")
                try await stage.browser.press(.enter)
                try await stage.browser.press(.escape)
                try await stage.browser.waitUntilGone(palette)
                #expect(
                    try await stage.browser.execute("return document.activeElement.id") == "palette-button")
                try await stage.browser.find("#palette-button").click()
                try await type("faul", stage)
                try await stage.browser.wait(for: "\(palette) [data-kind=Page]", containing: "Faults").click()
                try await stage.browser.wait(until: "location.hash === '#/faults'")
                let hasAddress = try await stage.browser.execute(
                    "return document.getElementById('place').checkVisibility()")
                #expect(hasAddress == .boolean(false), "the header of a phone has no addresses")
            }
        }

        @Test func `single keys lead to pages and press buttons, but not while somebody types`() async throws
        {
            try await ConsoleStage.run { stage in
                try await stage.conversation("team", .status, ["alice"], messages: [("alice", "Hello")])
                try await stage.browser.open("\(stage.url)/#/requests")
                try await stage.browser.wait(for: "[data-action=pause]", containing: "Pause")
                try await stage.browser.press("p")
                try await stage.browser.wait(for: "[data-action=pause][aria-pressed=true]")
                try await stage.browser.press("/")
                try await stage.browser.wait(
                    until: "document.activeElement.matches('[data-call-filter]')")
                for key in ["g", "r", "p", "?"] as [Key] { try await stage.browser.press(key) }
                try await stage.browser.wait(
                    until: "document.querySelector('[data-call-filter]').value === 'grp?'")
                #expect(
                    try await stage.browser.execute("return location.hash.startsWith('#/requests')")
                        == .boolean(true))
                try await stage.browser.execute("document.activeElement.blur()")
                try await stage.browser.press("g")
                try await stage.browser.press("t")
                try await stage.browser.wait(until: "location.hash === '#/tests'")
                try await stage.browser.press("?")
                try await stage.browser.wait(for: "dialog", containing: "On this page")
                try await stage.picture("keys")
                try await stage.browser.press("g")
                try await stage.browser.press("d")
                try await stage.browser.find("[data-uses-keys]").click()
                try await stage.browser.press(.escape)
                try await stage.browser.waitUntilGone("dialog")
                try await stage.browser.press("?")
                try await stage.browser.press("g")
                try await stage.browser.press("d")
                #expect(try await stage.browser.execute("return location.hash") == "#/tests")
                #expect(try await stage.browser.findAll("dialog").isEmpty)
                // The palette is no single key.
                try await openPalette(stage)
            }
        }

        @Test func `a theme and rules that are changed in one window show in the other`() async throws {
            try await ConsoleStage.run { stage in
                try await stage.browser.open("\(stage.url)/#/rules")
                try await stage.browser.wait(for: "[data-source] [data-line]")
                try await stage.browser.inOtherWindow {
                    try await stage.browser.open("\(stage.url)/#/requests")
                    try await stage.browser.wait(for: ".requests-page")
                    try await openPalette(stage)
                    try await type("theme dark", stage)
                    try await stage.browser.wait(
                        for: "\(palette) [aria-selected=true]", containing: "Theme: dark")
                    try await stage.browser.press(.enter)
                    try await stage.browser.wait(
                        until: "getComputedStyle(document.body).backgroundColor === 'rgb(13, 15, 18)'")
                    try await stage.browser.executeAsync(
                        """
                        const [project, done] = arguments;
                        const content = "service cloud.firestore { match /{p=**} { allow read: if 17 > 3; } }";
                        import("/shared/api.js").then(({ firestore }) => firestore("PUT", `/emulator/v1/projects/${project}:securityRules`, { rules: { files: [{ name: "r", content }] } })).then(done);
                        """, .string(ConsoleStage.project))
                }
                try await stage.browser.wait(
                    until: "getComputedStyle(document.body).backgroundColor === 'rgb(13, 15, 18)'")
                try await stage.browser.wait(for: "[data-source] [data-line]", containing: "17 > 3")
                // The choice outlives a reload, and is there before anything is drawn.
                try await stage.browser.reload()
                #expect(
                    try await stage.browser.execute("return document.documentElement.dataset.theme") == "dark"
                )
            }
        }

        @Test func `a wait of more than a moment shows in the header`() async throws {
            try await ConsoleStage.run { stage in
                try await stage.admin.document("rooms/r1").setData(["seats": 4])
                try await stage.browser.open("\(stage.url)/#/requests")
                try await stage.browser.wait(for: ".requests-page")
                try await stage.browser.waitUntilGone("#progress")
                try await stage.browser.executeAsync(
                    """
                    const [done] = arguments;
                    import("/shared/api.js").then(({ firestore }) => firestore("PUT", "/emulator/v1/faults", { faults: [{ latency: "2s", methods: ["ListDocuments", "GetDocument", "ListCollectionIds", "RunQuery"] }] })).then(done);
                    """)
                try await stage.browser.open("\(stage.url)/#/data/rooms/r1")
                try await stage.browser.wait(for: "#progress")
                #expect(
                    try await stage.browser.find("#progress").accessibleName == "Waiting for an answer")
                try await stage.browser.wait(for: "[data-field=seats]")
                try await stage.browser.find("[data-action=faults-off]").click()
                try await stage.browser.waitUntilGone("#progress")
            }
        }

        @Test func `no page weighs more than 150 kB`() async throws {
            let folder = try TemporaryFolder()
            let outbox = try Outbox(path: "\(folder.path)/outbox.sqlite")
            try await ConsoleStage.run(Set(ReceiptStore.allCases), outbox: outbox) { stage in
                try await stage.conversation(
                    "team", .status, ["alice", "bob"], messages: [("alice", "Hello")])
                for (page, sign) in [
                    ("chat", "[data-message]"), ("data/conversations/team", "[data-field]"),
                    ("tree", ".tree-body"), ("requests", ".requests-page"),
                    ("tree-requests", ".requests-page"), ("rules", "[data-line]"),
                    ("tree-rules", "[data-line]"), ("tests", ".tests-page"), ("worker", "[data-queued]"),
                    ("faults", "[data-preset]"), ("nowhere", ".unknown-page"),
                ] {
                    // The address without its end is another page to the browser, which then forgets what it has loaded.
                    try await stage.browser.open("about:blank")
                    try await stage.browser.open("\(stage.url)/#/\(page)")
                    try await stage.browser.wait(for: sign)
                    let weight = try await stage.browser.compressedWeight()
                    #expect(weight <= 150, "\(page)")
                    #expect(weight > 20, "\(page) has loaded something")
                }
            }
        }

        @Test func `a page loads only its own style sheets, and shows nothing before they apply`()
            async throws
        {
            try await ConsoleStage.run { stage in
                try await stage.browser.open("\(stage.url)/#/tests")
                try await stage.browser.wait(for: ".tests-page")
                let loaded = """
                    return performance.getEntriesByType("resource").map(({ name }) => new URL(name).pathname)
                      .filter((path) => /^\\/(chat|data|rules|tree|worker|faults|requests)\\//.test(path)).sort()
                    """
                #expect(try await stage.browser.execute(loaded) == ["/chat/drafts.js", "/chat/unsent.js"])
                try await stage.browser.open("\(stage.url)/#/data")
                try await stage.browser.wait(for: ".data-columns")
                let columns = try await stage.browser.execute(
                    "return getComputedStyle(document.querySelector('.data-columns')).display")
                #expect(columns == "grid")
            }
        }
    }
}
