import FirestoreClient
import FirestoreExports
import FirestoreModel
import Foundation
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

        /// Drops a folder on the page: files of Base64 by their paths in it.
        private func dropFolder(_ name: String, _ files: [String: [UInt8]], _ stage: ConsoleStage)
            async throws
        {
            let contents = JSON.object(
                files.sorted { $0.key < $1.key }.map {
                    JSON.Member($0.key, .string(Data($0.value).base64EncodedString()))
                })
            try await stage.browser.execute(
                """
                const [name, files] = arguments;
                // No script can make a DataTransfer with a folder.
                const folder = (name, prefix) => ({ name, isDirectory: true, createReader: () => {
                  const paths = Object.keys(files).filter((path) => path.startsWith(prefix)).map((path) => path.slice(prefix.length));
                  let left = [...new Set(paths.map((path) => path.split("/")[0]))];
                  return { readEntries: (found) => {
                    const some = left.splice(0, 1);
                    found(some.map((one) => (paths.includes(one) ? file(one, prefix + one) : folder(one, `${prefix}${one}/`))));
                  } };
                } });
                const file = (name, path) => ({ name, isDirectory: false, file: (found) => found(new File([Uint8Array.from(atob(files[path]), (letter) => letter.charCodeAt(0))], name)) });
                for (const kind of ["dragover", "drop"]) {
                  const event = new DragEvent(kind, { bubbles: true, cancelable: true });
                  Object.defineProperty(event, "dataTransfer", { value: { types: ["Files"], files: [], items: [{ webkitGetAsEntry: () => folder(name, "") }] } });
                  document.querySelector(".data-columns").dispatchEvent(event);
                }
                """, .string(name), contents)
        }

        @Test func `the folder of an official export is imported, or why it cannot be is said`() async throws
        {
            let folder = try TemporaryFolder()
            func name(_ path: String) throws -> DocumentName {
                let segments = path.split(separator: "/").map { ResourceID(String($0)) }
                return DocumentName(
                    DatabaseID(project: "old-project"), try #require(DocumentPath(segments: segments)))
            }
            let documents = [
                Document(
                    name: try name("rooms/blue"),
                    fields: [
                        "seats": .integer(9_007_199_254_740_993), "at": .reference(try name("rooms/red")),
                    ]),
                Document(name: try name("rooms/red/desks/a"), fields: ["n": .double(2)]),
            ]
            try Export.write(documents, toFolder: folder.path(in: "@export")) {
                FirestoreModel.Timestamp(seconds: 1, nanoseconds: 0)
            }
            var files: [String: [UInt8]] = [:]
            let root = folder.path(in: "@export")
            for path in try FileManager.default.subpathsOfDirectory(atPath: root) {
                if let data = FileManager.default.contents(atPath: "\(root)/\(path)") {
                    files[path] = Array(data)
                }
            }
            let whole = files
            try await ConsoleStage.run(refusals: [400]) { stage in
                try await stage.browser.open("\(stage.url)/#/data")
                try await stage.browser.wait(for: ".data-columns")
                try await dropFolder("pictures", ["a/b.png": [1, 2]], stage)
                try await stage.browser.wait(
                    for: "[data-import-problems]", containing: "no file of documents")
                try await stage.browser.find(".data-dialog [data-action=cancel]").click()
                var torn = whole
                for (path, bytes) in whole where path.hasSuffix("output-0") { torn[path] = bytes.dropLast(3) }
                try await dropFolder("export", torn, stage)
                try await stage.browser.wait(
                    for: "[data-import-problems]", containing: "output-0: record at byte")
                try await stage.browser.find(".data-dialog [data-action=cancel]").click()
                try await dropFolder("export", whole, stage)
                try await stage.browser.wait(for: "[data-import-plan]", containing: "2 documents: 2 new")
                try await stage.browser.find("[data-action=confirm-import]").click()
                try await stage.browser.wait(
                    for: "[data-notice=done]", containing: "Imported 2 documents from export")
                let blue = try await stage.admin.document("rooms/blue").getDocument()
                #expect(blue.get("seats") as? Int == 9_007_199_254_740_993)
                #expect((blue.get("at") as? DocumentReference)?.path == "rooms/red")
                #expect(
                    try await stage.admin.document("rooms/red/desks/a").getDocument().get("n") as? Double == 2
                )
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
