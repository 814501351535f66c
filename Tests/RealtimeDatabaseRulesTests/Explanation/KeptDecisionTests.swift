import RealtimeDatabaseModel
import RealtimeDatabaseRules
import RulesCore
import TestSupport
import Testing

@Suite("Decisions that are explained later")
struct KeptDecisionTests {
    private static let rules = #"""
        {"notes": {
            "$note": {
                ".write": "auth.uid === 'bob' && $note !== 'n25'",
                "text": {".validate": "newData.isString() && newData.val() !== data.val()"}
            },
            ".read": "data.child('members').child(auth.uid).exists()"
        }}
        """#

    private func checkSame(_ request: DatabaseRequest, _ probe: RulesProbe) -> Explanation {
        let kept = KeptDecision(probe.ruleset.decide(request), on: request, by: probe.ruleset)
        let traced = probe.ruleset.decide(request, isTraced: true)
        #expect(kept.isAllowed == traced.isAllowed)
        #expect(kept.explanation == Explanation(traced, on: request, by: probe.ruleset))
        return kept.explanation
    }

    /// Writes a text into some of thirty notes.
    private func writing(
        _ probe: RulesProbe, _ notes: Range<Int>, _ text: String = "\"x\""
    ) throws -> DatabaseRequest {
        var after = probe.root
        let paths = try notes.map { try DatabasePath("notes/n\($0)/text") }
        for path in paths { after.set(try DataNode(json: Array(text.utf8)), at: path) }
        return DatabaseRequest(.write(paths, after: after), auth: .bob, now: 7, root: probe.root)
    }

    @Test func `of many writes that were allowed the first are explained`() throws {
        let probe = try RulesProbe(Self.rules)
        let explanation = checkSame(try writing(probe, 0..<25), probe)
        #expect(explanation.isAllowed && explanation.firstOperation == 1)
        #expect(explanation.operationCount == 25 && explanation.operations.count == 20)
    }

    @Test func `of many writes the one that was denied is explained`() throws {
        let probe = try RulesProbe(Self.rules, #"{"notes": {"n3": {"text": "x"}}}"#)
        let ungranted = checkSame(try writing(probe, 10..<30), probe)
        #expect(!ungranted.isAllowed && ungranted.firstOperation == 16 && ungranted.operationCount == 20)
        #expect(ungranted.operations.map(\.target) == ["/notes/n25/text"])
        let invalid = checkSame(try writing(probe, 0..<9), probe)
        #expect(!invalid.isAllowed && invalid.firstOperation == 4 && invalid.operationCount == 9)
        #expect(invalid.attempts.map(\.operation.method) == [".validate"])
    }

    @Test func `reads are explained with what was there`() throws {
        let probe = try RulesProbe(Self.rules, #"{"notes": {"members": {"bob": true}}}"#)
        #expect(checkSame(try probe.reading("notes/n1"), probe).isAllowed)
        #expect(!checkSame(try probe.reading("notes", as: .user("eve")), probe).isAllowed)
        #expect(!checkSame(try probe.reading("none", as: .null), probe).isAllowed)
    }
}
