import RealtimeDatabaseRules
import TestSupport
import Testing

@Suite("Methods of strings")
struct StringTests {
    @Test(arguments: [
        ("'abc'.length == 3", "true"), ("''.length == 0", "true"), ("'é'.length == 1", "true"),
        ("'😀'.length == 2", "true"),
        ("'e\u{301}'.length == 2", "true"), ("root.val().length == 7", "true"),
        ("'abc'.contains('b')", "true"), ("'abc'.contains('')", "true"), ("'abc'.contains('x')", "false"),
        ("'abc'.contains('abcd')", "false"), ("'aab'.contains('ab')", "true"),
        ("'ababac'.contains('abac')", "true"),
        ("'é'.contains('e')", "false"), ("'e\u{301}'.contains('e')", "true"),
        ("'abc'.beginsWith('ab')", "true"), ("'abc'.beginsWith('b')", "false"),
        ("'abc'.beginsWith('')", "true"),
        ("'e\u{301}'.beginsWith('e')", "true"),
        ("'abc'.endsWith('bc')", "true"), ("'abcbc'.endsWith('bc')", "true"),
        ("'abc'.endsWith('b')", "false"), ("'abc'.endsWith('')", "true"),
        ("'abc'.endsWith('xabc')", "false"),
        ("'a.b.c'.replace('.', '-') == 'a-b-c'", "true"), ("'aaa'.replace('aa', 'b') == 'ba'", "true"),
        ("'abc'.replace('x', 'y') == 'abc'", "true"), ("'abc'.replace('', 'y') == 'abc'", "true"),
        ("'abc'.replace('b', '') == 'ac'", "true"), ("'$1'.replace('$1', '$&') == '$&'", "true"),
        ("auth.uid.replace('o', '0') == 'b0b'", "true"),
        ("'ÄbC'.toLowerCase() == 'äbc'", "true"), ("'äbC'.toUpperCase() == 'ÄBC'", "true"),
        ("'ß'.toUpperCase() == 'SS'", "true"),
        ("root.val().toUpperCase().beginsWith('SOME')", "true"), ("root.val().matches(/^some/)", "true"),
        ("auth.token.text.matches(/^ONE$/i)", "true"), ("$a['contains']('ef')", "true"),
    ])
    func `a string is asked`(condition: String, expected: String) throws {
        #expect(try RulesProbe.outcome(condition, "\"some é!\"") == expected)
    }

    @Test(arguments: [
        ("root.val().contains('a')", "contains() is for strings, not for a number"),
        ("root.val().length == 1", "length is for strings, not for a number"),
        ("root.child('x').val().length < 5", "length is for strings, not for null"),
        ("root.val().toLowerCase() == ''", "toLowerCase() is for strings, not for a number"),
        ("root.val().matches(/a/)", "matches() is for strings, not for a number"),
        ("auth.token.none.endsWith('a')", "endsWith() is for strings, not for null"),
        ("auth.contains('a')", "contains() is for strings, not for a map"),
        ("'a'.contains(auth.token.none)", "contains() takes a string, not null"),
        ("'a'.beginsWith(root.val())", "beginsWith() takes a string, not a number"),
        ("'a'.endsWith(auth.token.flag)", "endsWith() takes a string, not a boolean"),
        ("'a'.replace('a', auth.token.count) == ''", "replace() takes a string, not a number"),
        ("'a'.replace(auth.token.roles, 'a') == ''", "replace() takes a string, not a list"),
    ])
    func `what is no string is an error`(condition: String, expected: String) throws {
        #expect(try RulesProbe.outcome(condition, "5") == expected)
    }

    @Test(arguments: SeededGenerator.seeds(20))
    func `parts are found where they are`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<10 {
            let text = generator.list(0...12) { $0.pick(["a", "b", "é"]) }.joined()
            let part = generator.list(1...3) { $0.pick(["a", "b", "é"]) }.joined()
            let substitute = generator.list(0...2) { $0.pick(["a", "x"]) }.joined()
            let isExpected = text.indices.contains { text[$0...].hasPrefix(part) }
            #expect(try RulesProbe.outcome("'\(text)'.contains('\(part)')") == "\(isExpected)")
            let replaced = text.split(separator: part, omittingEmptySubsequences: false).joined(
                separator: substitute)
            #expect(
                try RulesProbe.outcome("'\(text)'.replace('\(part)', '\(substitute)') == '\(replaced)'")
                    == "true")
        }
    }

    @Test func `a part is found in time linear in both`() throws {
        let text = String(repeating: "a", count: 400_000)
        let probe = try RulesProbe(
            condition: "root.child('text').val().contains(root.child('part').val())",
            "{\"text\": \"\(text)\", \"part\": \"\(text.dropFirst(200_000))b\"}")
        #expect(try !probe.reads("left/right"))
    }
}
