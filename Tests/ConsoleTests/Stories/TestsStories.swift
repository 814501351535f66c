import ReadReceipts
import TestSupport
import Testing

extension BrowserStories {
    @Suite("The page of tests")
    struct TestsStories {
        private static let rules = """
            rules_version = '2';
            service cloud.firestore { match /databases/{d}/documents {
              match /rooms/{room} {
                allow read: if request.auth.uid == 'alice' || room == 'open';
              }
            } }
            """
        private static let suite = """
            suite: Rooms
            rules: firestore.rules
            cases:
              - {name: alice reads, as: alice, get: rooms/a, expect: allowed}
              - {name: bob reads <b>, as: bob, get: rooms/a, expect: allowed}

            """

        @Test func `a failure shows the expression that decided, and saving the rules runs it again`()
            async throws
        {
            let held = HeldSuites(["firestore.rules": Self.rules, "rooms.yaml": Self.suite])
            try await ConsoleStage.run(suites: held.files) { stage in
                try await stage.browser.open("\(stage.url)/#/tests")
                try await stage.browser.wait(for: "[data-counts='1 1 0']", containing: "1 failed, 1 passed")
                try await stage.browser.wait(
                    for: "[data-passed=false] [data-excerpt] mark", containing: "request.auth.uid == 'alice'")
                try await stage.browser.wait(for: "[data-case-reason]", containing: "bob is not \"alice\"")
                try await stage.browser.wait(for: "[data-coverage-file] [data-percent]", containing: "%")
                try await stage.picture("tests-failed")
                held["firestore.rules"] = Self.rules.replacing("== 'alice'", with: "in ['alice', 'bob']")
                try await stage.browser.wait(for: "[data-counts='2 0 0']", containing: "2 passed")
                held["rooms.yaml"] = Self.suite + "  - {nam: x}\n"
                try await stage.browser.wait(for: ".suite .error", containing: "rooms.yaml")
            }
        }

        @Test func `a change that no case notices becomes a case that does`() async throws {
            let suite = Self.suite.replacing(
                "as: bob, get: rooms/a, expect: allowed", with: "as: bob, get: rooms/a, expect: denied")
            let held = HeldSuites(["firestore.rules": Self.rules, "rooms.yaml": suite])
            try await ConsoleStage.run(suites: held.files) { stage in
                try await stage.browser.open("\(stage.url)/#/tests")
                try await stage.browser.wait(for: "[data-counts='2 0 0']")
                try await stage.browser.find("[data-action=find-survivors]").click()
                try await stage.browser.wait(for: "[data-score]", containing: "The cases notice")
                try await stage.browser.wait(for: ".survivor-diff .new", containing: "allow read")
                try await stage.picture("survivors")
                let before = try await stage.browser.findAll("[data-survivor]").count
                try await stage.browser.find("[data-action=case-against]").click()
                try await stage.browser.wait(for: "[data-case-text]", containing: "expect:")
                #expect(held["rooms.yaml"] == suite)
                try await stage.browser.find("[data-action=add-case]").click()
                try await stage.browser.wait(for: "[data-counts='3 0 0']", containing: "3 passed")
                try await stage.browser.find("[data-action=find-survivors]").click()
                try await stage.browser.wait(
                    until: "document.querySelectorAll('[data-survivor]').length < \(before)")
            }
        }

        @Test func `a change of a Realtime Database's rules becomes a case, too`() async throws {
            let held = HeldSuites([
                "database.rules.json": """
                {"rules": {"rooms": {"$room": {".write": "auth != null && auth.uid === $room"}}}}
                """,
                "rooms.yaml": """
                suite: Rooms
                rules: database.rules.json
                cases:
                  - {name: bob writes, as: bob, set: rooms/bob, value: 1, expect: allowed}

                """,
            ])
            try await ConsoleStage.run([.realtimeDatabase], suites: held.files) { stage in
                try await stage.browser.open("\(stage.url)/#/tests")
                try await stage.browser.wait(for: "[data-counts='1 0 0']")
                try await stage.browser.find("[data-action=find-survivors]").click()
                try await stage.browser.wait(for: ".survivor-diff .new", containing: ".write")
                let before = try await stage.browser.findAll("[data-survivor]").count
                try await stage.browser.find("[data-action=case-against]").click()
                try await stage.browser.wait(for: "[data-case-text]", containing: "expect:")
                try await stage.browser.find("[data-action=add-case]").click()
                try await stage.browser.wait(for: "[data-counts='2 0 0']", containing: "2 passed")
                try await stage.browser.find("[data-action=find-survivors]").click()
                try await stage.browser.wait(
                    until: "document.querySelectorAll('[data-survivor]').length < \(before)")
            }
        }

        @Test func `the address keeps the filter and the chosen case`() async throws {
            let held = HeldSuites(["firestore.rules": Self.rules, "rooms.yaml": Self.suite])
            try await ConsoleStage.run(suites: held.files) { stage in
                try await stage.browser.open("\(stage.url)/#/tests?file=rooms.yaml&case=alice%20reads")
                try await stage.browser.wait(for: "[data-test][aria-current]", containing: "alice reads")
                try await stage.browser.find("[data-test-failed]").click()
                try await stage.browser.waitUntilGone("[data-test][data-passed=true]")
                try await stage.browser.wait(until: "location.hash.startsWith('#/tests?failed&')")
                try await stage.browser.back()
                try await stage.browser.wait(for: "[data-test][aria-current]")
                try await stage.write("nobody", into: "[data-test-filter]")
                try await stage.browser.wait(for: ".tests-body", containing: "No case matches")
            }
        }
    }
}
