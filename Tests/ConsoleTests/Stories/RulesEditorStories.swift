import FirestoreClient
import JSONText
import ReadReceipts
import TestSupport
import Testing

extension BrowserStories {
    @Suite("The editor of rules")
    struct RulesEditorStories {
        private static let rules = """
            rules_version = '2';
            service cloud.firestore { match /databases/{d}/documents {
              function isSignedIn() { return request.auth != null; }
              match /rooms/{room} { allow read: if isSignedIn(); allow write: if room == 'blue'; }
            } }
            """

        /// Opens the editor.
        private func edit(_ stage: ConsoleStage, _ page: String = "rules") async throws {
            try await stage.browser.open("\(stage.url)/#/\(page)")
            try await stage.browser.wait(for: "[data-action=edit-rules]:not([disabled])").click()
            try await stage.browser.wait(for: "[data-rules-text]")
        }

        /// Puts the cursor before a text of the rules.
        private func point(before place: String, _ stage: ConsoleStage) async throws {
            try await stage.browser.execute(
                """
                const field = document.querySelector("[data-rules-text]");
                field.focus();
                const start = field.value.indexOf(arguments[0]);
                field.setSelectionRange(start, start);
                """, .string(place))
        }

        /// The selected text of the rules.
        private static let selected =
            "(field => field.value.slice(field.selectionStart, field.selectionEnd))(document.querySelector('[data-rules-text]'))"

        @Test func `mistakes are marked in their lines while somebody types, and nothing is published`()
            async throws
        {
            try await ConsoleStage.run { stage in
                stage.setRules(Self.rules)
                try await edit(stage)
                try await point(before: "; allow write", stage)
                try await stage.browser.type(")")
                try await stage.browser.wait(for: "[data-issue=error]", containing: "found ')'")
                try await stage.browser.wait(for: ".code-line.is-error", containing: "isSignedIn())")
                try await stage.browser.wait(for: ".editor-state", containing: "Not published yet · 1 error")
                try await stage.picture("rules-marked")
                try await stage.browser.find("[data-issue=error] .issue-place").click()
                try await stage.browser.press(.delete)
                try await stage.browser.waitUntilGone("[data-issue]")
                try await stage.browser.waitUntilGone(".code-line.is-error")
                // A warning is no error.
                try await point(before: "isSignedIn(); allow", stage)
                try await stage.browser.type("x")
                try await stage.browser.wait(
                    for: "[data-issue=warning]", containing: "Invalid function name: xisSignedIn")
                let loaded = try await stage.browser.executeAsync(
                    "const done = arguments[0]; fetch('/api/firestore/emulator/v1/projects/demo-receipts:securityRules').then((one) => one.text()).then(done);"
                )
                #expect(loaded.string?.contains("xisSignedIn") == false)
            }
        }

        @Test func `names are completed, and lead to where they are declared`() async throws {
            try await ConsoleStage.run { stage in
                stage.setRules(Self.rules)
                try await edit(stage)
                try await point(before: "isSignedIn(); allow", stage)
                try await stage.browser.type("request.au")
                try await stage.browser.wait(for: "[data-completion] [data-name=auth][aria-selected=true]")
                try await stage.picture("rules-completion")
                try await stage.browser.press(.enter)
                try await stage.browser.type(".u")
                try await stage.browser.wait(for: "[data-completion] [data-name=uid]")
                // Escape closes the list, and changes nothing.
                try await stage.browser.press(.escape)
                try await stage.browser.waitUntilGone("[data-completion]")
                try await stage.browser.type(" == ro")
                try await stage.browser.wait(for: "[data-completion] [data-name=room]").click()
                try await stage.browser.type(" || isS")
                try await stage.browser.wait(for: "[data-completion] [data-name=isSignedIn]")
                try await stage.browser.press(.tab)
                try await stage.browser.wait(
                    until:
                        "document.querySelector('[data-rules-text]').value.includes('if request.auth.u == room || isSignedIn(isSignedIn()')"
                )
                try await point(before: "SignedIn(isSignedIn", stage)
                try await stage.browser.press(.f12)
                try await stage.browser.wait(until: "\(Self.selected) === 'isSignedIn'")
                try await stage.browser.wait(
                    until: "document.querySelector('[data-rules-text]').selectionStart < 120")
                try await point(before: "auth.u ==", stage)
                try await stage.browser.press(.f12)
                try await stage.browser.wait(
                    for: ".editor-state", containing: "Nothing that these rules declare")
            }
        }

        @Test func `lines are indented as they are nested, which can be undone`() async throws {
            try await ConsoleStage.run { stage in
                let neat = """
                    rules_version = '2';
                    service cloud.firestore {
                      match /databases/{d}/documents {
                        match /rooms/{room} {
                          allow read: if request.auth != null
                            && request.auth.uid == room;
                        }
                      }
                    }

                    """
                let loose = neat.split(separator: "\n").map { $0.drop { $0 == " " } }.joined(separator: "\n")
                stage.setRules(loose)
                try await edit(stage)
                try await point(before: "request.auth.uid", stage)
                try await stage.browser.find("[data-action=format]").click()
                try await stage.browser.wait(for: ".editor-state", containing: "Formatted")
                let text = "document.querySelector('[data-rules-text]')"
                #expect(try await stage.browser.execute("return \(text).value") == .string(neat))
                let line = try await stage.browser.execute(
                    "return \(text).value.slice(0, \(text).selectionStart).split('\\n').length")
                #expect(line == 6, "the cursor is in its line")
                try await stage.browser.find("[data-action=format]").click()
                try await stage.browser.wait(for: ".editor-state", containing: "Nothing to format")
                try await stage.browser.press("z", holding: .control)
                #expect(try await stage.browser.execute("return \(text).value") == .string(loose))
            }
        }

        @Test func `rules are compared with their file, and saved to it unless it has changed`() async throws
        {
            let file = HeldRulesFile(Self.rules)
            try await ConsoleStage.run(rulesFile: file.file, refusals: [409]) { stage in
                stage.setRules(Self.rules)
                try await edit(stage)
                try await point(before: "service", stage)
                try await stage.browser.type("// Mine: ")
                try await stage.browser.find("[data-action=compare-file]").click()
                try await stage.browser.wait(
                    for: ".data-dialog [data-difference-line=added]", containing: "// Mine")
                try await stage.picture("rules-file")
                file.save("// Theirs\n" + Self.rules)
                try await stage.browser.find(".data-dialog [data-action=save-file]").click()
                try await stage.browser.wait(
                    for: ".data-dialog .error", containing: "changed in the meantime")
                #expect(file.text.hasPrefix("// Theirs"))
                // The comparison is with the file as it is now.
                try await stage.browser.wait(
                    for: ".data-dialog [data-difference-line=removed]", containing: "// Theirs")
                try await stage.browser.wait(for: ".data-dialog [data-action=save-file]").click()
                try await stage.browser.wait(for: "[data-notice]", containing: "Saved to firestore.rules")
                #expect(file.text.contains("// Mine: service"))
                try await stage.browser.find("[data-action=compare-file]").click()
                try await stage.browser.wait(for: ".data-dialog", containing: "no changes")
                #expect(try await stage.browser.findAll("[data-action=save-file]").isEmpty)
            }
        }

        @Test func `the loaded rules are saved to their file`() async throws {
            let file = HeldRulesFile(Self.rules)
            try await ConsoleStage.run(rulesFile: file.file) { stage in
                let loaded = Self.rules + "\n// Published elsewhere."
                stage.setRules(loaded)
                try await stage.browser.open("\(stage.url)/#/rules")
                try await stage.browser.wait(for: "[data-action=show-file]").click()
                try await stage.browser.wait(for: "[data-action=save-loaded]").click()
                try await stage.browser.wait(for: "[data-action=save-file]").click()
                try await stage.browser.wait(for: "[data-notice]", containing: "Saved to firestore.rules")
                try await stage.browser.waitUntilGone("[data-action=show-file]")
                #expect(file.text == loaded)
            }
        }

        @Test func `the border between the panes moves by keys and by dragging, and stays`() async throws {
            try await ConsoleStage.run { stage in
                try await stage.browser.open("\(stage.url)/#/rules")
                let border = "[data-splitter=rules]"
                try await stage.browser.wait(for: border)
                func width() async throws -> Double {
                    let script =
                        "return document.querySelector('.rules-source').getBoundingClientRect().width"
                    return Double(try await stage.browser.execute(script).compactText) ?? 0
                }
                let before = try await width()
                try await stage.browser.execute("document.querySelector('\(border)').focus()")
                try await stage.browser.press(.left)
                try await stage.browser.press(.left)
                let narrower = try await width()
                #expect(narrower < before - 20)
                #expect(try await stage.browser.find(border).attribute("aria-valuenow") == "52")
                try await stage.browser.drag(border, to: (800, 400))
                let wider = try await width()
                #expect(wider > narrower + 50)
                try await stage.browser.reload()
                try await stage.browser.wait(for: border)
                #expect(abs(try await width() - wider) < 2)
            }
        }

        @Test func `coverage by match block shows what the last run has changed`() async throws {
            try await ConsoleStage.run { stage in
                stage.setRules(Self.rules)
                try await stage.browser.open("\(stage.url)/#/rules")
                try await stage.browser.wait(for: "[data-blocks] summary", containing: "0 %").click()
                let rooms = "[data-block=\"/rooms/{room}\"]"
                try await stage.browser.wait(for: rooms, containing: "0 of 2")
                for credentials in [Credentials.emulatorUser(uid: "bob"), .none] {
                    let visitor = try stage.admin.acting(as: credentials)
                    _ = try? await visitor.document("rooms/blue").getDocument()
                }
                try await stage.browser.wait(for: rooms, containing: "1 of 2")
                try await stage.browser.wait(for: "\(rooms) .block-change.is-up", containing: "50")
                try await stage.picture("rules-blocks")
                try await stage.browser.find(rooms).click()
                try await stage.browser.wait(until: "location.hash === '#/rules/line/4'")
            }
        }

        @Test func `rules of a Realtime Database are marked and completed too`() async throws {
            try await ConsoleStage.run([.realtimeDatabase]) { stage in
                stage.setDatabaseRules(#"{"rules": {"rooms": {"$room": {".read": "auth.uid === 'a'"}}}}"#)
                try await edit(stage, "tree-rules")
                try await point(before: "'a'", stage)
                try await stage.browser.type("$r")
                try await stage.browser.wait(for: "[data-completion] [data-name=\"$room\"]")
                try await stage.browser.press(.enter)
                try await stage.browser.wait(for: "[data-issue=error]")
                try await stage.browser.wait(for: ".code-line.is-error")
                try await stage.picture("tree-rules-marked")
            }
        }
    }
}
