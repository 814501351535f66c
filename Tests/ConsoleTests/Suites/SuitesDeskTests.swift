import HTTPTransport
import HTTPTypes
import JSONText
import Synchronization
import TestSupport
import Testing

@testable import ReceiptConsole

@Suite("Suites in the console", .timeLimit(.minutes(1)))
struct SuitesDeskTests {
    private static let rules = """
        service cloud.firestore { match /databases/{d}/documents {
          match /rooms/{room} { allow read: if request.auth.uid == 'alice'; }
        } }
        """
    private static let suite = """
        suite: Rooms
        rules: ../firestore.rules
        cases:
          - {name: alice reads, as: alice, get: rooms/a, expect: allowed}
          - {name: bob reads, as: bob, get: rooms/a, expect: allowed}

        """

    private func report(_ desk: SuitesDesk) async throws -> JSON {
        try JSONParser.parse(try await desk.answer(unless: nil).body)
    }

    @Test func `cases have their outcome, with the expression that decided, and rules their coverage`()
        async throws
    {
        let held = HeldSuites(["c/firestore.rules": Self.rules, "c/suites/rooms.yaml": Self.suite])
        let report = try await report(SuitesDesk(held.files))
        let cases = report["suites"]?.array?.first?["cases"]?.array ?? []
        #expect(cases.map { $0["name"]?.string } == ["alice reads", "bob reads"])
        #expect(cases[0]["failure"] == nil)
        #expect(cases[1]["failure"]?["expected"]?.string == "allowed")
        let deciding = cases[1]["failure"]?["decision"]?["deciding"]
        #expect(deciding?["expression"]?.string == "request.auth.uid == 'alice'")
        #expect(deciding?["sourcePosition"]?["line"] == 2)
        let rules = report["rules"]?.array?.first
        #expect(rules?["file"]?.string == "c/firestore.rules")
        #expect(rules?["content"]?.string == Self.rules)
        #expect(rules?["covered"] == 1 && rules?["conditions"]?.array?.count == 1)
    }

    @Test func `they run again only when a file has changed`() async throws {
        let held = HeldSuites(["c/firestore.rules": Self.rules, "c/suites/rooms.yaml": Self.suite])
        let desk = SuitesDesk(held.files)
        let tag = try #require(try await desk.answer(unless: nil).head.headerFields[.eTag])
        #expect(try await desk.answer(unless: tag).head.status == .notModified)
        held["c/firestore.rules"] = Self.rules.replacing("== 'alice'", with: "!= null")
        let answer = try await desk.answer(unless: tag)
        #expect(answer.head.status == .ok && answer.head.headerFields[.eTag] != tag)
        let cases = try JSONParser.parse(answer.body)["suites"]?.array?.first?["cases"]?.array
        #expect(cases?.allSatisfy { $0["failure"] == nil } == true)
    }

    @Test func `what cannot run says why, and the rest runs`() async throws {
        let held = HeldSuites([
            "c/firestore.rules": Self.rules, "c/suites/rooms.yaml": Self.suite,
            "c/suites/broken.yaml": "cases:\n  - {nam: x}\n",
            "c/suites/lost.yaml": Self.suite.replacing("../firestore", with: "gone"),
            "c/suites/wrong.yaml": Self.suite.replacing("../firestore", with: "wrong"),
            "c/suites/wrong.rules": "service",
        ])
        let suites = try await report(SuitesDesk(held.files))["suites"]?.array ?? []
        let problems = suites.map { $0["problem"]?.string }
        #expect(suites.count == 4 && problems[2] == nil)
        #expect(problems[0]?.contains("broken.yaml") == true)
        #expect(problems[1] == "the rules c/suites/gone.rules cannot be read")
        #expect(problems[3]?.isEmpty == false)
    }

    @Test func `a case is added to the file of a suite, and to no other file`() async throws {
        let held = HeldSuites(["c/firestore.rules": Self.rules, "c/suites/rooms.yaml": Self.suite])
        let desk = SuitesDesk(held.files)
        let text =
            "  - name: \"nobody may not get rooms/a\"\n    as: nobody\n    get: rooms/a\n    expect: denied\n"
        _ = try await desk.add(text, to: "c/suites/rooms.yaml")
        #expect(held["c/suites/rooms.yaml"] == Self.suite + text)
        let cases = try await report(desk)["suites"]?.array?.first?["cases"]?.array ?? []
        #expect(cases.count == 3 && cases[2]["failure"] == nil)
        for path in ["c/firestore.rules", "/etc/passwd", "c/suites/../firestore.rules"] {
            await #expect(throws: ConsoleFailure.self) { try await desk.add(text, to: path) }
        }
        await #expect(throws: ConsoleFailure.self) {
            try await desk.add("  - name: [\n", to: "c/suites/rooms.yaml")
        }
        #expect(held["c/suites/rooms.yaml"] == Self.suite + text)
    }

    @Test func `changes that no case notices are found, each with a case that notices it`() async throws {
        let suite = Self.suite.replacing(
            "as: bob, get: rooms/a, expect: allowed", with: "as: bob, get: rooms/a, expect: denied")
        let held = HeldSuites(["c/firestore.rules": Self.rules, "c/suites/rooms.yaml": suite])
        let desk = SuitesDesk(held.files)
        let file = "c/firestore.rules"
        let report = try JSONParser.parse(try await desk.survivors(of: file).body)
        let survivors = report["survivors"]?.array ?? []
        #expect(!survivors.isEmpty && survivors.allSatisfy { $0["diff"]?.string?.contains("+") == true })
        let id = try #require(survivors.first?["id"]?.string)
        let made = try JSONParser.parse(try await desk.caseAgainst(id, of: file).body)
        #expect(made["files"] == .array([.string("c/suites/rooms.yaml")]))
        _ = try await desk.add(try #require(made["text"]?.string), to: "c/suites/rooms.yaml")
        let later = try JSONParser.parse(try await desk.survivors(of: file).body)
        let ids = (later["survivors"]?.array ?? []).compactMap { $0["id"]?.string }
        #expect(!ids.contains(id) && ids.count < survivors.count)
        await #expect(throws: ConsoleFailure.self) { try await desk.caseAgainst(id, of: file) }
        await #expect(throws: ConsoleFailure.self) { try await desk.survivors(of: "c/other.rules") }
    }

    @Test func `a case against a change of a Realtime Database's rules goes into a suite of one`()
        async throws
    {
        let rules = #"{"rules": {"rooms": {"$room": {".write": "auth != null && auth.uid == $room"}}}}"#
        let suite = """
            suite: Rooms
            rules: ../database.rules.json
            cases:
              - {name: bob writes, as: bob, set: rooms/bob, value: 1, expect: allowed}
            """
        let held = HeldSuites([
            "c/database.rules.json": rules, "c/suites/rooms.yaml": suite, "c/firestore.rules": Self.rules,
            "c/suites/other.yaml": Self.suite,
        ])
        let desk = SuitesDesk(held.files)
        let file = "c/database.rules.json"
        func survivors() async throws -> [String] {
            let report = try JSONParser.parse(try await desk.survivors(of: file).body)
            return (report["survivors"]?.array ?? []).compactMap { $0["id"]?.string }
        }
        let before = try await survivors()
        let id = try #require(before.first)
        let made = try JSONParser.parse(try await desk.caseAgainst(id, of: file).body)
        #expect(made["files"] == .array([.string("c/suites/rooms.yaml")]))
        _ = try await desk.add(try #require(made["text"]?.string), to: "c/suites/rooms.yaml")
        let after = try await survivors()
        #expect(!after.contains(id) && after.count < before.count)
    }

    @Test func `changes are not looked for while cases fail`() async throws {
        let held = HeldSuites(["c/firestore.rules": Self.rules, "c/suites/rooms.yaml": Self.suite])
        let failure = await #expect(throws: ConsoleFailure.self) {
            try await SuitesDesk(held.files).survivors(of: "c/firestore.rules")
        }
        #expect(failure?.reason.contains("cases fail") == true)
    }

    @Test func `a decided request becomes a case`() async throws {
        let probe = try ConsoleProbe()
        _ = await probe.setRules(Self.rules)
        let documents = "/api/firestore/v1/projects/\(probe.server.project)/databases/(default)/documents"
        _ = await probe(.get, "\(documents)/rooms/a", with: ["X-Act-As": "user bob"])
        let made = await probe(.post, "/api/suites/case", #"{"store": "firestore", "number": 1}"#)
        #expect(made.json["name"]?.string == "bob may not get rooms/a")
        #expect(made.json["text"]?.string?.contains("expect: denied") == true)
        #expect(made.json["files"] == .array([]))
        for unknown in [
            #"{"store": "firestore", "number": 7}"#, #"{"store": "realtimeDatabase", "number": 1}"#,
        ] {
            #expect(await probe(.post, "/api/suites/case", unknown).status == 404)
        }
        for (body, problem) in [
            (#"{"number": 1}"#, #"the request has no "store""#),
            (#"{"store": "other", "number": 1}"#, #""store" in the request has an unknown value"#),
            (#"{"store": "firestore", "number": "1"}"#, #""number" in the request has the wrong type"#),
            ("{", "the request is not valid JSON"),
        ] {
            let answer = await probe(.post, "/api/suites/case", body)
            #expect(answer.status == 400 && answer.json["error"]?.string == problem)
        }
        #expect(await probe(.post, "/api/suites/add", #"{"file": "a", "text": ""}"#).status == 404)
        #expect(await probe(.get, "/api/suites").status == 404)
    }
}
