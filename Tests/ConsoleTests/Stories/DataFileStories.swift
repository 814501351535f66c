import FirestoreClient
import JSONText
import TestSupport
import Testing

extension BrowserStories {
    @Suite("Files of documents")
    struct DataFileStories {
        @Test
        func `a dropped file shows what it would write before it is imported, or what is wrong with it`()
            async throws
        {
            try await ConsoleStage.run { stage in
                try await stage.admin.document("rooms/blue").setData(["seats": 4])
                try await stage.browser.open("\(stage.url)/#/data/rooms")
                try await stage.browser.wait(for: "[data-document=\"rooms/blue\"]")
                /// Drops a file on the page.
                func drop(_ name: String, _ text: String) async throws {
                    try await stage.browser.execute(
                        """
                        const [name, text] = arguments;
                        const dataTransfer = new DataTransfer();
                        dataTransfer.items.add(new File([text], name));
                        for (const kind of ["dragover", "drop"]) document.querySelector(".data-columns").dispatchEvent(new DragEvent(kind, { bubbles: true, cancelable: true, dataTransfer }));
                        """, .string(name), .string(text))
                }
                try await drop(
                    "rooms.json", "{\n\"blue\": {},\n\"red\": {\"at\": {\"$timestamp\": \"soon\"}}\n}")
                try await stage.browser.wait(for: "[data-import-problems]", containing: "Line 3")
                #expect(try await stage.browser.findAll("[data-action=confirm-import]").isEmpty)
                try await stage.picture("data-import-problems")
                try await stage.browser.find(".data-dialog [data-action=cancel]").click()
                try await drop(
                    "rooms.json", "{\"blue\": {\"seats\": 5}, \"red\": {\"seats\": 30}, \"halls/a\": {}}")
                try await stage.browser.wait(
                    for: "[data-import-plan]", containing: "3 documents: 2 new, 1 replaced")
                try await stage.picture("data-import")
                #expect(try await stage.admin.document("rooms/red").getDocument().exists == false)
                // A document that changes after it was shown is not replaced.
                try await stage.admin.document("rooms/blue").updateData(["seats": 6])
                try await stage.browser.find("[data-action=confirm-import]").click()
                try await stage.browser.wait(for: ".data-dialog", containing: "Imported 2 documents")
                try await stage.browser.wait(for: ".write-list", containing: "rooms/blue")
                try await stage.browser.find(".data-dialog [data-action=cancel]").click()
                try await stage.browser.wait(for: "[data-document=\"rooms/red\"]")
                try await stage.browser.wait(for: "[data-collection=halls]")
                #expect(try await stage.admin.document("rooms/blue").getDocument().get("seats") as? Int == 6)
                try await stage.browser.wait(for: ".path-bar [data-action=undo]").click()
                try await stage.browser.waitUntilGone("[data-document=\"rooms/red\"]")
                #expect(try await stage.admin.document("halls/a").getDocument().exists == false)
            }
        }

        @Test func `what is exported can be imported again`() async throws {
            try await ConsoleStage.run { stage in
                try await stage.admin.document("rooms/blue").setData(["seats": 9_007_199_254_740_993])
                try await stage.admin.document("rooms/blue/desks/a").setData([
                    "at": Timestamp(seconds: 1, nanoseconds: 5000)
                ])
                try await stage.browser.open("\(stage.url)/#/data")
                try await stage.browser.execute(
                    """
                    window.saved = [];
                    URL.createObjectURL = (blob) => { blob.text().then((text) => saved.push(text)); return "#"; };
                    HTMLAnchorElement.prototype.click = function () {};
                    """)
                for format in ["lines", "json"] {
                    try await stage.browser.wait(for: "[data-action=export-all]").click()
                    try await stage.browser.wait(for: ".data-dialog [value=\(format)]").click()
                    try await stage.browser.find("[data-action=save-export]").click()
                    try await stage.browser.wait(for: "[data-notice]", containing: "Exported 2 documents")
                }
                try await stage.browser.wait(until: "saved.length === 2")
                for index in 0..<2 {
                    for path in ["rooms/blue", "rooms/blue/desks/a"] {
                        try await stage.admin.document(path).delete()
                    }
                    try await stage.browser.execute(
                        """
                        const dataTransfer = new DataTransfer();
                        dataTransfer.items.add(new File([saved[arguments[0]]], "documents"));
                        document.querySelector(".data-columns").dispatchEvent(new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer }));
                        """, .number("\(index)"))
                    try await stage.browser.wait(for: "[data-action=confirm-import]").click()
                    try await stage.browser.waitUntilGone(".data-dialog")
                    try await stage.browser.wait(for: "[data-notice]", containing: "Imported 2 documents")
                    let room = try await stage.admin.document("rooms/blue").getDocument()
                    #expect(room.get("seats") as? Int == 9_007_199_254_740_993)
                    let desk = try await stage.admin.document("rooms/blue/desks/a").getDocument()
                    #expect(desk.get("at") as? Timestamp == Timestamp(seconds: 1, nanoseconds: 5000))
                }
            }
        }
    }
}
