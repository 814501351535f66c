import ReadReceipts
import RealtimeDatabase
import TestSupport
import Testing

extension BrowserStories {
    @Suite("The rules of a Realtime Database")
    struct DatabaseRulesStories {
        private static let rules = """
            {"rules": {
              "rooms": {"$room": {
                ".read": "auth != null",
                ".write": "data.child('owner').val() === auth.uid"
              }}
            }}
            """

        @Test func `a denied write is explained down to the deciding expression`() async throws {
            try await ConsoleStage.run([.realtimeDatabase]) { stage in
                stage.setDatabaseRules(Self.rules)
                try await stage.database.reference(withPath: "rooms/blue").setValue(["owner": "alice"])
                try await stage.browser.open("\(stage.url)/#/tree-rules")
                try await stage.browser.wait(for: "[data-source] [data-line]", containing: "auth != null")
                await #expect(throws: DatabaseError.self) {
                    try await stage.database.acting(as: .emulatorUser(uid: "mallory"))
                        .reference(withPath: "rooms/blue/seats").setValue(1)
                }
                try await stage.browser.wait(
                    for: ".log [data-decision][data-allowed=false]", containing: "mallory"
                ).click()
                try await stage.browser.wait(for: ".explanation", containing: "the .write rule")
                try await stage.browser.wait(
                    for: ".explanation [data-deciding]", containing: "data.child('owner').val() === auth.uid")
                try await stage.browser.wait(for: "[data-source] .marked", containing: "auth.uid")
                try await stage.picture("tree-rules")
            }
        }

        @Test func `coverage is painted on the rules and counted by path`() async throws {
            try await ConsoleStage.run([.realtimeDatabase]) { stage in
                stage.setDatabaseRules(Self.rules)
                try await stage.database.reference(withPath: "rooms/blue").setValue(["owner": "alice"])
                try await stage.browser.open("\(stage.url)/#/tree-rules")
                try await stage.browser.wait(for: "[data-blocks] summary", containing: "Coverage by path 0 %")
                    .click()
                let rooms = "[data-block=\"/rooms/$room\"]"
                try await stage.browser.wait(for: rooms, containing: "0 of 2")
                for credentials in [Credentials.emulatorUser(uid: "bob"), .none] {
                    let visitor = try stage.database.acting(as: credentials)
                    _ = try? await visitor.reference(withPath: "rooms/blue").getData()
                }
                try await stage.browser.wait(for: rooms, containing: "1 of 2")
                try await stage.browser.wait(for: "\(rooms) .block-change.is-up", containing: "50")
                try await stage.browser.wait(
                    for: "[data-coverage=both][data-expression]", containing: "auth != null")
                try await stage.browser.wait(for: "[data-coverage=never][data-expression]")
                try await stage.picture("tree-rules-coverage")
                try await stage.browser.find(rooms).click()
                try await stage.browser.wait(until: "location.hash === '#/tree-rules/line/2'")
                // Other rules begin anew.
                stage.setDatabaseRules(Self.rules.replacing("owner", with: "master"))
                try await stage.browser.wait(for: rooms, containing: "0 of 2")
            }
        }

        @Test func `rules are edited and published, unless they have errors`() async throws {
            try await ConsoleStage.run([.realtimeDatabase], refusals: [400]) { stage in
                stage.setDatabaseRules(Self.rules)
                try await stage.database.reference(withPath: "rooms/blue").setValue(["owner": "alice"])
                let visitor = try stage.database.acting(as: .emulatorUser(uid: "visitor"))
                    .reference(withPath: "rooms/blue/seats")
                try await stage.browser.open("\(stage.url)/#/tree-rules")
                try await stage.browser.wait(for: "[data-action=edit-rules]:not([disabled])").click()
                let mistaken = """
                    {"rules": {
                      // Everybody is allowed.
                      ".write": "true)"
                    }}
                    """
                try await stage.write(mistaken, into: "[data-rules-text]")
                try await stage.browser.find("[data-action=publish]").click()
                try await stage.browser.wait(for: "[data-action=confirm-publish]").click()
                let place = try await stage.browser.wait(
                    for: "[data-issue=error] .issue-place", containing: "3:")
                try await stage.picture("tree-rules-edit")
                await #expect(throws: DatabaseError.self) { try await visitor.setValue(1) }
                // The place of the error is a button that puts the cursor there.
                try await place.click()
                try await stage.browser.press(.delete)
                try await stage.browser.find("[data-action=publish]").click()
                try await stage.browser.wait(for: "[data-action=confirm-publish]").click()
                // Comments are part of the rules.
                try await stage.browser.wait(
                    for: "[data-source] [data-line]", containing: "// Everybody is allowed.")
                try await visitor.setValue(1)
            }
        }

        @Test func `requests are tried as any user, and change nothing unasked`() async throws {
            try await ConsoleStage.run([.realtimeDatabase], refusals: [401, 412]) { stage in
                stage.setDatabaseRules(Self.rules)
                let room = stage.database.reference(withPath: "rooms/blue")
                try await room.setValue(["owner": "alice"])
                try await stage.browser.open("\(stage.url)/#/tree-rules")
                try await stage.browser.wait(for: "[data-tab=try]").click()
                func field(_ name: String) -> String { "form[data-try] [name=\(name)]" }
                func choose(_ value: String, of name: String) async throws {
                    try await stage.browser.find("\(field(name)) [value=\(value)]").click()
                }
                func ask(_ outcome: String, _ text: String) async throws {
                    try await stage.browser.find("[data-action=try]").click()
                    try await stage.browser.wait(for: "[data-try-result=\(outcome)]", containing: text)
                }
                try await stage.write("rooms/blue", into: field("path"))
                try await choose("nobody", of: "as")
                try await ask("denied", "DENIED read /rooms/blue as nobody")
                try await choose("user", of: "as")
                try await stage.write("bob", into: field("user"))
                try await ask("allowed", #"{"owner":"alice"}"#)
                try await choose("write", of: "method")
                try await stage.write("null", into: field("value"))
                try await ask("denied", "Would be denied")
                try await stage.write("alice", into: field("user"))
                try await ask("allowed", "Would be allowed")
                #expect(try await room.getData().exists())
                try await stage.picture("tree-rules-try")
                try await choose("admin", of: "as")
                try await ask("free", "No request was made")
                try await choose("user", of: "as")
                try await stage.browser.find(field("changesNothing")).click()
                try await ask("allowed", "The request was carried out")
                #expect(try await room.getData().exists() == false)
            }
        }
    }
}
