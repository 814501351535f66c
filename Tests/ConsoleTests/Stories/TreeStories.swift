import JSONText
import ReadReceipts
import RealtimeDatabase
import TestSupport
import Testing

extension BrowserStories {
    @Suite("The tree")
    struct TreeStories {
        /// The item of a path.
        private func node(_ path: String) -> String { "[role=treeitem][data-node=\"\(path)\"]" }

        /// The line of a path, without its children.
        private func line(_ path: String) -> String { "\(node(path)) > .node-line" }

        @Test func `a tree opens on demand, and shows changes by others`() async throws {
            try await ConsoleStage.run([.realtimeDatabase]) { stage in
                try await stage.database.reference().setValue([
                    "rooms": ["blue": ["seats": 4, "readBy": ["bob": 1_767_355_200_000]]],
                    "users": ["alice": ["name": "Alice"]],
                ])
                try await stage.browser.open("\(stage.url)/#/tree")
                try await stage.browser.wait(for: line("rooms"), containing: "1 child").click()
                try await stage.browser.wait(for: line("rooms/blue"), containing: "2 children").click()
                try await stage.browser.wait(for: line("rooms/blue/seats"), containing: "4")
                #expect(try await stage.browser.findAll(node("users/alice")).isEmpty)
                try await stage.browser.wait(for: line("rooms/blue/readBy")).click()
                try await stage.browser.wait(
                    for: line("rooms/blue/readBy/bob"), containing: "2026-01-02 12:00:00 UTC")
                try await stage.picture("tree")
                // Somebody else writes.
                try await stage.browser.execute(
                    """
                    window.marked = new Set();
                    const mark = () => document.querySelectorAll(".node-line.changed").forEach((line) => window.marked.add(line.parentElement.dataset.node));
                    new MutationObserver(mark).observe(document.querySelector(".node-tree"), { subtree: true, childList: true });
                    document.activeElement.wasHere = true;
                    """)
                try await stage.database.reference(withPath: "rooms/blue/seats").setValue(5)
                try await stage.browser.wait(for: line("rooms/blue/seats"), containing: "5")
                try await stage.database.reference(withPath: "rooms/green").setValue(true)
                try await stage.browser.wait(for: line("rooms/green"), containing: "true")
                #expect(
                    try await stage.browser.execute("return [...window.marked].sort().join()")
                        == "rooms/blue/seats,rooms/green")
                // What has not changed stays as it is, with the focus.
                let focus =
                    "return [document.activeElement.dataset.node, document.activeElement.wasHere ?? false].join()"
                #expect(try await stage.browser.execute(focus) == "rooms/blue/readBy,true")
                try await stage.database.reference(withPath: "rooms/blue").removeValue()
                try await stage.browser.waitUntilGone(node("rooms/blue"))
                #expect(try await stage.browser.execute(focus) == "rooms,false")
            }
        }

        @Test func `items come, go and change in their order, and one of them is selected`() async throws {
            try await ConsoleStage.run([.realtimeDatabase], refusals: [502]) { stage in
                let rooms = stage.database.reference(withPath: "rooms")
                try await rooms.setValue(["amber": ["seats": 4], "cyan": true])
                try await stage.browser.open("\(stage.url)/#/tree")
                try await stage.browser.wait(for: line("rooms")).click()
                try await stage.browser.wait(for: line("rooms/cyan"), containing: "true").click()
                func wait(forKeys keys: String) async throws {
                    let script =
                        "[...document.querySelectorAll('[data-node]')].map((one) => one.dataset.node)"
                    try await stage.browser.wait(until: "\(script).join(' ') === '\(keys)'")
                }
                try await wait(forKeys: " rooms rooms/amber rooms/cyan")
                try await rooms.child("blue").setValue(5)
                try await wait(forKeys: " rooms rooms/amber rooms/blue rooms/cyan")
                // A closed item says how much there is below it.
                try await rooms.child("amber/doors").setValue(2)
                try await stage.browser.wait(for: line("rooms/amber"), containing: "2 children").click()
                try await wait(
                    forKeys: " rooms rooms/amber rooms/amber/doors rooms/amber/seats rooms/blue rooms/cyan")
                #expect(try await stage.browser.findAll("[aria-selected]").count == 1)
                #expect(try await stage.browser.findAll(".node-tree [tabindex='0']").count == 1)
                try await stage.browser.find(line("rooms/amber")).click()
                try await wait(forKeys: " rooms rooms/amber rooms/blue rooms/cyan")
                // What cannot be read says so, until it can be again.
                stage.setOutage(true)
                try await rooms.child("blue").setValue(6)
                try await stage.browser.wait(for: "\(line("")) .node-problem", containing: "no connection")
                stage.setOutage(false)
                try await stage.browser.wait(for: line("rooms/blue"), containing: "6")
                try await stage.browser.waitUntilGone(".node-problem")
            }
        }

        @Test func `a value is edited, a child is added, and deleting asks`() async throws {
            // An existing child is not overwritten.
            try await ConsoleStage.run([.realtimeDatabase], refusals: [412]) { stage in
                try await stage.database.reference().setValue(["rooms": ["seats": 4]])
                try await stage.browser.open("\(stage.url)/#/tree/rooms")
                try await stage.browser.wait(for: line("rooms/seats")).click()
                try await stage.browser.wait(for: "[data-action=edit-value]").click()
                let value = "dialog [name=value]"
                try await stage.write("a dozen", into: value)
                try await stage.browser.find("[data-action=save-value]").click()
                try await stage.browser.wait(for: "dialog .field-problem", containing: "Enter a number")
                try await stage.write("12", into: value)
                // Somebody else is faster.
                try await stage.database.reference(withPath: "rooms/seats").setValue(5)
                try await stage.browser.find("[data-action=save-value]").click()
                try await stage.browser.wait(for: "dialog .error", containing: "It is now 5")
                #expect(
                    try await stage.database.reference(withPath: "rooms/seats").getData().databaseValue == 5)
                try await stage.browser.find("[data-action=save-value]").click()
                try await stage.browser.waitUntilGone("dialog")
                try await stage.browser.wait(for: line("rooms/seats"), containing: "12")
                #expect(
                    try await stage.database.reference(withPath: "rooms/seats").getData().databaseValue == 12)

                try await stage.browser.wait(for: line("rooms")).click()
                try await stage.browser.wait(for: "[data-action=add-child]").click()
                try await stage.write("seats", into: "dialog [data-key]")
                try await stage.browser.find("dialog [name=type] [value=json]").click()
                try await stage.write(#"{"at": {".sv": "timestamp"}}"#, into: value)
                try await stage.browser.find("[data-action=save-value]").click()
                try await stage.browser.wait(for: "dialog .error", containing: "already exists")
                try await stage.write("doors", into: "dialog [data-key]")
                try await stage.browser.find("[data-action=save-value]").click()
                try await stage.browser.wait(for: "\(node("rooms/doors"))[aria-selected]")
                #expect(try await stage.database.reference(withPath: "rooms/doors/at").getData().exists())
                try await stage.browser.wait(for: "[data-action=delete-node]").click()
                try await stage.browser.wait(
                    for: "dialog", containing: "/rooms/doors will be deleted permanently")
                try await stage.picture("tree-delete")
                try await stage.browser.find("dialog [data-action=cancel]").click()
                try await stage.browser.waitUntilGone("dialog")
                #expect(try await stage.database.reference(withPath: "rooms/doors").getData().exists())
                try await stage.browser.find("[data-action=delete-node]").click()
                try await stage.browser.wait(for: "dialog [data-action=confirm]").click()
                try await stage.browser.waitUntilGone(node("rooms/doors"))
                #expect(
                    try await stage.database.reference(withPath: "rooms/doors").getData().exists() == false)
            }
        }

        @Test func `keys and values are shown as text, never as markup`() async throws {
            let markup = "<img src=x onerror=\"hacked=1\">"
            try await ConsoleStage.run([.realtimeDatabase]) { stage in
                try await stage.database.reference().setValue(
                    .object([markup: .string("<b>\(markup)</b>\u{202E}")]))
                try await stage.browser.open("\(stage.url)/#/tree")
                try await stage.browser.wait(
                    for: "[role=treeitem] .node-value", containing: "<b>\(markup)</b>"
                )
                .click()
                try await stage.browser.wait(for: ".tree-pane h2", containing: markup)
                try await stage.browser.find("[data-action=delete-node]").click()
                try await stage.browser.wait(for: "dialog", containing: markup)
                #expect(try await stage.browser.findAll("img, .node-value b").isEmpty)
                try await stage.browser.find("[data-action=cancel]").click()
                // The path is part of the address, and of a request.
                let hash = try await stage.browser.execute(
                    "location.hash = `#/tree/${encodeURIComponent(arguments[0])}`; return location.hash",
                    .string(markup))
                #expect(hash.string?.contains("<") == false)
                try await stage.browser.wait(for: ".crumbs [aria-current]", containing: markup)
                try await stage.browser.wait(for: "[role=treeitem] .node-value", containing: "<b>")
                #expect(try await stage.browser.execute("return typeof hacked") == "undefined")
            }
        }

        @Test func `of thousands of children, those on the screen are read`() async throws {
            try await ConsoleStage.run([.realtimeDatabase]) { stage in
                let many = Dictionary((1000..<4000).map { ("k\($0)", DatabaseValue.number(Double($0))) }) {
                    $1
                }
                try await stage.database.reference(withPath: "many").setValue(DatabaseValue.object(many))
                try await stage.browser.open("\(stage.url)/#/tree")
                try await stage.browser.wait(for: line("many")).click()
                try await stage.browser.wait(for: line("many/k1049"))
                for count in [100, 200, 400, 800, 1600, 3000] {
                    try await stage.browser.find("[data-more] .node-line").click()
                    try await stage.browser.wait(
                        until: "document.querySelectorAll('[data-node]').length === \(count + 2)")
                }
                #expect(try await stage.browser.findAll("[data-more]").isEmpty)
                let mostAreUnread = """
                    [...document.querySelectorAll('.node-count')].filter((one) => one.textContent === '…').length > 2000
                    """
                try await stage.browser.wait(until: mostAreUnread)
                try await stage.browser.execute("document.querySelector('[role=treeitem]').focus()")
                try await stage.browser.press(.end)
                try await stage.browser.wait(for: line("many/k3999"), containing: "3999")
                // What has come onto the screen shows at once, and what changes there, too.
                try await stage.database.reference(withPath: "many/k3998").setValue("changed")
                try await stage.browser.wait(for: line("many/k3998"), containing: "changed")
                try await stage.browser.wait(until: mostAreUnread)
                try await stage.picture("tree-thousands")
            }
        }

        @Test func `long lists load in parts, with the keyboard alone`() async throws {
            try await ConsoleStage.run([.realtimeDatabase]) { stage in
                let many = Dictionary((100..<160).map { ("k\($0)", DatabaseValue.number(Double($0))) }) { $1 }
                try await stage.database.reference().setValue(["many": .object(many), "zebra": "last"])
                try await stage.browser.open("\(stage.url)/#/tree")
                try await stage.browser.wait(for: line("many"), containing: "more than 50 children")
                func focused(_ path: String) async throws {
                    try await stage.browser.wait(
                        until: "document.activeElement.dataset.node === '\(path)'")
                }
                try await stage.browser.execute("document.querySelector('\(node("many"))').focus()")
                try await stage.browser.press(.right)
                try await stage.browser.wait(for: line("many/k149"))
                #expect(try await stage.browser.findAll(node("many/k150")).isEmpty)
                try await stage.browser.press(.right)
                try await focused("many/k100")
                try await stage.browser.press(.end)
                try await focused("zebra")
                try await stage.browser.press(.up)
                try await stage.browser.wait(until: "document.activeElement.dataset.more === 'many'")
                // Changes elsewhere do not move the focus.
                try await stage.database.reference(withPath: "zebra").setValue("final")
                try await stage.browser.wait(for: line("zebra"), containing: "final")
                try await stage.browser.wait(until: "document.activeElement.dataset.more === 'many'")
                try await stage.browser.press(.enter)
                try await focused("many/k150")
                try await stage.browser.wait(for: line("many/k159"))
                #expect(try await stage.browser.findAll("[data-more]").isEmpty)
                try await stage.browser.press(.enter)
                let field = try await stage.browser.wait(for: "dialog [name=value]")
                #expect(try await field.accessibleName == "Value")
                try await stage.browser.press(.escape)
                try await stage.browser.waitUntilGone("dialog")
                try await focused("many/k150")
                try await stage.browser.press(.left)
                try await focused("many")
                try await stage.browser.press(.left)
                try await stage.browser.wait(for: "\(node("many"))[aria-expanded=false]")
                let item = try await stage.browser.find(node("zebra"))
                #expect(try await item.role == "treeitem")
                #expect(try await item.accessibleName == "zebra: final, string")
            }
        }
    }
}
