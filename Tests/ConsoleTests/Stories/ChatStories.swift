import FirestoreClient
import JSONText
import ReadReceipts
import TestSupport
import Testing

extension BrowserStories {
    @Suite("The chat")
    struct ChatStories {
        /// The receipt beside a message: the symbol, its colour, and the text.
        typealias Receipt = (symbol: String, tint: String, text: String?)

        @Test(
            arguments: [
                (ReceiptSchema.status, ("doubleCheck", "grey", nil), ("doubleCheck", "blue", nil)),
                (.deliveredTo, ("none", "grey", "Delivered"), ("none", "grey", "Read at")),
                (.readBy, ("none", "grey", "Delivered"), ("none", "blue", "Read")),
                (.readAt, ("check", "grey", nil), ("check", "blue", nil)),
            ] as [(ReceiptSchema, Receipt, Receipt)])
        func
            `between two: sent, delivered while the other is away from the page, read when it has been seen for a second`(
                schema: ReceiptSchema, delivered: Receipt, read: Receipt
            ) async throws
        {
            try await ConsoleStage.run([schema.store]) { stage in
                try await stage.conversation(
                    "c1", schema, ["alice", "bob"], messages: [("alice", "First of all")])
                try await stage.open(schema, "c1", ["alice", "bob"])
                let first = stage.message("m0", of: "alice")
                // The whole page is on the screen: bob reads it without doing anything.
                try await stage.waitForReceipt(read.symbol, read.tint, read.text, beside: first)
                try await stage.flipNetwork(of: "bob")
                try await stage.browser.wait(for: "\(stage.device("bob"))[data-state=offline]")
                try await stage.send("Second 😀", from: "alice")
                let sent = try await stage.browser.wait(
                    for: "\(stage.device("alice")) [data-message][data-mine=true][data-sending=sent]",
                    containing: "Second 😀")
                let id = try #require(try await sent.attribute("data-message"))
                // Somebody else's app receives it for bob.
                _ = try await stage.service("bob", schema).markDelivered(
                    conversation: "c1", messageIDs: [MessageID(id)], user: "bob")
                let second = stage.message(id, of: "alice")
                try await stage.waitForReceipt(
                    delivered.symbol, delivered.tint, delivered.text, beside: second)
                try await stage.flipNetwork(of: "bob")
                try await stage.browser.wait(for: stage.message(id, of: "bob"), containing: "Second 😀")
                try await stage.waitForReceipt(read.symbol, read.tint, read.text, beside: second)
                // And the other way round.
                try await stage.send("Third", from: "bob")
                try await stage.browser.wait(
                    for: "\(stage.device("alice")) [data-message]:not([data-mine=true])", containing: "Third")
                try await stage.browser.wait(
                    for: "\(stage.device("bob")) [data-mine=true] .receipt[data-tint=\(read.tint)]",
                    containing: read.text)
                let received = try await stage.browser.findAll(
                    "\(stage.device("bob")) [data-message=\"\(id)\"] .receipt[data-symbol]")
                #expect(received.isEmpty, "bob sees no receipt beside what alice has sent")
                if schema == .deliveredTo {
                    let shown = try await stage.browser.execute(
                        "return [...document.querySelectorAll(arguments[0])].filter((e) => e.checkVisibility() && e.innerText.trim()).length",
                        .string("\(stage.device("alice")) .receipt[data-symbol]"))
                    #expect(shown == .number("1"), "only the newest message of one's own has a receipt")
                }
            }
        }

        @Test(
            arguments: [
                (
                    ReceiptSchema.status, ("doubleCheck", "grey", "Read by 1 of 3"),
                    ("doubleCheck", "grey", "Read by 2 of 3"), ("doubleCheck", "blue", nil)
                ),
                (
                    .deliveredTo, ("none", "grey", "Read by some users"),
                    ("none", "grey", "Read by some users"), ("none", "grey", "Read by all users")
                ),
                (
                    .readBy, ("none", "grey", "Read by 1/3"), ("none", "grey", "Read by 2/3"),
                    ("none", "blue", "Read by all")
                ),
                (
                    .readAt, ("none", "grey", "Read by 1/3"), ("none", "grey", "Read by 2/3"),
                    ("none", "blue", "Read by all")
                ),
            ] as [(ReceiptSchema, Receipt, Receipt, Receipt)])
        func `in a group: one after the other reads, and the open sheet follows`(
            schema: ReceiptSchema, one: Receipt, two: Receipt, all: Receipt
        ) async throws {
            try await ConsoleStage.run([schema.store]) { stage in
                try await stage.profiles([
                    "bob": "Bob Baker", "carol": "Carol Castillo", "dave": "Dave Dubois",
                ])
                try await stage.conversation(
                    "team", schema, ["alice", "bob", "carol", "dave"], title: "Team",
                    messages: [("alice", "The release is out!")])
                for user: UserID in ["bob", "carol", "dave"] {
                    _ = try await stage.service(user, schema).markDelivered(
                        conversation: "team", messageIDs: ["m0"], user: user)
                }
                try await stage.open(schema, "team", ["alice", "bob"])
                let message = stage.message("m0", of: "alice")
                try await stage.waitForReceipt(one.symbol, one.tint, one.text, beside: message)
                try await stage.browser.find("\(message) .receipt[data-symbol]").click()
                let sheet = "\(stage.device("alice")) .sheet[data-state=loaded]"
                try await stage.browser.wait(
                    for: "\(sheet) [data-section=read] [data-person=bob]", containing: "Bob Baker")
                try await stage.browser.wait(for: "\(sheet) [data-section=notRead] [data-person=carol]")
                try await stage.picture("sheet-\(schema.name)")
                _ = try await stage.service("carol", schema).markRead(
                    conversation: "team", messageIDs: ["m0"], user: "carol")
                try await stage.browser.wait(for: "\(sheet) [data-section=read] [data-person=carol]")
                try await stage.waitForReceipt(two.symbol, two.tint, two.text, beside: message)
                _ = try await stage.service("dave", schema).markRead(
                    conversation: "team", messageIDs: ["m0"], user: "dave")
                try await stage.browser.wait(for: sheet, containing: "All members")
                try await stage.browser.waitUntilGone("\(sheet) [data-section=notRead]")
                try await stage.browser.press(.escape)
                try await stage.browser.waitUntilGone("\(stage.device("alice")) .sheet")
                try await stage.waitForReceipt(all.symbol, all.tint, all.text, beside: message)
                // Recipients see no receipt beside a message, and so no details.
                let other = try await stage.browser.findAll(
                    "\(stage.message("m0", of: "bob")) button.receipt")
                #expect(other.isEmpty)
            }
        }

        @Test(arguments: [(ReceiptSchema.status, "doubleCheck"), (.readAt, "check")])
        func `a device without a connection keeps what was read, and reports it when it is back`(
            schema: ReceiptSchema, symbol: String
        ) async throws {
            try await ConsoleStage.run([schema.store], refusals: [503]) { stage in
                try await stage.conversation("c1", schema, ["alice", "bob"])
                try await stage.open(schema, "c1", ["alice", "bob"])
                try await stage.send("One", from: "alice")
                try await stage.browser.wait(for: "\(stage.device("bob")) [data-message]", containing: "One")
                try await stage.flipNetwork(of: "bob")
                try await stage.browser.wait(for: "\(stage.device("bob"))[data-state=offline]")
                try await stage.browser.wait(for: "\(stage.device("bob")) [data-queued=\"1\"]")
                try await stage.waitForReceipt(
                    symbol, "grey", beside: "\(stage.device("alice")) [data-message]")
                try await stage.picture("offline")
                try await stage.send("Are you there?", from: "bob")
                try await stage.browser.wait(
                    for: "\(stage.device("bob")) [data-sending=pending]", containing: "Are you there?")
                try await stage.flipNetwork(of: "bob")
                try await stage.waitForReceipt(
                    symbol, "blue", beside: "\(stage.device("alice")) [data-message]")
                // The banner disappears once everything is reported, and the content below it moves up.
                try await stage.browser.waitUntilGone("\(stage.device("bob")) .pane-banner")
                try await stage.browser.wait(
                    for: "\(stage.device("alice")) [data-message]", containing: "Are you there?")
                try await stage.browser.waitUntilGone("\(stage.device("bob")) [data-sending=pending]")
            }
        }

        @Test func `hostile texts are texts, wherever they stand`() async throws {
            let markup = #"<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>"#
            let id = "a<b>\"'&{{x}}"
            try await ConsoleStage.run { stage in
                try await stage.profiles([
                    "bob": "<b>Bob</b> \u{202E}desrever", "carol": "\"><svg onload=window.hacked=1>",
                    "alice": "javascript:window.hacked=1",
                ])
                try await stage.admin.document("users/dave").setData([
                    "displayName": "Dave", "photoURL": "javascript:window.hacked=1",
                ])
                try await stage.conversation(
                    "c1", .status, ["alice", "bob", "carol", "dave", id], title: markup,
                    messages: [
                        ("bob", markup), ("alice", "</textarea>\(markup)\u{202E}abc"),
                        (id, "javascript:window.hacked=1"),
                    ])
                try await stage.open(.status, "c1", ["alice", "bob"])
                try await stage.browser.wait(for: stage.message("m0", of: "alice"), containing: markup)
                try await stage.browser.wait(for: "\(stage.device("alice")) h2", containing: "<img src=x")
                try await stage.browser.wait(for: "\(stage.message("m1", of: "alice")) button.receipt")
                    .click()
                try await stage.browser.wait(
                    for: "\(stage.device("alice")) .sheet [data-person=carol]", containing: "\"><svg onload")
                try await stage.picture("hostile")
                for page in ["data/conversations/c1/messages/m0", "rules"] {
                    try await stage.browser.open("\(stage.url)/#/\(page)")
                    try await stage.browser.wait(for: "[data-page]")
                }
                try await stage.browser.open("\(stage.url)/#/data/conversations/c1/messages/m0")
                try await stage.browser.wait(for: "[data-field=text]", containing: "<img src=x")
                let traces = try await stage.browser.execute(
                    "return [window.hacked ?? null, document.querySelectorAll('main img, main script, main svg[onload]').length]"
                )
                #expect(traces == [.null, .number("0")])
            }
        }

        @Test(arguments: [20, 500]) func `the sheet of a large group names everybody`(count: Int) async throws
        {
            try await ConsoleStage.run { stage in
                let members = ["alice"] + (1..<count).map { "user\($0)" }
                for start in stride(from: 0, to: members.count, by: 400) {
                    let part = members[start..<min(start + 400, members.count)]
                    try await stage.profiles(
                        Dictionary(uniqueKeysWithValues: part.map { ($0, "Person \($0)") }))
                }
                try await stage.conversation(
                    "big", .status, members, title: "All of us", messages: [("alice", "Hello all")])
                try await stage.open(.status, "big", ["alice"])
                let message = stage.message("m0", of: "alice")
                try await stage.browser.wait(for: "\(message) button.receipt").click()
                try await stage.browser.wait(
                    for: "\(stage.device("alice")) .sheet[data-state=loaded]",
                    containing: "0 of \(count - 1) members")
                try await stage.browser.wait(
                    until:
                        "document.querySelectorAll('[data-section=notRead] [data-person]').length === \(count - 1)"
                )
                _ = try await stage.service("user7").markRead(
                    conversation: "big", messageIDs: ["m0"], user: "user7")
                try await stage.browser.wait(
                    for: "\(stage.device("alice")) [data-section=read] [data-person=user7]",
                    containing: "Person user7")
                try await stage.waitForReceipt(
                    "doubleCheck", "grey", "Read by 1 of \(count - 1)", beside: message)
            }
        }

        @Test func `ten thousand messages are scrolled through with few of them on the page`() async throws {
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
                let scroller = "\(stage.device("alice")) [data-list]"
                let count = try await stage.browser.executeAsync(
                    """
                    const [selector, done] = arguments;
                    const list = document.querySelector(selector);
                    let most = 0;
                    const step = () => {
                      most = Math.max(most, list.querySelectorAll("[data-message]").length);
                      if (list.querySelector('[data-message="m0"]')) { done(most); return; }
                      list.scrollTop = Math.max(0, list.scrollTop - 6000);
                      requestAnimationFrame(() => setTimeout(step, 0));
                    };
                    step();
                    """, .string(scroller))
                guard case .number(let digits) = count, let most = Int(digits) else {
                    Issue.record("no count: \(count)")
                    return
                }
                #expect((5...120).contains(most), "at most \(most) messages were on the page at a time")
                try await stage.browser.wait(for: stage.message("m0", of: "alice"), containing: "Message 0")
            }
        }

        @Test func `all can be done with the keyboard`() async throws {
            try await ConsoleStage.run { stage in
                try await stage.conversation(
                    "team", .status, ["alice", "bob", "carol"], title: "Team", messages: [("alice", "Hello")])
                try await stage.open(.status, "team", ["alice", "bob"])
                try await stage.browser.wait(for: "\(stage.message("m0", of: "alice")) button.receipt")
                /// Presses Tab, or Shift+Tab, until the focused element matches.
                func tab(to css: String, isBack: Bool = false) async throws {
                    for _ in 0..<60 {
                        if isBack {
                            try await stage.browser.press(.tab, holding: .shift)
                        } else {
                            try await stage.browser.press(.tab)
                        }
                        let matches = try await stage.browser.execute(
                            "return document.activeElement.matches(arguments[0]) && getComputedStyle(document.activeElement).outlineStyle !== 'none'",
                            .string(css))
                        if matches == .boolean(true) { return }
                    }
                    Issue.record("Tab never leads to \(css), or its focus is not to be seen")
                }
                try await tab(to: "\(stage.device("alice")) [data-composer]")
                try await stage.browser.type("From the keyboard")
                try await stage.browser.press(.enter)
                try await stage.browser.wait(
                    for: "\(stage.device("bob")) [data-message]", containing: "From the keyboard")
                try await tab(to: "\(stage.device("bob")) [data-action=offline]")
                try await stage.browser.press(.space)
                try await stage.browser.wait(for: "\(stage.device("bob"))[data-state=offline]")
                try await stage.browser.press(.space)
                try await stage.browser.wait(for: "\(stage.device("bob"))[data-state=open]")
                try await tab(to: "\(stage.device("alice")) button.receipt", isBack: true)
                try await stage.browser.press(.enter)
                try await stage.browser.wait(for: "\(stage.device("alice")) .sheet[data-state=loaded]")
                let inside = try await stage.browser.execute(
                    "return document.activeElement.closest('.sheet') !== null")
                #expect(inside == .boolean(true))
                try await stage.browser.press(.escape)
                try await stage.browser.waitUntilGone("\(stage.device("alice")) .sheet")
                let back = try await stage.browser.execute(
                    "return document.activeElement.matches('button.receipt')")
                #expect(back == .boolean(true), "the focus is where it was")
            }
        }

        @Test func `screen readers hear what the receipts say`() async throws {
            try await ConsoleStage.run { stage in
                try await stage.conversation("c1", .status, ["alice", "bob"])
                try await stage.open(.status, "c1", ["alice", "bob"])
                try await stage.send("Hi", from: "alice")
                try await stage.waitForReceipt(
                    "doubleCheck", "blue", beside: "\(stage.device("alice")) [data-message]")
                let receipt = try await stage.browser.find("\(stage.device("alice")) .receipt[data-symbol]")
                #expect(try await receipt.accessibleName == "Message read")
                let control = try await stage.browser.find("\(stage.device("bob")) [data-action=offline]")
                #expect(try await control.role == "switch")
                #expect(try await !control.accessibleName.isEmpty)
                #expect(
                    try await stage.browser.find("\(stage.device("bob")) [data-composer]").accessibleName
                        .contains("bob"))
            }
        }

        @Test(arguments: [ReceiptStore.firestore, .realtimeDatabase])
        func `an empty database offers samples`(store: ReceiptStore) async throws {
            try await ConsoleStage.run([store]) { stage in
                try await stage.browser.open(stage.url)
                try await stage.browser.wait(for: "[data-sample], [data-action=sample]").click()
                try await stage.browser.wait(for: "section[data-pane][data-state=open]")
                try await stage.browser.wait(for: "[data-conversation]", containing: "Release team")
            }
        }
    }
}
