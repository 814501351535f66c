import RealtimeDatabaseModel
import RealtimeDatabaseRules
import RulesCore
import Testing

@Suite("Reading rules files")
struct FileTests {
    @Test func `comments and blanks may stand between everything`() throws {
        let ruleset = try DatabaseRuleset(
            """
            /* rules */ { // of a chat
              "rules" /**/ : {
                "a": { /* first
                second line */ ".read" : true , ".indexOn" : [ "x" , // and
                  "y/z" ] }
              }
            } // end
            """)
        #expect(ruleset.statements.count == 1)
        #expect(ruleset.statements.first?.pathText == "/a")
        #expect(
            ruleset.root.children["a"]?.indexes.children == [try DatabasePath("x"), try DatabasePath("y/z")])
    }

    @Test func `a condition may go on over several lines`() throws {
        let probe = try RulesProbe(
            """
            {".read": "auth.uid === 'bob' &&
                       query.orderByKey &&\t
                       now > 5"}
            """)
        #expect(try probe.reads("a"))
        #expect(try !probe.reads("a", as: .null))
    }

    @Test func `escapes of a string are decoded`() throws {
        let probe = try RulesProbe(#"{"\u0061b": {".read": "\"\u00e9\uD83D\uDE00\/\" == 'é😀/'"}}"#)
        #expect(try probe.reads("ab"))
        let controls = try RulesProbe(#"{".read": "'\\b\\f\\t\\\\' == '\b\f\t\\\\'\n && \r true"}"#)
        #expect(try controls.reads("ab"))
    }

    @Test func `rules know their place`() throws {
        let ruleset = try DatabaseRuleset(
            #"{"rules": {".read": false, "a": {"$b": {".write": "true", "c": {".validate": true}}}}}"#)
        #expect(ruleset.statements.map(\.kind) == [.read, .write, .validate])
        #expect(ruleset.statements.map(\.pathText) == ["/", "/a/$b", "/a/$b/c"])
        #expect(ruleset.statements.last?.captures.map(\.name) == ["$b"])
        #expect(ruleset.statements.last?.captures.map(\.level) == [1])
        #expect(ruleset.statements.map(\.id) == [0, 1, 2])
    }

    @Test func `expressions know where they stand, behind escapes too`() throws {
        let content = #"{"rules": {".read": "\"\u0061\" == 'b' || data.exists()"}}"#
        let ruleset = try DatabaseRuleset(content)
        let statement = try #require(ruleset.statements.first)
        guard case .logical(.or, let operands) = statement.condition.kind else {
            Issue.record("no ||")
            return
        }
        let ranges = operands.map { statement.range(of: $0, in: ruleset.lines) }
        #expect(ranges.map { ruleset.lines.text($0.offsets) } == [#"\"\u0061\" == 'b'"#, "data.exists()"])
        #expect(operands.map { statement.text(of: $0) } == [#""a" == 'b'"#, "data.exists()"])
        #expect(ranges.map(\.start.column) == [22, 43])
    }

    @Test func `a file begins with a byte order mark, or not`() {
        #expect(problems("\u{FEFF}{\"rules\": {}}") == [])
    }
}
