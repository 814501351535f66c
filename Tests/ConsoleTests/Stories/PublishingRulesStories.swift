import JSONText
import ReadReceipts
import TestSupport
import Testing

extension BrowserStories {
    @Suite("Publishing rules")
    struct PublishingRulesStories {
        /// Rules with enough lines to scroll.
        private static let long = """
            rules_version = '2';
            service cloud.firestore { match /databases/{d}/documents {
            \((1...120).map { "  match /rooms\($0)/{room} { allow read: if request.auth != null; }" }.joined(separator: "\n"))
            } }
            """

        /// Opens the editor.
        private func edit(_ stage: ConsoleStage, _ page: String = "rules") async throws {
            try await stage.browser.open("\(stage.url)/#/\(page)")
            try await stage.browser.wait(for: "[data-action=edit-rules]:not([disabled])").click()
            try await stage.browser.wait(for: "[data-rules-text]")
        }

        /// Puts the cursor before a text of the rules, and types there.
        private func insert(_ text: String, before place: String, _ stage: ConsoleStage) async throws {
            try await stage.browser.execute(
                """
                const [place] = arguments;
                const field = document.querySelector("[data-rules-text]");
                field.focus();
                const start = field.value.indexOf(place);
                field.setSelectionRange(start, start);
                field.scrollTop = (field.value.slice(0, start).split("\\n").length - 5) * parseFloat(getComputedStyle(field).lineHeight);
                """, .string(place))
            try await stage.browser.type(text)
        }

        @Test func `publishing is reviewed first, and nothing jumps`() async throws {
            let file = HeldRulesFile(Self.long)
            try await ConsoleStage.run(rulesFile: file.file) { stage in
                stage.setRules(Self.long)
                try await edit(stage)
                try await insert("// Nobody: ", before: "  match /rooms80/", stage)
                let cursor = try await stage.browser.execute(
                    "return document.querySelector('[data-rules-text]').selectionStart")
                try await stage.browser.find("[data-action=publish]").click()
                try await stage.browser.wait(
                    for: "[data-difference-line=added]", containing: "// Nobody:   match /rooms80/")
                try await stage.browser.wait(
                    for: "[data-difference-line=removed]", containing: "match /rooms80/")
                #expect(try await stage.browser.findAll("[data-difference-line=added]").count == 1)
                try await stage.browser.wait(
                    for: "[data-effect-kind=denied-now]", containing: "rooms80")
                try await stage.browser.wait(for: "[data-effect-summary]", containing: "1 difference, ")
                try await stage.picture("rules-review")
                // Nothing is published before the review.
                try await stage.browser.find("[data-action=back-to-editing]").click()
                try await stage.browser.wait(
                    until:
                        "document.querySelector('[data-rules-text]').selectionStart === \(cursor.compactText)"
                )
                try await stage.browser.wait(
                    until: "document.querySelector('[data-rules-text]').scrollTop > 500")
                try await stage.browser.find("[data-action=publish]").click()
                try await stage.browser.wait(for: "[data-action=confirm-publish]").click()
                try await stage.browser.wait(for: "[data-notice=done]", containing: "Published")
                // The same lines are still visible.
                try await stage.browser.wait(
                    until: """
                        (() => { const code = document.querySelector("[data-source]").getBoundingClientRect();
                          const line = document.querySelector("[data-source] [data-line='82']").getBoundingClientRect();
                          return line.top >= code.top && line.bottom <= code.bottom; })()
                        """)
                try await stage.browser.find("[data-action=edit-rules]").click()
                try await stage.browser.wait(
                    until:
                        "document.querySelector('[data-rules-text]').selectionStart === \(cursor.compactText)"
                )
                try await stage.browser.wait(
                    until: "document.querySelector('[data-rules-text]').scrollTop > 500")
                #expect(file.text == Self.long)
            }
        }

        @Test func `the page says that the rules differ from their file, and restores earlier versions`()
            async throws
        {
            let before =
                "rules_version = '2'; service cloud.firestore { match /databases/{d}/documents {\nmatch /r/{r} { allow read: if true; }\n} }"
            let file = HeldRulesFile(before)
            try await ConsoleStage.run(rulesFile: file.file) { stage in
                stage.setRules(before)
                try await edit(stage)
                try await stage.write(
                    "rules_version = '2'; service cloud.firestore { match /a/{b} { allow read: if false; } }",
                    into: "[data-rules-text]")
                try await stage.browser.find("[data-action=publish]").click()
                try await stage.browser.wait(for: "[data-action=confirm-publish]").click()
                try await stage.browser.wait(
                    for: "[data-file-state=differs]", containing: "differs from firestore.rules")
                try await stage.browser.wait(for: "[data-action=versions]").click()
                try await stage.browser.wait(for: "[data-version=\"2\"]", containing: "published here")
                try await stage.browser.wait(
                    for: "[data-version=\"2\"]", containing: "1 line added, 3 removed")
                try await stage.picture("rules-versions")
                try await stage.browser.find("[data-version=\"1\"] [data-action=restore-version]").click()
                try await stage.browser.wait(for: "[data-notice=done]", containing: "Loaded the version of")
                try await stage.browser.waitUntilGone("[data-file-state=differs]")
                try await stage.browser.wait(for: "[data-source] [data-line='1']", containing: "documents {")
                // Somebody saves the file after the start.
                file.save(before + "\n// more")
                try await stage.browser.wait(for: "[data-file-state=newer]", containing: "which is newer")
                try await stage.browser.find("[data-action=show-file]").click()
                try await stage.browser.wait(for: "[data-difference-line=removed]", containing: "// more")
                try await stage.browser.find("[data-action=load-file]").click()
                try await stage.browser.waitUntilGone("[data-file-state=newer]")
                try await stage.browser.wait(for: "[data-source] [data-line='4']", containing: "// more")
            }
        }

        @Test func `rules that somebody else has published are not overwritten unasked`() async throws {
            try await ConsoleStage.run { stage in
                stage.setRules(
                    "rules_version = '2'; service cloud.firestore { match /a/{b} { allow read: if false; } }")
                try await edit(stage)
                try await stage.write(
                    "// mine\nrules_version = '2'; service cloud.firestore { match /a/{b} { allow read: if false; } }",
                    into: "[data-rules-text]")
                stage.setRules(
                    "// theirs\nrules_version = '2'; service cloud.firestore { match /a/{b} { allow read: if false; } }"
                )
                try await stage.browser.find("[data-action=publish]").click()
                try await stage.browser.wait(for: "[data-theirs]", containing: "Someone else has published")
                try await stage.browser.wait(for: "[data-difference-line=removed]", containing: "// theirs")
                // And once more, between review and publishing.
                stage.setRules(
                    "// third\nrules_version = '2'; service cloud.firestore { match /a/{b} { allow read: if false; } }"
                )
                try await stage.browser.find("[data-action=confirm-publish]").click()
                try await stage.browser.wait(for: "[data-difference-line=removed]", containing: "// third")
                try await stage.browser.find("[data-action=confirm-publish]").click()
                try await stage.browser.wait(for: "[data-source] [data-line='1']", containing: "// mine")
                try await stage.browser.wait(for: "[data-action=versions]").click()
                try await stage.browser.wait(for: "[data-version]", containing: "published elsewhere")
            }
        }

        @Test func `rules of a Realtime Database are published in the same way`() async throws {
            let before = "{\n  \"rules\": {\".read\": true}\n}"
            let file = HeldRulesFile(before, name: "database.rules.json")
            try await ConsoleStage.run([.realtimeDatabase], rulesFile: file.file) { stage in
                stage.setDatabaseRules(before)
                try await edit(stage, "tree-rules")
                try await stage.write("{\n  \"rules\": {\".read\": false}\n}", into: "[data-rules-text]")
                try await stage.browser.find("[data-action=publish]").click()
                try await stage.browser.wait(for: "[data-difference-line=removed]", containing: "true")
                try await stage.browser.wait(for: "[data-action=confirm-publish]").click()
                try await stage.browser.wait(
                    for: "[data-file-state=differs]", containing: "differs from database.rules.json")
                try await stage.browser.wait(for: "[data-action=versions]").click()
                try await stage.browser.wait(for: "[data-version=\"1\"] [data-action=restore-version]")
                    .click()
                try await stage.browser.waitUntilGone("[data-file-state=differs]")
                try await stage.browser.wait(for: "[data-source] [data-line='2']", containing: "true")
            }
        }
    }
}
