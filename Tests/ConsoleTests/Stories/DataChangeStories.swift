import FirestoreClient
import TestSupport
import Testing

extension BrowserStories {
    @Suite("Changes of the data, and their undoing")
    struct DataChangeStories {
        @Test func `a document is edited as JSON, which says while typing what is wrong with it`()
            async throws
        {
            try await ConsoleStage.run { stage in
                let room = stage.admin.document("rooms/blue")
                try await room.setData(["seats": 9_007_199_254_740_993, "name": "Blue room"])
                try await stage.browser.open("\(stage.url)/#/data/rooms/blue")
                try await stage.browser.wait(for: "[data-view=json]").click()
                try await stage.browser.wait(
                    for: "[data-json-view]", containing: #""$integer": "9007199254740993""#)
                try await stage.picture("data-json")
                try await stage.browser.find("[data-action=edit-document]").click()
                let text = try await stage.browser.wait(for: "[data-json]")
                try await text.clear()
                try await text.type(#"{"seats": 12,"at": {"$timestamp": "tomorrow"}}"#)
                try await stage.browser.wait(
                    for: ".code-validity", containing: "Line 1: Enter a time such as")
                #expect(try await text.attribute("aria-invalid") == "true")
                try await stage.picture("data-json-invalid")
                // Neither the other view nor saving leaves what is invalid.
                try await stage.browser.find("[data-view=fields]").click()
                try await stage.browser.find("[data-action=save-document]").click()
                #expect(try await room.getDocument().get("name") as? String == "Blue room")
                try await text.clear()
                try await text.type(#"{"seats": 12, "at": {"$timestamp": "2026-01-02T11:00:00Z"}}"#)
                try await stage.browser.wait(for: ".code-validity", containing: "Valid: 2 fields")
                try await stage.browser.find("[data-view=fields]").click()
                try await stage.browser.wait(for: "#document-form [data-field=at] .editor-type")
                try await stage.browser.find("[data-action=save-document]").click()
                try await stage.browser.waitUntilGone("#document-form")
                let saved = try await room.getDocument()
                #expect(saved.get("seats") as? Int == 12 && saved.get("name") == nil)
                #expect(saved.get("at") is Timestamp)
            }
        }

        @Test
        func `selected documents are deleted together, except those that changed, and one press undoes it`()
            async throws
        {
            try await ConsoleStage.run { stage in
                for room in ["blue", "green", "red", "white"] {
                    try await stage.admin.document("rooms/\(room)").setData(["seats": 4])
                }
                try await stage.browser.open("\(stage.url)/#/data/rooms")
                try await stage.browser.wait(for: "[data-document=\"rooms/red\"]")
                try await stage.browser.find("[data-action=select]").click()
                for room in ["blue", "green", "red"] {
                    try await stage.browser.wait(for: "[data-select=\(room)]").click()
                }
                try await stage.browser.wait(for: ".selection-count", containing: "3 selected")
                try await stage.browser.find("[data-action=delete-selected]").click()
                try await stage.browser.wait(for: ".data-dialog", containing: "Delete 3 documents?")
                // Somebody else is faster.
                try await stage.admin.document("rooms/green").updateData(["seats": 5])
                try await stage.browser.find(".data-dialog [data-action=confirm]").click()
                try await stage.browser.wait(for: "[data-failures=\"1\"]")
                try await stage.browser.wait(for: ".write-list", containing: "It has changed in the meantime")
                try await stage.picture("data-deleted-some")
                try await stage.browser.find(".data-dialog [data-action=cancel]").click()
                try await stage.browser.waitUntilGone("[data-document=\"rooms/blue\"]")
                try await stage.browser.wait(for: "[data-document=\"rooms/green\"]")
                // What somebody creates in the place of a deleted document stays.
                try await stage.admin.document("rooms/red").setData(["seats": 30])
                try await stage.browser.wait(for: ".path-bar [data-action=undo]").click()
                try await stage.browser.wait(for: ".data-dialog", containing: "Undone for 1 document of 2")
                try await stage.browser.find(".data-dialog [data-action=cancel]").click()
                try await stage.browser.wait(for: "[data-document=\"rooms/blue\"]")
                #expect(
                    try await stage.admin.document("rooms/blue").getDocument().get("seats") as? Int == 4)
                #expect(
                    try await stage.admin.document("rooms/red").getDocument().get("seats") as? Int == 30)
                try await stage.browser.waitUntilGone("[data-action=undo]")
            }
        }

        @Test func `a deletion and an edit are undone, unless somebody has changed the document since`()
            async throws
        {
            try await ConsoleStage.run { stage in
                let room = stage.admin.document("rooms/blue")
                try await room.setData(["seats": 4])
                try await stage.browser.open("\(stage.url)/#/data/rooms/blue")
                try await stage.browser.wait(for: "[data-action=delete-document]").click()
                try await stage.browser.wait(for: "[data-action=confirm]").click()
                try await stage.browser.wait(for: "[data-notice=done] [data-action=undo]").click()
                try await stage.browser.wait(for: ".document-pane [data-field=seats]", containing: "4")
                try await stage.browser.wait(for: "[data-notice]", containing: "Undone: Deleted rooms/blue")
                for (value, other, result) in [("12", nil, 4), ("13", 30, 30)] as [(String, Int?, Int)] {
                    try await stage.browser.wait(for: "[data-action=edit-document]").click()
                    let field = "#document-form [data-field=seats] .editor-content input"
                    try await stage.write(value, into: field)
                    try await stage.browser.find("[data-action=save-document]").click()
                    try await stage.browser.wait(for: ".document-pane [data-field=seats]", containing: value)
                    if let other { try await room.updateData(["seats": other]) }
                    try await stage.browser.wait(for: ".path-bar [data-action=undo]").click()
                    if other != nil {
                        try await stage.browser.wait(for: ".data-dialog", containing: "Not undone")
                        try await stage.browser.find(".data-dialog [data-action=cancel]").click()
                    }
                    try await stage.browser.wait(
                        for: ".document-pane [data-field=seats]", containing: "\(result)")
                    #expect(try await room.getDocument().get("seats") as? Int == result)
                }
            }
        }
    }
}
