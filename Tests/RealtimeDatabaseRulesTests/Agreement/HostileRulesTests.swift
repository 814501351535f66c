import RealtimeDatabaseModel
import RealtimeDatabaseRules
import RulesCore
import TestSupport
import Testing

@Suite("Hostile rules")
struct HostileRulesTests {
    private static let pieces = [
        "{", "}", "[", "]", ":", ",", "\"", "\\", "\\u", "\\uD800", "/*", "*/", "//", "\n", "\r", "\t", " ",
        "\"rules\"", "\".read\"",
        "\".write\"", "\".validate\"", "\".indexOn\"", "\"$a\"", "\"$b\"", "$a", "true", "false", "null", "1",
        ".5", "1e9", "-", "'", "(", ")",
        "&&", "||", "!", "?", "==", "===", "<", "+", "%", "auth", ".uid", "root", "data", "newData",
        ".child(", ".val()", ".exists()",
        ".hasChildren([", ".matches(/", "/)", "/i", "^", "$", "*", "{2}", "[a-z]", "now", "query", "é", "😀",
        "\u{0}", "\u{FEFF}", "\u{202E}",
    ]

    /// Ends as it should: with rules that decide, or with something to say, with places in the file.
    private func check(_ text: String) {
        do {
            let ruleset = try DatabaseRuleset(text)
            _ = try? ruleset.explain(
                DatabaseRequest(.read(DatabasePath("a/b"), nil), auth: .bob, now: 0, root: .null)
            ).text(quoting: ruleset.source)
            _ = try? ruleset.explain(
                DatabaseRequest(
                    .write([DatabasePath("a/b")], after: .number(1)), auth: .bob, now: 0, root: .null)
            ).json
            _ = DatabaseCoverage(ruleset)
        } catch {
            #expect(!error.diagnostics.isEmpty && !error.description.isEmpty)
            let length = text.unicodeScalars.count
            for diagnostic in error.diagnostics {
                guard let range = diagnostic.range else {
                    Issue.record("a problem has no place")
                    continue
                }
                #expect(range.start.offset <= range.endOffset + 1 && range.endOffset < length)
                #expect(range.start.line >= 1 && range.start.column >= 1)
            }
        }
    }

    @Test(arguments: SeededGenerator.seeds(60))
    func `a heap of pieces is read to its end`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<20 {
            check(generator.list(0...60) { $0.pick(Self.pieces) }.joined())
            let condition = generator.list(0...20) { $0.pick(Self.pieces.dropFirst(24)) }.joined(
                separator: generator.oneIn(2) ? " " : "")
            check("{\"rules\": {\"$a\": {\".write\": \(DataNode.string(condition).json)}}}")
        }
    }

    @Test(arguments: SeededGenerator.seeds(60))
    func `correct rules with something more, less or elsewhere are read to their end`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<20 {
            var scalars = Array("{\"rules\": \(ReceiptRulesTests.rules)}".unicodeScalars)
            for _ in 0..<generator.int(1...4) {
                let place = generator.int(0...(scalars.count - 1))
                switch generator.int(0...3) {
                case 0: scalars.insert(contentsOf: generator.pick(Self.pieces).unicodeScalars, at: place)
                case 1: scalars.removeSubrange(place..<min(place + generator.int(1...8), scalars.count - 1))
                case 2: scalars = Array(scalars[place...] + scalars[..<place])
                default: scalars[place] = generator.pick(scalars)
                }
            }
            check(String(String.UnicodeScalarView(scalars)))
        }
    }

    @Test(arguments: SeededGenerator.seeds(20))
    func `bytes of any kind are read to their end`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        check(String(decoding: generator.bytes(0...2_000), as: UTF8.self))
        check("{\"rules\": {\"" + String(decoding: generator.bytes(0...200), as: UTF8.self) + "\": {}}}")
    }

    @Test func `a file with very many rules is read without much work`() throws {
        let rules = (0..<5_000).map {
            "\"k\($0)\": {\".read\": \"auth.uid === 'u\($0)' && data.child('a/b').val() > \($0)\"}"
        }
        let ruleset = try DatabaseRuleset("{\"rules\": {" + rules.joined(separator: ",\n") + "}}")
        #expect(ruleset.statements.count == 5_000)
    }

    @Test func `deep data and deep rules are decided about on a small stack`() async throws {
        var rules = "{\".validate\": \"newData.exists()\"}"
        for level in (0..<90).reversed() {
            rules = "{\"$k\(level)\": \(rules), \".validate\": \"newData.hasChildren() || true\"}"
        }
        let text = "{\"rules\": {\".write\": true, \"a\": \(rules)}}"
        var data = DataNode.boolean(true)
        for _ in 0..<90 {
            var children = DataChildren()
            children["x"] = data
            data = DataNode(children)
        }
        let after = data
        let isAllowed = await SmallStack.run { () -> Bool? in
            var root = DataNode.null
            root.set(after, at: DatabasePath(["a"]))
            let request = DatabaseRequest(
                .write([DatabasePath(["a"])], after: root), auth: .null, now: 0, root: .null)
            return try? DatabaseRuleset(text).decide(request).isAllowed
        }
        #expect(isAllowed == true)
    }
}
