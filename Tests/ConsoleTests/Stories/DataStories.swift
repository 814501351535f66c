import FirestoreClient
import TestSupport
import Testing

extension BrowserStories {
    @Suite("The data")
    struct DataStories {
        @Test func `documents are created, changed and deleted, and show changes by others`() async throws {
            try await ConsoleStage.run { stage in
                try await stage.admin.document("rooms/blue").setData(["seats": 4, "name": "Blue room"])
                try await stage.browser.open("\(stage.url)/#/data")
                try await stage.browser.wait(for: "[data-collection=rooms]").click()
                try await stage.browser.wait(for: "[data-document=\"rooms/blue\"]").click()
                try await stage.browser.wait(for: "[data-field=seats]", containing: "4")
                try await stage.picture("data")
                // Somebody else writes.
                try await stage.admin.document("rooms/blue").updateData(["seats": 5])
                try await stage.browser.wait(for: "[data-field=seats]", containing: "5")
                try await stage.admin.document("rooms/green").setData(["seats": 9_007_199_254_740_993])
                try await stage.browser.wait(for: "[data-document=\"rooms/green\"]").click()
                try await stage.browser.wait(for: "[data-field=seats]", containing: "9007199254740993")
                try await stage.browser.wait(for: "[data-action=delete-document]").click()
                try await stage.browser.wait(for: "[data-action=confirm]").click()
                try await stage.browser.waitUntilGone("[data-document=\"rooms/green\"]")
                #expect(try await stage.admin.document("rooms/green").getDocument().exists == false)
            }
        }

        @Test func `a document is added field by field, and edited`() async throws {
            try await ConsoleStage.run { stage in
                try await stage.admin.document("rooms/blue").setData(["seats": 4])
                try await stage.browser.open("\(stage.url)/#/data/rooms")
                try await stage.browser.wait(for: "[data-action=add-document]").click()
                let dialog = ".data-dialog"
                try await stage.browser.wait(for: "\(dialog) [data-id=\"Document id\"]").type("green")
                try await stage.browser.find("\(dialog) .editor-name").type("seats")
                try await stage.browser.find("\(dialog) .editor-type [value=integer]").click()
                let value = "[data-field=seats] .editor-content input"
                try await stage.browser.find("\(dialog) \(value)").type("a dozen")
                try await stage.browser.find("\(dialog) [data-action=save-document]").click()
                try await stage.browser.wait(for: "\(dialog) .field-problem")
                try await stage.browser.find("\(dialog) \(value)").clear()
                try await stage.browser.find("\(dialog) \(value)").type("12")
                try await stage.picture("data-add")
                try await stage.browser.find("\(dialog) [data-action=save-document]").click()
                try await stage.browser.wait(
                    for: "[data-open-document=\"rooms/green\"] [data-field=seats]", containing: "12")
                try await stage.browser.wait(for: "[data-document=\"rooms/green\"]")
                let added = try await stage.admin.document("rooms/green").getDocument()
                #expect(added.get("seats") as? Int == 12)
                try await stage.browser.wait(for: "[data-action=edit-document]").click()
                let field = try await stage.browser.wait(for: "#document-form \(value)")
                try await field.clear()
                try await field.type("13")
                try await stage.browser.find("[data-action=save-document]").click()
                try await stage.browser.waitUntilGone("#document-form")
                try await stage.browser.wait(for: ".document-pane [data-field=seats]", containing: "13")
                let edited = try await stage.admin.document("rooms/green").getDocument()
                #expect(edited.get("seats") as? Int == 13)
            }
        }

        @Test
        func `an editor shows what others have changed meanwhile, and overwrites nothing unasked`()
            async throws
        {
            try await ConsoleStage.run(refusals: [400, 409]) { stage in
                let room = stage.admin.document("rooms/blue")
                try await room.setData(["name": "Blue room", "seats": 4])
                try await stage.browser.open("\(stage.url)/#/data/rooms/blue")
                try await stage.browser.wait(for: "[data-action=edit-document]").click()
                try await stage.browser.wait(for: "#document-form [data-field=name] textarea").type(
                    " (large)")
                try await room.updateData(["seats": 5])
                try await stage.browser.wait(
                    for: "[data-conflict]", containing: "Your changes are not affected")
                try await stage.browser.find("[data-action=keep-mine]").click()
                try await stage.browser.waitUntilGone("[data-conflict]")
                try await room.updateData(["name": "Navy room"])
                try await stage.browser.wait(for: "[data-conflict]", containing: "Both versions changed name")
                try await stage.picture("data-conflict")
                // Saving anyway changes nothing: the edited version is no longer the newest.
                try await stage.browser.find("[data-action=save-document]").click()
                try await stage.browser.wait(
                    until: "!document.querySelector('[data-action=save-document]').disabled")
                #expect(try await room.getDocument().get("name") as? String == "Navy room")
                try await stage.browser.wait(for: "[data-conflict] [data-action=keep-mine]").click()
                try await stage.browser.waitUntilGone("[data-conflict]")
                try await stage.browser.find("[data-action=save-document]").click()
                try await stage.browser.waitUntilGone("#document-form")
                let saved = try await room.getDocument()
                #expect(saved.get("name") as? String == "Blue room (large)")
                #expect(saved.get("seats") as? Int == 5)
            }
        }

        @Test func `documents are filtered and ordered`() async throws {
            try await ConsoleStage.run { stage in
                for (room, seats) in ["blue": 4, "green": 12, "red": 30] {
                    try await stage.admin.document("rooms/\(room)").setData(["seats": seats])
                }
                /// Waits until exactly these documents are listed.
                func list(_ rooms: String) async throws {
                    try await stage.browser.wait(
                        until: "[...document.querySelectorAll('[data-document]')]"
                            + ".map((row) => row.dataset.document.slice(6)).join() === '\(rooms)'")
                }
                try await stage.browser.open("\(stage.url)/#/data/rooms")
                try await list("blue,green,red")
                try await stage.browser.wait(for: "[data-action=filter]").click()
                let form = "form[data-filter]"
                try await stage.browser.wait(for: "\(form) [aria-label=\"Field to filter by\"]").type("seats")
                try await stage.browser.find("\(form) [aria-label=Operator] [value=GREATER_THAN]").click()
                try await stage.browser.find("\(form) .filter-value .editor-type [value=integer]").click()
                try await stage.browser.find("\(form) .filter-value .editor-content input").type("10")
                try await stage.browser.find("\(form) [aria-label=\"Field to order by\"]").type("seats")
                try await stage.browser.find("\(form) [aria-label=Direction] [value=DESCENDING]").click()
                try await stage.browser.find("\(form) [data-action=apply-filter]").click()
                try await list("red,green")
                try await stage.browser.wait(for: ".filter-summary", containing: "seats > 10 · by seats ↓")
                try await stage.browser.wait(for: ".filter-summary [data-action=clear-filter]").click()
                try await list("blue,green,red")
            }
        }

        @Test func `Enter in a field of the filter applies it, and Shift+Enter adds a line`() async throws {
            try await ConsoleStage.run { stage in
                for room in ["blue", "green"] {
                    try await stage.admin.document("rooms/\(room)").setData(["name": room])
                }
                try await stage.browser.open("\(stage.url)/#/data/rooms")
                try await stage.browser.wait(for: "[data-document=\"rooms/green\"]")
                try await stage.browser.find("[data-action=filter]").click()
                let form = "form[data-filter]"
                try await stage.browser.wait(for: "\(form) [aria-label=\"Field to filter by\"]").type("name")
                try await stage.browser.find("\(form) .filter-value textarea").type("green")
                try await stage.browser.press(.enter)
                try await stage.browser.waitUntilGone("[data-document=\"rooms/blue\"]")
                try await stage.browser.wait(for: "[data-document=\"rooms/green\"]")
                try await stage.browser.wait(for: ".filter-summary", containing: "name == \"green\"")
            }
        }

        @Test func `two thousand documents load in a few steps, with few of them on the page`() async throws {
            try await ConsoleStage.run { stage in
                for start in stride(from: 0, to: 2000, by: 500) {
                    let batch = stage.admin.batch()
                    for number in start..<start + 500 {
                        batch.setData(
                            ["n": number], forDocument: stage.admin.document("rows/r\(10_000 + number)"))
                    }
                    try await batch.commit()
                }
                try await stage.browser.open("\(stage.url)/#/data/rows")
                try await stage.browser.wait(for: "[data-document=\"rows/r10000\"]")
                for (loaded, text) in [
                    (100, "100"), (200, "200"), (400, "400"), (800, "800"), (1600, "1,600"), (2000, "2,000"),
                ] {
                    try await stage.browser.find("[data-action=load-more]").click()
                    // The first of the new ones has the focus.
                    try await stage.browser.wait(
                        until:
                            "document.activeElement.dataset.document === 'rows/r\(10_000 + loaded - (loaded == 2000 ? 400 : loaded / 2))'"
                    )
                    let status = "\(text) documents\(loaded == 2000 ? "" : ", and more")"
                    try await stage.browser.wait(
                        until:
                            "document.querySelector('.documents-pane > [role=status]').textContent === '\(status)'"
                    )
                }
                try await stage.browser.waitUntilGone("[data-action=load-more]")
                let rows = "[...document.querySelectorAll('[data-document]')]"
                try await stage.browser.execute(
                    "document.querySelector('.documents-pane .data-pane-body').scrollTop = 1e9")
                try await stage.browser.wait(for: "[data-document=\"rows/r11999\"]")
                try await stage.browser.wait(until: "\(rows).length < 120")
                // The row with the focus is out of view, but the focus is still in the list.
                try await stage.browser.wait(
                    until: "document.activeElement.matches('.documents-pane .data-pane-body')")
                // A change shows, and moves nothing.
                let place =
                    "document.querySelector('[data-document=\"rows/r11999\"]').getBoundingClientRect().top"
                let before = try await stage.browser.execute("return \(place)")
                try await stage.admin.document("rows/r11998").setData(["n": -1])
                try await stage.browser.wait(for: "[data-document=\"rows/r11998\"]", containing: "n: -1")
                #expect(try await stage.browser.execute("return \(place)") == before)
                try await stage.browser.find("[data-action=select]").click()
                try await stage.browser.find("[data-action=select-all]").click()
                try await stage.browser.wait(for: ".selection-count", containing: "2000 selected")
                try await stage.browser.wait(
                    until: "[...document.querySelectorAll('[data-select]')].every((box) => box.checked)")
                try await stage.browser.execute(
                    "document.querySelector('.documents-pane .data-pane-body').scrollTop = 0")
                try await stage.browser.wait(for: "[data-document=\"rows/r10000\"]")
                try await stage.browser.wait(until: "document.querySelector('[data-select=r10000]').checked")
            }
        }

        @Test func `notices say what was saved, deleted and copied`() async throws {
            try await ConsoleStage.run { stage in
                try await stage.admin.document("rooms/blue").setData(["seats": 4])
                try await stage.browser.session.allowClipboard()
                try await stage.browser.open("\(stage.url)/#/data/rooms/blue")
                try await stage.browser.wait(for: "[data-action=edit-document]").click()
                let field = try await stage.browser.wait(
                    for: "#document-form [data-field=seats] .editor-content input")
                try await field.clear()
                try await field.type("13")
                try await stage.browser.find("[data-action=save-document]").click()
                try await stage.browser.wait(for: "[data-notice=done]", containing: "Saved rooms/blue")
                #expect(try await stage.browser.find("[data-notices]").role == "status")
                try await stage.picture("data-saved")
                try await stage.browser.wait(for: "[data-action=copy-path]").click()
                try await stage.browser.wait(for: "[data-notice]", containing: "Copied the path")
                try await stage.browser.wait(for: "[data-action=copy-reference]").click()
                try await stage.browser.wait(for: "[data-notice]", containing: "Copied the reference")
                #expect(
                    try await stage.browser.execute("return navigator.clipboard.readText()")
                        == "projects/demo-receipts/databases/(default)/documents/rooms/blue")
                try await stage.browser.wait(for: "[data-action=delete-document]").click()
                try await stage.browser.wait(for: "[data-action=confirm]").click()
                try await stage.browser.wait(for: "[data-notice=done]", containing: "Deleted rooms/blue")
            }
        }

        @Test func `a list adds up, all of it or what an id begins with, also beside a document`()
            async throws
        {
            try await ConsoleStage.run { stage in
                for (room, seats) in ["blue": 4, "green": 12, "grey": 30] {
                    try await stage.admin.document("rooms/\(room)").setData(["seats": seats])
                }
                try await stage.admin.document("rooms/attic").setData(["floor": 3])
                try await stage.browser.open("\(stage.url)/#/data/rooms/green?totals=seats")
                // The number is that of the list, with the attic, which has no seats to add up.
                try await stage.browser.wait(
                    for: "[data-totals]", containing: "Documents\n4\nSum\n46\nAverage\n15.3")
                try await stage.browser.open("\(stage.url)/#/data/rooms?id=gr&totals=seats")
                try await stage.browser.wait(
                    for: "[data-totals]", containing: "Documents\n2\nSum\n42\nAverage\n21")
            }
        }

        @Test
        func `several filters and orders narrow a list, which adds up and shows its code and its index`()
            async throws
        {
            try await ConsoleStage.run { stage in
                for (room, seats) in ["blue": 4, "green": 12, "red": 30] {
                    try await stage.admin.document("rooms/\(room)").setData(
                        ["seats": seats, "floor": seats < 20 ? 1 : 2])
                }
                let filters = "where=floor&is=EQUAL&value=%7B%22integerValue%22%3A%221%22%7D"
                try await stage.browser.open("\(stage.url)/#/data/rooms?\(filters)")
                try await stage.browser.waitUntilGone("[data-document=\"rooms/red\"]")
                try await stage.browser.wait(for: "[data-action=filter]").click()
                let form = "form[data-filter]"
                try await stage.browser.wait(for: "\(form) [data-action=add-filter-line]").click()
                let second = "\(form) .filter-group:first-of-type .filter-line:nth-child(2)"
                try await stage.browser.wait(for: "\(second) [aria-label=\"Field to filter by\"]").type(
                    "seats")
                try await stage.browser.find("\(second) [aria-label=Operator] [value=GREATER_THAN]").click()
                try await stage.browser.find("\(second) .editor-type [value=integer]").click()
                try await stage.browser.find("\(second) .editor-content input").type("5")
                try await stage.browser.find("\(form) [aria-label=\"Field to order by\"]").type("seats")
                try await stage.browser.find("\(form) [data-action=apply-filter]").click()
                try await stage.browser.wait(
                    for: ".filter-summary", containing: "floor == 1 · seats > 5 · by seats ↑")
                try await stage.browser.waitUntilGone("[data-document=\"rooms/blue\"]")
                try await stage.browser.find("[data-action=totals]").click()
                try await stage.browser.wait(for: "[data-totals]", containing: "1")
                try await stage.browser.find("[data-total-field]").type("seats")
                try await stage.browser.press(.enter)
                try await stage.browser.wait(for: "[data-totals]", containing: "Average\n12")
                try await stage.admin.document("rooms/white").setData(["seats": 7, "floor": 1])
                try await stage.browser.wait(for: "[data-totals]", containing: "9.5")
                try await stage.picture("data-totals")
                // The address keeps all of it.
                try await stage.browser.reload()
                try await stage.browser.wait(for: "[data-totals]", containing: "9.5")
                try await stage.browser.wait(
                    for: ".filter-summary", containing: "floor == 1 · seats > 5 · by seats ↑")
                try await stage.browser.find("[data-action=query-code]").click()
                try await stage.browser.wait(
                    for: "[data-query-code]", containing: ".whereField(\"seats\", isGreaterThan: 5)")
                try await stage.browser.wait(
                    for: "[data-query-index]", containing: "\"fieldPath\": \"floor\"")
                try await stage.picture("data-query")
                try await stage.browser.find("[data-language=Web]").click()
                try await stage.browser.wait(
                    for: "[data-query-code]", containing: "where(\"seats\", \">\", 5)")
                try await stage.browser.find("[data-language=REST]").click()
                try await stage.browser.wait(for: "[data-query-code]", containing: "/documents:runQuery'")
            }
        }
    }
}
