import FirestoreClient
import HTTPTransport
import HTTPTypes
import JSONText
import ReadReceipts
import RealtimeDatabase
import TestSupport
import Testing

extension BrowserStories {
    @Suite("Why something was denied")
    struct ExplanationStories {
        @Test func `one line decides, and one sentence says why`() async throws {
            try await ConsoleStage.run { stage in
                try await stage.conversation(
                    "team", .status, ["alice", "carol"], messages: [("alice", "Hello")])
                try await stage.browser.open("\(stage.url)/#/rules")
                try await stage.browser.wait(for: "[data-source] [data-line]", containing: "rules_version")
                await #expect(throws: FirestoreError.self) {
                    _ = try await stage.admin.acting(as: .emulatorUser(uid: "bob"))
                        .document("conversations/team/messages/m0").updateData(["status": "read"])
                }
                try await stage.browser.wait(
                    for: ".log [data-allowed=false]",
                    containing: "bob is not a participant of conversations/team"
                ).click()
                try await stage.browser.wait(
                    for: ".explanation > [data-reason]:first-child",
                    containing: "Denied: bob is not a participant of conversations/team.")
                #expect(try await stage.browser.findAll(".explanation [data-deciding]").count == 1)
                #expect(try await stage.browser.findAll("[data-source] .is-marked").count == 1)
                // It is the selected line.
                try await stage.browser.wait(
                    for: "[data-source] .is-marked", containing: ".data.participants;")
                try await stage.browser.wait(until: Self.isInSight("[data-source] .is-marked"))
                try await stage.picture("rules-reason")
            }
        }

        /// Whether an element is within the source.
        private static func isInSight(_ css: String) -> String {
            """
            (() => { const code = document.querySelector("[data-source]").getBoundingClientRect();
              const line = document.querySelector("\(css)").getBoundingClientRect();
              return line.top >= code.top && line.bottom <= code.bottom; })()
            """
        }

        @Test func `of several rules, the one closest to allowing comes first`() async throws {
            try await ConsoleStage.run([.realtimeDatabase]) { stage in
                stage.setDatabaseRules(
                    """
                    {"rules": {
                      ".write": "auth.uid === 'root'",
                      "rooms": {"$room": {
                        ".write": "auth != null && data.child('owner').val() === auth.uid"
                      }}
                    }}
                    """)
                try await stage.database.reference(withPath: "rooms/blue").setValue(["owner": "alice"])
                await #expect(throws: DatabaseError.self) {
                    try await stage.database.acting(as: .emulatorUser(uid: "bob"))
                        .reference(withPath: "rooms/blue/seats").setValue(1)
                }
                try await stage.browser.open("\(stage.url)/#/tree-rules")
                try await stage.browser.wait(for: ".log [data-allowed=false]").click()
                try await stage.browser.wait(
                    for: "[data-reason]", containing: #"/rooms/blue/owner is "alice", not bob"#)
                try await stage.browser.wait(for: ".other-attempts", containing: "1 other rule was evaluated")
                #expect(try await stage.browser.findAll("[data-deciding]").count == 1)
                try await stage.browser.wait(
                    for: "[data-source] .is-marked", containing: "data.child('owner')")
                #expect(try await stage.browser.findAll("[data-source] .is-marked").count == 1)
            }
        }

        @Test func `a denied message links to the explanation`() async throws {
            try await ConsoleStage.run { stage in
                try await stage.conversation("c1", .status, ["alice", "bob"], messages: [("alice", "Hello")])
                try await stage.open(.status, "c1", ["bob"])
                stage.setRules(
                    """
                    rules_version = '2';
                    service cloud.firestore { match /databases/{d}/documents { match /{path=**} {
                      allow read, update: if true;
                      allow create: if request.auth.uid == 'alice';
                    } } }
                    """)
                try await stage.send("May I?", from: "bob")
                let words = "bob is not \"alice\"."
                try await stage.browser.wait(for: "\(stage.device("bob")) [data-refusal]", containing: words)
                try await stage.picture("chat-refused")
                try await stage.browser.find("\(stage.device("bob")) a[data-why]").click()
                try await stage.browser.wait(for: "[data-reason]", containing: "bob is not \"alice\"")
                try await stage.browser.wait(for: "[data-source] .is-marked", containing: "'alice'")
            }
        }

        @Test func `a request is opened by its address, even if it is not among the newest`() async throws {
            try await ConsoleStage.run { stage in
                try await stage.conversation("c1", .status, ["alice", "bob"], messages: [("alice", "Hello")])
                let mallory = try stage.admin.acting(as: .emulatorUser(uid: "mallory"))
                await #expect(throws: FirestoreError.self) {
                    _ = try await mallory.document("conversations/c1").getDocument()
                }
                for _ in 0..<150 {
                    _ = try await stage.admin.acting(as: .emulatorUser(uid: "alice"))
                        .document("conversations/c1").getDocument()
                }
                try await stage.browser.open("\(stage.url)/#/rules/request/1")
                try await stage.browser.wait(
                    for: "[data-decision=\"1\"] [data-reason]", containing: "mallory")
                try await stage.browser.open("\(stage.url)/#/rules/request/2")
                try await stage.browser.wait(
                    for: "[data-notice=problem]", containing: "no longer has request 2")
            }
        }

        @Test func `background reads of devices are shown on request`() async throws {
            try await ConsoleStage.run { stage in
                try await stage.conversation("c1", .status, ["alice", "bob"], messages: [("alice", "Hello")])
                let alice = try stage.admin.acting(as: .emulatorUser(uid: "alice"))
                let device = try Firestore(
                    alice.settings, transport: BackgroundTransport(base: alice.transport))
                for _ in 0..<30 { _ = try await device.document("conversations/c1").getDocument() }
                _ = try await alice.document("conversations/c1").getDocument()
                try await stage.browser.open("\(stage.url)/#/rules")
                try await stage.browser.wait(for: ".log [data-decision=\"31\"]")
                #expect(try await stage.browser.findAll(".log [data-decision]").count == 1)
                try await stage.browser.find("[data-log-background]").click()
                try await stage.browser.wait(for: ".log [data-decision=\"30\"]")
                #expect(try await stage.browser.findAll(".log [data-decision]").count == 31)
            }
        }

        @Test func `an open device does not fill the log`() async throws {
            try await ConsoleStage.run { stage in
                try await stage.conversation("c1", .status, ["alice", "bob"], messages: [("alice", "Hello")])
                try await stage.open(.status, "c1", ["bob"])
                try await stage.browser.wait(for: stage.message("m0", of: "bob"))
                try await stage.browser.open("\(stage.url)/#/rules")
                // The receipts are writes, and listed; what the device has read is not.
                try await stage.browser.wait(for: ".log [data-decision]", containing: "update")
                let reads = try await stage.browser.execute(
                    "return [...document.querySelectorAll('.log-row')].map((one) => one.textContent).filter((text) => /(get|list) /.test(text))"
                )
                #expect(reads == .array([]))
            }
        }

        @Test func `a second look at coverage transfers only what has changed`() async throws {
            try await ConsoleStage.run { stage in
                let conditions = (0..<60).map { "resource.data.n\($0) == \($0)" }.joined(separator: " || ")
                stage.setRules(
                    """
                    rules_version = '2'; service cloud.firestore { match /databases/{d}/documents {
                      match /rooms/{room} { allow read: if \(conditions); }
                      match /open/{room} { allow read: if room == 'x'; }
                    } }
                    """)
                let visitor = try stage.admin.acting(as: .emulatorUser(uid: "visitor"))
                for number in 0..<20 {
                    let fields = Dictionary(
                        uniqueKeysWithValues: (0..<60).map { ("n\($0)", 1000 + number as Any) })
                    try await stage.admin.document("rooms/r\(number)").setData(fields)
                    await #expect(throws: FirestoreError.self) {
                        _ = try await visitor.document("rooms/r\(number)").getDocument()
                    }
                }
                try await stage.browser.open("\(stage.url)/#/rules")
                try await stage.browser.wait(for: "[data-source] [data-coverage]")
                let sizes = """
                    performance.getEntriesByType("resource").filter((one) => one.name.includes(":ruleCoverage")).map((one) => one.decodedBodySize)
                    """
                _ = try await visitor.document("open/x").getDocument()
                try await stage.browser.wait(
                    until: "document.querySelector(\"[data-line='3'] .source-count\")?.textContent === '1'")
                let found = try await stage.browser.execute("return \(sizes)").array ?? []
                let bytes = found.compactMap { Int($0.compactText) }
                let first = try #require(bytes.first)
                let last = try #require(bytes.last(where: { $0 > 0 }))
                #expect(first > 5000)
                #expect(last < 500, "\(bytes)")
                #expect(bytes.dropFirst().reduce(0, +) < first, "\(bytes)")
            }
        }
    }
}

/// Marks requests as background reads.
private struct BackgroundTransport: HTTPTransport {
    let base: any HTTPTransport

    func send(
        _ request: HTTPRequest, body: [UInt8]
    ) async throws(HTTPTransportError) -> HTTPExchangeResponse {
        var request = request
        request.headerFields[.rulesLog] = "background"
        return try await base.send(request, body: body)
    }
}
