import FirestoreClient
import JSONText
import ReadReceipts
import TestSupport
import Testing

extension BrowserStories {
    @Suite("Faults and the clock")
    struct FaultStories {
        private let sign = "#faults-sign"

        /// Opens the page of faults.
        private func open(_ stage: ConsoleStage) async throws {
            try await stage.browser.open("\(stage.url)/#/faults")
            try await stage.browser.wait(for: ".faults-state", containing: "Nothing is switched on")
        }

        /// Chooses in a list of the form.
        private func choose(_ value: String, in name: String, _ stage: ConsoleStage) async throws {
            try await stage.browser.execute(
                """
                const [name, value] = arguments;
                const list = document.querySelector(`.fault-form [name=${name}]`);
                list.value = value;
                list.dispatchEvent(new Event("change", { bubbles: true }));
                """, .string(name), .string(value))
        }

        @Test func `a fault stands in the header of every window until all are switched off`() async throws {
            try await ConsoleStage.run { stage in
                try await open(stage)
                try await stage.browser.find("[data-preset='Lost answers']").click()
                try await stage.browser.wait(for: sign, containing: "UNAVAILABLE 20%")
                try await stage.browser.find("[data-advance='86400']").click()
                try await stage.browser.wait(for: sign, containing: "Clock +1 d")
                try await stage.picture("faults")
                try await Browser.run { other in
                    try await other.open("\(stage.url)/#/data")
                    try await other.wait(for: sign, containing: "Clock +1 d")
                    #expect(
                        try await other.find("\(sign) a").accessibleName
                            == "Faults are on: UNAVAILABLE 20% · Clock +1 d")
                    try await other.find("\(sign) a").click()
                    try await other.wait(for: "[data-fault]", containing: "20% of Commit calls fail")
                    try await other.find("[data-action=faults-off]").click()
                    try await other.waitUntilGone(sign)
                }
                try await stage.browser.waitUntilGone(sign)
                try await stage.browser.wait(for: ".faults-state", containing: "Nothing is switched on")
                #expect(try await stage.browser.findAll("[data-fault]").isEmpty)
            }
        }

        @Test func `calls fail as the form says, and the page counts them`() async throws {
            try await ConsoleStage.run { stage in
                try await open(stage)
                try await stage.browser.find(".fault-form summary").click()
                try await choose("PERMISSION_DENIED", in: "status", stage)
                try await choose("Commit", in: "calls", stage)
                try await choose("after", in: "when", stage)
                try await stage.write("1", into: ".fault-form [name=times]")
                try await stage.browser.find("[data-action=add-fault]").click()
                try await stage.browser.wait(
                    for: "[data-fault]",
                    containing:
                        "All Commit calls fail with PERMISSION_DENIED after they were carried out, once")
                let room = stage.admin.document("rooms/r1")
                await #expect(throws: FirestoreError.self) { try await room.setData(["seats": 4]) }
                #expect(try await room.getDocument().get("seats") as? Int == 4)
                try await stage.browser.wait(for: "[data-fault] [data-applied]", containing: "1 time")
                try await room.setData(["seats": 5])
                try await stage.browser.find("[data-action=fault-off]").click()
                try await stage.browser.waitUntilGone("[data-fault]")
            }
        }

        @Test func `a form with wrong values says which, and switches nothing on`() async throws {
            try await ConsoleStage.run { stage in
                try await open(stage)
                try await stage.browser.find(".fault-form summary").click()
                for (kind, field, value, reason) in [
                    ("status", "share", "200", "Enter a number from 0 to 100."),
                    ("status", "times", "0", "Enter a whole number from 1"),
                    ("latency", "from", "x", "Enter a number from 0.001 to 600."),
                    ("latency", "to", "0.1", "Enter a number from 0.5 to 600."),
                    ("documentRate", "rate", "", "Enter a number from 0.001"),
                    ("cutAfter", "cutAfter", "-1", "Enter a whole number from 0"),
                ] {
                    try await choose(kind, in: "kind", stage)
                    let css = ".fault-form [name=\(field)]"
                    let before = try await stage.browser.execute(
                        "return document.querySelector(arguments[0]).value", .string(css))
                    try await stage.write(value, into: css)
                    try await stage.browser.find("[data-action=add-fault]").click()
                    try await stage.browser.wait(for: ".fault-form .field-problem", containing: reason)
                    #expect(
                        try await stage.browser.execute("return document.activeElement.name")
                            == .string(field))
                    try await stage.browser.execute(
                        """
                        const [css, value] = arguments;
                        const field = document.querySelector(css);
                        field.value = value;
                        field.dispatchEvent(new Event("input"));
                        """, .string(css), before)
                    try await stage.browser.waitUntilGone(".fault-form .field-problem")
                }
                #expect(try await stage.browser.findAll("[data-fault]").isEmpty)
                try await stage.browser.wait(for: ".faults-state", containing: "Nothing is switched on")
            }
        }

        @Test func `the clock is stopped, advanced, and follows the machine again`() async throws {
            try await ConsoleStage.run { stage in
                try await open(stage)
                try await stage.browser.find("[data-action=clock-stop-at]").click()
                try await stage.browser.wait(for: ".field-problem", containing: "Enter a date and a time.")
                try await stage.browser.execute(
                    "document.querySelector('[name=at]').value = '2035-05-06T07:08:09'")
                try await stage.browser.find("[data-action=clock-stop-at]").click()
                try await stage.browser.wait(for: sign, containing: "Clock stopped")
                try await stage.browser.wait(for: "[data-clock]", containing: "2035-05-0")
                try await stage.write("2", into: "[name=amount]")
                try await stage.browser.execute("document.querySelector('[aria-label=Unit]').value = 'days'")
                try await stage.browser.find("[data-action=clock-advance]").click()
                try await stage.browser.wait(for: "[data-clock]", containing: "2035-05-08")
                let room = stage.admin.document("rooms/r1")
                try await room.setData(["time": FieldValue.serverTimestamp()])
                let time = try await room.getDocument().get("time") as? Timestamp
                #expect(time?.description.hasPrefix("2035-05-08") == true)
                try await stage.browser.find("[data-action=clock-system]").click()
                try await stage.browser.waitUntilGone(sign)
                try await stage.browser.wait(for: ".clock-state", containing: "Follows this machine")
            }
        }

        @Test func `a user's devices lose their network on a schedule, and keep it when that ends`()
            async throws
        {
            try await ConsoleStage.run { stage in
                try await stage.conversation(
                    "team", .status, ["alice", "bob"], messages: [("alice", "Hello")])
                try await open(stage)
                try await stage.browser.find("[data-action=add-schedule]").click()
                try await stage.browser.wait(for: ".field-problem", containing: "Enter the id of a user.")
                for (name, value) in [("user", "bob"), ("online", "1"), ("offline", "2")] {
                    try await stage.write(value, into: ".schedule-form [name=\(name)]")
                }
                try await stage.browser.find("[data-action=add-schedule]").click()
                try await stage.browser.wait(
                    for: "[data-schedule=bob]", containing: "1 s online, 2 s offline")
                try await stage.open(.status, "team", ["alice", "bob"])
                try await stage.browser.wait(for: sign, containing: "bob offline at times")
                for state in ["offline", "open", "offline"] {
                    try await stage.browser.wait(for: "\(stage.device("bob"))[data-state=\(state)]")
                    try await stage.browser.wait(for: "\(stage.device("alice"))[data-state=open]")
                }
                try await stage.browser.find("[data-action=faults-off]").click()
                try await stage.browser.wait(for: "\(stage.device("bob"))[data-state=open]")
                try await stage.browser.waitUntilGone(sign)
            }
        }

        @Test func `a hostile name is a text everywhere`() async throws {
            let hostile = "<img src=x onerror=alert(1)>"
            try await ConsoleStage.run { stage in
                try await open(stage)
                try await stage.write(hostile, into: ".schedule-form [name=user]")
                try await stage.browser.find("[data-action=add-schedule]").click()
                try await stage.browser.wait(for: sign, containing: "<img")
                try await stage.browser.wait(for: "[data-schedule]", containing: hostile)
                #expect(try await stage.browser.findAll("img").isEmpty)
            }
        }

        @Test func `without an emulator of Firestore, the page says why there are no faults`() async throws {
            try await ConsoleStage.run([.realtimeDatabase]) { stage in
                try await stage.browser.open("\(stage.url)/#/faults")
                try await stage.browser.wait(
                    for: ".faults-absent", containing: "The emulator of a Realtime Database makes no faults")
                try await stage.browser.wait(
                    for: ".faults-absent code", containing: "receipts emulator start")
                #expect(try await stage.browser.findAll("[data-preset]:not([hidden] *)").isEmpty)
                try await stage.browser.wait(for: ".schedule-form")
            }
        }
    }
}
