import CurlHTTP
import FirestoreClient
import HTTPTransport
import HTTPTypes
import JSONText
import TestSupport
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Measures the console's speed and cost. `Scripts/bench-console` runs this with the release build; it asserts nothing.
@Suite(
    "Measurements of the console", .serialized,
    .enabled(
        if: SystemEnvironment.measuredProgram != nil && BrowserKind.chosen.isInstalled,
        "run by Scripts/bench-console"))
struct ConsoleMeasurements {
    private let program = SystemEnvironment.measuredProgram ?? ""
    private static let options = ["--quiet", "--console", "--console-port", "0"]

    private func admin(_ program: MeasuredProgram) throws -> Firestore {
        try Firestore(
            FirestoreSettings(
                projectID: "demo-receipts", endpoint: try .emulator(program.emulator),
                credentials: .emulatorAdmin),
            transport: HTTPClient())
    }

    private func row(_ name: String, _ values: [Double], limit: String) {
        let sorted = values.sorted()
        guard let last = sorted.last else { return }
        func text(_ value: Double) -> String { String((value * 10).rounded() / 10) }
        print("| \(name) | \(text(sorted[sorted.count / 2])) | \(text(last)) | \(limit) |")
    }

    private func numbers(_ json: JSON) -> [Double] {
        (json.array ?? []).compactMap { if case .number(let digits) = $0 { Double(digits) } else { nil } }
    }

    private func conversation(_ admin: Firestore, _ members: [String], messages: Int) async throws {
        try await admin.document("conversations/c1").setData(["participants": members])
        for start in stride(from: 0, to: messages, by: 500) {
            let batch = admin.batch()
            for number in start..<min(start + 500, messages) {
                let text = "Message \(number) " + String(repeating: "word ", count: number % 40)
                batch.setData(
                    [
                        "senderId": number % 3 == 2 ? "bob" : "alice", "text": text, "status": "delivered",
                        "readBy": [String](),
                        "timestamp": Timestamp(seconds: 1_790_000_000 + Int64(number), nanoseconds: 0),
                    ], forDocument: admin.document("conversations/c1/messages/m\(number)"))
            }
            try await batch.commit()
        }
    }

    @Test func `what the console takes`() async throws {
        try await MeasuredProgram.run(program, ["--quiet"]) { program in
            try await conversation(try admin(program), ["alice", "bob"], messages: 1000)
            print(
                "| resident memory of an emulator with 1,000 messages (MB) | \(try program.residentMemory()) | | |"
            )
        }
        try await MeasuredProgram.run(program, Self.options) { program in
            try await conversation(try admin(program), ["alice", "bob"], messages: 1000)
            print(
                "| the same with a console that nobody looks at (MB) | \(try program.residentMemory()) | | + 10 |"
            )
            try await Browser.run { browser in
                try await browser.open("\(program.console ?? "")/#/chat/status/c1/alice,bob")
                for user in ["alice", "bob"] {
                    try await browser.wait(for: "[data-user=\(user)][data-state=open]")
                }
                try await browser.wait(until: "document.querySelectorAll('[data-tint=blue]').length > 0")
                print(
                    "| the same with a page open, two devices (MB) | \(try program.residentMemory()) | | + 10 |"
                )
            }
        }
    }

    @Test func `what each page weighs, and when it shows something`() async throws {
        try await MeasuredProgram.run(program, Self.options) { program in
            try await conversation(try admin(program), ["alice", "bob"], messages: 2)
            for (page, sign) in [
                ("chat", "[data-message]"), ("data/conversations/c1", "[data-field]"),
                ("requests", ".requests-page"), ("rules", "[data-line]"), ("tests", ".tests-page"),
                ("worker", ".worker-none"), ("faults", "[data-preset]"),
            ] {
                let (weight, paint) = try await Browser.run { browser in
                    try await browser.open("\(program.console ?? "")/#/\(page)")
                    try await browser.wait(for: sign)
                    let paint = try await browser.execute(
                        "return [performance.getEntriesByName('first-contentful-paint')[0].startTime]")
                    return (try await browser.compressedWeight(), numbers(paint))
                }
                row("its first paint in a new browser (ms)", paint, limit: "150")
                row("the page of \(page.prefix { $0 != "/" }), compressed (kB)", [weight], limit: "150")
            }
        }
    }

    @Test func `from the recipient's action to the sender's pane`() async throws {
        try await MeasuredProgram.run(program, Self.options) { program in
            try await conversation(try admin(program), ["alice", "bob"], messages: 40)
            try await Browser.run { browser in
                try await browser.prefer(.light, reducedMotion: true)
                try await browser.open("\(program.console ?? "")/#/chat/status/c1/alice")
                try await browser.wait(for: "[data-user=alice] [data-message=m39]")
                // bob's own app marks messages read, one after the other.
                let times = try await browser.executeAsync(
                    """
                    const [done] = arguments;
                    (async () => {
                      const { firestore } = await import("/shared/api.js");
                      const root = "projects/demo-receipts/databases/(default)/documents";
                      const times = [];
                      for (const id of [30, 31, 33, 34, 36, 37, 39].map((number) => `m${number}`)) {
                        const receipt = document.querySelector(`[data-user=alice] [data-message=${id}] .receipt`);
                        await new Promise((later) => setTimeout(later, 300 + Math.random() * 300));
                        const seen = new Promise((resolve) => {
                          const look = () => document.querySelector(`[data-user=alice] [data-message=${id}] .receipt`)?.dataset.tint === "blue";
                          const observer = new MutationObserver(() => { if (look()) { observer.disconnect(); requestAnimationFrame(() => resolve(performance.now())); } });
                          observer.observe(document.querySelector("[data-user=alice]"), { subtree: true, childList: true, attributes: true });
                        });
                        if (!receipt) continue;
                        const begin = performance.now();
                        const name = `${root}/conversations/c1/messages/${id}`;
                        await firestore("POST", `/v1/${root}:commit`, { writes: [{
                          update: { name, fields: { status: { stringValue: "read" } } }, updateMask: { fieldPaths: ["status"] },
                          updateTransforms: [{ fieldPath: "readBy", appendMissingElements: { values: [{ stringValue: "bob" }] } }] }] }, { user: "bob" });
                        times.push(await seen - begin);
                      }
                      done(times);
                    })();
                    """)
                row(
                    "a receipt, from the recipient's commit to the frame that shows it (ms)", numbers(times),
                    limit: "100")
            }
        }
    }

    @Test func `the sheet of a group of twenty`() async throws {
        try await MeasuredProgram.run(program, Self.options) { program in
            let admin = try admin(program)
            let members = ["alice"] + (1..<20).map { "user\($0)" }
            let batch = admin.batch()
            for member in members {
                batch.setData(
                    ["displayName": "Person \(member)"], forDocument: admin.document("users/\(member)"))
            }
            try await batch.commit()
            try await conversation(admin, members, messages: 2)
            var times: [Double] = []
            for _ in 0..<5 {
                times += try await Browser.run { browser in
                    try await browser.prefer(.light, reducedMotion: true)
                    try await browser.open("\(program.console ?? "")/#/chat/status/c1/alice")
                    try await browser.wait(for: "[data-message=m1] button.receipt")
                    return numbers(
                        try await browser.executeAsync(
                            """
                            const [done] = arguments;
                            const begin = performance.now();
                            const look = () => {
                              const people = document.querySelectorAll(".sheet[data-state=loaded] [data-person]").length;
                              if (people === 19) done([performance.now() - begin]); else requestAnimationFrame(look);
                            };
                            document.querySelector("[data-message=m1] button.receipt").click();
                            look();
                            """))
                }
            }
            row("the sheet of a 20-member group, from the tap to all its names (ms)", times, limit: "300")
        }
    }

    @Test func `scrolling through ten thousand messages`() async throws {
        try await MeasuredProgram.run(program, Self.options) { program in
            try await conversation(try admin(program), ["alice", "bob"], messages: 10_000)
            try await Browser.run { browser in
                try await browser.prefer(.light, reducedMotion: true)
                try await browser.open("\(program.console ?? "")/#/chat/status/c1/alice")
                try await browser.wait(for: "[data-message=m9999]")
                let values = try await scroll(
                    browser, "[data-list]", "[data-message]", until: "[data-message=m0]")
                printScrolling("10,000 messages", values)
                print("| messages in the page at most | \(Int(values.last ?? 0)) | | |")
            }
        }
    }

    @Test func `scrolling through ten thousand documents`() async throws {
        try await MeasuredProgram.run(program, Self.options) { program in
            try await conversation(try admin(program), ["alice", "bob"], messages: 10_000)
            try await Browser.run { browser in
                try await browser.prefer(.light, reducedMotion: true)
                try await browser.open("\(program.console ?? "")/#/data/conversations/c1/messages")
                let first = "[data-document=\"conversations/c1/messages/m0\"]"
                try await browser.wait(for: first)
                while try await browser.execute(
                    "return document.querySelector('[data-action=load-more]')?.hidden ?? true") == false
                {
                    let count = try await browser.execute(
                        "return document.querySelector('.documents-pane > [role=status]').textContent"
                    ).compactText
                    try await browser.find("[data-action=load-more]").click()
                    try await browser.wait(
                        until:
                            "document.querySelector('.documents-pane > [role=status]').textContent !== \(count)"
                    )
                }
                try await browser.execute(
                    "document.querySelector('.documents-pane .data-pane-body').scrollTop = 1e9")
                let values = try await scroll(
                    browser, ".documents-pane .data-pane-body", "[data-document]", until: first)
                printScrolling("10,000 documents", values)
            }
        }
    }

    @Test func `scrolling through ten thousand nodes of a tree`() async throws {
        try await MeasuredProgram.run(program, Self.options + ["--database-port", "0"]) { program in
            func write(_ path: String, _ json: String) async throws {
                let authority = try #require(program.database).replacing("http://", with: "")
                var request = HTTPRequest(
                    method: .put, scheme: "http", authority: authority, path: "/\(path)")
                request.headerFields[.authorization] = "Bearer owner"
                let answer = try await HTTPClient().send(request, body: Array(json.utf8))
                #expect(answer.head.status == .ok)
            }
            func key(_ number: Int) -> String { "k\(10_000 + number)" }
            try await write(
                "list.json", "{" + (0..<10_000).map { #""\#(key($0))": \#($0)"# }.joined(separator: ",") + "}"
            )
            try await Browser.run { browser in
                try await browser.prefer(.light, reducedMotion: true)
                try await browser.open("\(program.console ?? "")/#/tree/list")
                try await browser.wait(for: "[data-node='list/\(key(0))']")
                while try await browser.execute("return document.querySelector('[data-more]') !== null")
                    == true
                {
                    let count = try await browser.execute("return document.querySelectorAll('.node').length")
                    try await browser.execute("document.querySelector('[data-more]').click()")
                    try await browser.wait(
                        until: "document.querySelectorAll('.node').length !== \(count.compactText)")
                }
                try await browser.execute("document.querySelector('.tree-body').scrollTop = 1e9")
                let values = try await scroll(
                    browser, ".tree-body", ".node", until: "[data-node='list/\(key(0))']")
                printScrolling("10,000 nodes of a tree", values)
                try await browser.execute(
                    """
                    window.tasks = [];
                    new PerformanceObserver((entries) => window.tasks.push(...entries.getEntries().map((entry) => entry.duration))).observe({ entryTypes: ["longtask"] });
                    """)
                for number in 10_000..<10_020 {
                    try await write("list/\(key(number)).json", "1")
                    try await browser.wait(for: "[data-node='list/\(key(number))']")
                }
                row(
                    "tasks that block for more than 50 ms when another node comes (ms)",
                    numbers(try await browser.execute("return [0, ...window.tasks]")), limit: "0")
            }
        }
    }

    private func printScrolling(_ rows: String, _ values: [Double]) {
        guard values.count == 5 else { return }
        row(
            "\(rows), scrolled from end to beginning: a frame, and the slowest of a hundred (ms)",
            [values[0], values[1]], limit: "")
        print(
            "| tasks that block for more than 50 ms meanwhile, and the longest (ms) | \(Int(values[2])) | \(values[3].rounded()) | 0 |"
        )
    }

    /// Scrolls a list by 900 pixels a frame, up to an element at its top: the median frame and the slowest of a hundred, how many tasks blocked the
    /// page, the longest of them, and how many rows the page had at most.
    private func scroll(
        _ browser: Browser, _ list: String, _ row: String, until first: String
    ) async throws -> [Double] {
        let answer = try await browser.executeAsync(
            """
            const [listCSS, rowCSS, firstCSS, done] = arguments;
            const list = document.querySelector(listCSS);
            const long = [];
            const observer = new PerformanceObserver((entries) => long.push(...entries.getEntries().map((entry) => entry.duration)));
            observer.observe({ entryTypes: ["longtask"] });
            const frames = [];
            let last = performance.now();
            let most = 0;
            const step = (now) => {
              frames.push(now - last);
              last = now;
              most = Math.max(most, list.querySelectorAll(rowCSS).length);
              if (list.scrollTop === 0 && list.querySelector(firstCSS)) {
                observer.disconnect();
                frames.sort((a, b) => a - b);
                done([frames[Math.floor(frames.length / 2)], frames[Math.floor(frames.length * 0.99)], long.length, Math.max(0, ...long), most]);
                return;
              }
              list.scrollTop = Math.max(0, list.scrollTop - 900);
              requestAnimationFrame(step);
            };
            requestAnimationFrame(step);
            """, .string(list), .string(row), .string(first))
        return numbers(answer)
    }
}
