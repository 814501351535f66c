import FirestoreClient
import ReadReceipts
import TestSupport
import Testing

extension BrowserStories {
    @Suite("The rules")
    struct RulesStories {
        @Test func `a denied write is explained down to the deciding expression`() async throws {
            try await ConsoleStage.run { stage in
                try await stage.conversation("c1", .status, ["alice", "bob"], messages: [("alice", "Hello")])
                try await stage.browser.open("\(stage.url)/#/rules")
                try await stage.browser.wait(for: "[data-source] [data-line]", containing: "rules_version")
                await #expect(throws: FirestoreError.self) {
                    _ = try await stage.admin.acting(as: .emulatorUser(uid: "mallory"))
                        .document("conversations/c1/messages/m0").updateData(["text": "Forged"])
                }
                let entry = try await stage.browser.wait(
                    for: ".log [data-decision][data-allowed=false]", containing: "mallory")
                try await entry.click()
                try await stage.browser.wait(for: ".explanation [data-deciding]")
                try await stage.browser.wait(for: "[data-source] [data-expression]")
                try await stage.picture("rules")
            }
        }

        @Test func `coverage says how many decisions it leaves out`() async throws {
            try await ConsoleStage.run { stage in
                // Together they are larger than what the emulator keeps of decisions.
                let text = String(repeating: "x", count: 900_000)
                let paths = (0..<10).map { "notes/n\($0)" }
                for path in paths { try await stage.admin.document(path).setData(["text": text]) }
                let visitor = try stage.admin.acting(as: .emulatorUser(uid: "visitor"))
                await #expect(throws: FirestoreError.self) {
                    _ = try await visitor.getDocuments(paths.map { visitor.document($0) })
                }
                try await stage.browser.open("\(stage.url)/#/rules")
                try await stage.browser.wait(for: ".uncounted", containing: "1 decision is not counted")
            }
        }

        @Test func `requests are tried as any user, and change nothing unasked`() async throws {
            // Denied and dry requests appear as errors in the browser's console.
            try await ConsoleStage.run(refusals: [400, 403, 404, 409]) { stage in
                try await stage.conversation("c1", .status, ["alice", "bob"], messages: [("alice", "Hello")])
                let message = stage.admin.document("conversations/c1/messages/m0")
                try await stage.browser.open("\(stage.url)/#/rules")
                try await stage.browser.wait(for: "[data-tab=try]").click()
                /// Writes into a field of the form.
                func write(_ text: String, into name: String) async throws {
                    let field = try await stage.browser.wait(for: "form[data-try] [name=\(name)]")
                    try await field.clear()
                    try await field.type(text)
                }
                func choose(_ value: String, of name: String) async throws {
                    try await stage.browser.find("form[data-try] [name=\(name)] [value=\(value)]").click()
                }
                func ask(_ outcome: String, _ text: String? = nil) async throws {
                    try await stage.browser.find("[data-action=try]").click()
                    try await stage.browser.wait(for: "[data-try-result=\(outcome)]", containing: text)
                }
                try await write("mallory", into: "user")
                try await write("conversations/c1/messages/m0", into: "path")
                try await ask("denied", "get conversations/c1/messages/m0")
                try await stage.browser.wait(for: "[data-try-result] [data-deciding]")
                try await write("bob", into: "user")
                try await ask("allowed", "Hello")
                try await choose("nobody", of: "as")
                try await ask("denied")
                try await choose("user", of: "as")
                try await choose("update", of: "method")
                try await write(#"{"text": "Forged"}"#, into: "body")
                try await ask("denied", "Would be denied")
                try await write(#"{"status": "delivered"}"#, into: "body")
                try await ask("allowed", "Would be allowed")
                #expect(try await message.getDocument().get("status") as? String == "sent")
                try await stage.picture("rules-try")
                try await choose("admin", of: "as")
                try await ask("free", "No request was made")
                try await stage.browser.find("form[data-try] [name=changesNothing]").click()
                try await choose("create", of: "method")
                try await ask("failed")
                try await choose("user", of: "as")
                try await choose("update", of: "method")
                try await ask("allowed", "The request was carried out")
                #expect(try await message.getDocument().get("status") as? String == "delivered")
            }
        }

        @Test func `rules are edited and published, unless they have errors`() async throws {
            try await ConsoleStage.run(refusals: [400]) { stage in
                try await stage.admin.document("rooms/blue").setData(["seats": 4])
                let visitor = try stage.admin.acting(as: .emulatorUser(uid: "visitor"))
                try await stage.browser.open("\(stage.url)/#/rules")
                try await stage.browser.wait(for: "[data-source] [data-line]", containing: "rules_version")
                try await stage.browser.wait(for: "[data-action=edit-rules]").click()
                let text = try await stage.browser.wait(for: "[data-rules-text]")
                try await text.clear()
                try await text.type(
                    """
                    rules_version = '2';
                    service cloud.firestore { match /databases/{d}/documents {
                      match /rooms/{room} { allow read: if true); }
                    } }
                    """)
                try await stage.browser.find("[data-action=publish]").click()
                try await stage.browser.wait(for: "[data-action=confirm-publish]").click()
                try await stage.browser.wait(for: "[data-issue=error]", containing: "found ')'")
                try await stage.picture("rules-edit")
                await #expect(throws: FirestoreError.self) {
                    _ = try await visitor.document("rooms/blue").getDocument()
                }
                // The place of the error is a button that puts the cursor there.
                try await stage.browser.wait(for: "[data-issue=error] .issue-place").click()
                try await stage.browser.press(.delete)
                try await stage.browser.find("[data-action=publish]").click()
                try await stage.browser.wait(for: "[data-action=confirm-publish]").click()
                try await stage.browser.wait(
                    for: "[data-source] [data-line]", containing: "allow read: if true;")
                #expect(try await visitor.document("rooms/blue").getDocument().exists)
            }
        }
    }
}
