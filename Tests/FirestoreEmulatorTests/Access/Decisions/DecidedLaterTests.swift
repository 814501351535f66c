import FirestoreModel
import FirestoreRules
import HTTPTransport
import HTTPTypes
import JSONText
import Synchronization
import TestSupport
import Testing

@testable import FirestoreEmulator

/// Requests are decided without tracing, and repeated when somebody asks for coverage or an explanation. That must say the same as tracing
/// each decision when it is made.
@Suite("Decisions repeated later")
struct DecidedLaterTests {
    private static let operands = [
        "true", "false", "1", "null", "resource == null", "resource.data.n == 1", "resource.data.m.k > 1",
        "request.resource.data.n > resource.data.n", "request.auth.uid == 'bob'",
        "request.method == 'update'", "id == 'a'", "unknown.name", "f(resource)", "f(request.resource)",
        "request.time > timestamp.date(1970, 1, 1)", "request.query.limit <= 10",
        "exists(/databases/$(database)/documents/d/x)",
        "get(/databases/$(database)/documents/d/$(id)).data.n == 1",
        "getAfter(/databases/$(database)/documents/c/b).data.n == 1",
        "existsAfter(/databases/$(database)/documents/c/$(id))",
        "request.resource.data.diff(resource.data).affectedKeys().hasOnly(['n'])",
        "request.resource.data.at == request.time",
    ]

    private static func condition(_ random: inout SeededGenerator, _ depth: Int) -> String {
        if depth == 0 || random.oneIn(4) { return random.pick(operands) }
        let first = condition(&random, depth - 1)
        switch random.int(0...4) {
        case 0, 1: return "(\(first) && \(condition(&random, depth - 1)))"
        case 2: return "(\(first) || \(condition(&random, depth - 1)))"
        case 3: return "!(\(first))"
        default: return "(\(first) ? \(condition(&random, depth - 1)) : \(condition(&random, depth - 1)))"
        }
    }

    private static func rules(_ random: inout SeededGenerator) -> SourceFile {
        let methods = ["get", "list", "create", "update", "delete", "write", "read"]
        let allows = random.list(3...6) { random in
            "allow \(random.pick(methods)): if \(condition(&random, 3));"
        }
        return SourceFile(
            content: """
                rules_version = '2'; service cloud.firestore { match /databases/{database}/documents {
                function f(document) { return document.data.n == 1; }
                match /{kind}/{id} { \(allows.joined(separator: "\n")) }
                } }
                """)
    }

    private static let documents = "projects/p/databases/(default)/documents"

    private static func write(_ random: inout SeededGenerator) -> String {
        let name = "\(documents)/\(random.pick(["c", "d"]))/\(random.pick(["a", "b", "x"]))"
        switch random.int(0...4) {
        case 0: return #"{"delete": "\#(name)"}"#
        case 1: return #"{"verify": "\#(name)", "currentDocument": {"exists": \#(random.oneIn(2))}}"#
        case 2:
            return
                #"{"update": {"name": "\#(name)", "fields": {"n": {"integerValue": "\#(random.int(1...2))"}}}, "updateMask": {"fieldPaths": ["n"]}, "updateTransforms": [{"fieldPath": "at", "setToServerValue": "REQUEST_TIME"}]}"#
        default:
            return
                #"{"update": {"name": "\#(name)", "fields": {"n": {"integerValue": "\#(random.int(1...2))"}, "m": {"mapValue": {"fields": {"k": {"integerValue": "2"}}}}}}}"#
        }
    }

    private static func request(_ random: inout SeededGenerator) -> (HTTPRequest, body: String) {
        var request = HTTPRequest(method: .post, scheme: "http", authority: "127.0.0.1:1", path: nil)
        // {"alg":"none"}.{"sub":"bob"}
        if random.oneIn(2) {
            request.headerFields[.authorization] = "Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiJib2IifQ."
        }
        switch random.int(0...5) {
        case 0:
            request.method = .get
            request.path = "/v1/\(documents)/\(random.pick(["c", "d"]))/\(random.pick(["a", "b", "x"]))"
            return (request, "")
        case 1:
            request.path = "/v1/\(documents):runQuery"
            let filter =
                #""where": {"fieldFilter": {"field": {"fieldPath": "n"}, "op": "EQUAL", "value": {"integerValue": "1"}}}"#
            return (
                request,
                #"{"structuredQuery": {"from": [{"collectionId": "c"}], "limit": 5\#(random.oneIn(2) ? ", " + filter : "")}}"#
            )
        case 2:
            request.path = "/v1/\(documents):batchGet"
            return (request, #"{"documents": ["\#(documents)/c/a", "\#(documents)/d/x"]}"#)
        default:
            request.path = "/v1/\(documents):commit"
            let writes = random.list(1...3, write).joined(separator: ", ")
            return (request, #"{"writes": [\#(writes)]}"#)
        }
    }

    private struct AtOnce {
        var recorder: CoverageRecorder
        var texts: [String] = []
    }

    @Test(arguments: SeededGenerator.seeds(60))
    func `what is repeated later says what tracing at once would have said`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let rules = Self.rules(&random)
        let plan = try #require(Ruleset(rules).plan(tracing: .on))
        let clock = ManualClock()
        let configuration = EmulatorConfiguration(
            clock: clock.clock, historySize: 0, rememberedDecisions: 500)
        let (later, atOnce) = (Emulator(configuration: configuration), Emulator(configuration: configuration))
        #expect(!later.setRules(rules, project: "p").contains { $0.severity == .error })
        let traced = Mutex(AtOnce(recorder: CoverageRecorder(plan)))
        atOnce.setRules(rules, project: "p") { record in
            var decision = RulesDecision(record.request, by: plan, source: record.source, isTraced: true)
            let denial = decision.run()
            #expect(denial?.message == record.denial?.message)
            let kept = KeptDecision(record.request, decision, source: record.source)
            let text = Explanation(kept, by: plan, rules).text(quoting: rules)
            let steps = decision.steps
            traced.withLock { traced in
                traced.recorder.add(steps)
                traced.texts.append(text)
            }
        }
        for second in 0..<40 {
            clock.set(.make(1000 + Int64(second)))
            let (request, body) = Self.request(&random)
            let answers = [later, atOnce].map { $0.front.respond(to: request, body: Array(body.utf8)) }
            #expect(answers[0].head.status == answers[1].head.status)
            // Documents change and go between decisions, and between a decision and the question about it.
            if random.oneIn(3) {
                var owner = request
                owner.method = .post
                owner.path = "/v1/\(Self.documents):commit"
                owner.headerFields[.authorization] = "Bearer owner"
                let write = #"{"writes": [\#(Self.write(&random))]}"#
                for emulator in [later, atOnce] {
                    _ = emulator.front.respond(to: owner, body: Array(write.utf8))
                }
            }
        }
        for emulator in [later, atOnce] { emulator.front.core.database(.test).clear() }
        let expected = traced.withLock { $0 }
        #expect(later.recentDecisions(project: "p").map(\.text) == expected.texts)
        let report = try #require(try later.front.core.rules.rules(project: "p")?.coverageReport())
        #expect(report.uncounted == 0)
        #expect(Self.json(report) == Self.json(CoverageReport(plan, expected.recorder)))
        #expect(expected.texts.count >= 20)
    }

    private static func json(_ report: CoverageReport) -> String {
        var writer = JSONWriter(.compact)
        report.write(to: &writer)
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}
