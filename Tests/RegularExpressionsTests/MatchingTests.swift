import Testing

@testable import RegularExpressions

@Suite("Matching whole texts")
struct MatchingTests {
    @Test(
        arguments: [
            ("", ["": true, "a": false]), ("abc", ["abc": true, "ab": false, "abcd": false, "xabc": false]),
            ("a|ab", ["a": true, "ab": true, "b": false]), ("a*", ["": true, "aaa": true, "aab": false]),
            ("(a|b)*c", ["abbac": true, "c": true, "ab": false]),
            ("a{2,3}", ["a": false, "aa": true, "aaa": true, "aaaa": false]),
            (".", ["\n": false, "é": true, "😀": true, "ab": false]), ("(?s).", ["\n": true]),
            ("^a$", ["a": true, "a\n": false]), ("(?m)a$\n^b", ["a\nb": true]), ("a$b", ["ab": false]),
            ("(?m)a$b", ["ab": false]),
            (#"\bfoo\b.*"#, ["foo bar": true, "foobar": false, "foo": true]), (#"a\Bb"#, ["ab": true]),
            (#"a\bb"#, ["ab": false]),
            (#"\d+\.\d*"#, ["12.5": true, "12.": true, ".5": false, "١.": false]),
            (#"\w+"#, ["a_1": true, "é": false]),
            (#"\s"#, [" ": true, "\u{0B}": false, "\u{A0}": false]),
            ("[^a-z]", ["A": true, "\n": true, "m": false]),
            ("[]a]+", ["]a": true]), ("[a-c-e]+", ["ab-ce": true, "d": false]),
            (#"\x41\x{1F600}\101"#, ["A😀A": true]),
            (#"\Qa.b\E+"#, ["a.bb": true, "axb": false]),
            ("(?i)straße", ["STRAßE": true, "STRASSE": false, "straẞe": true]),
            ("(?i)k", ["\u{212A}": true, "K": true]), ("(?i)[^k]", ["K": false, "\u{212A}": false]),
            ("(?i)σ", ["ς": true, "Σ": true]),
            ("(?i)[a-z]", ["ſ": true, "ß": false]), ("(?i:a)b", ["Ab": true, "AB": false]),
            ("a(?i)b|c", ["aB": true, "C": true, "A": false]),
            (#"\p{Lu}\p{Ll}\pN"#, ["Éa1": true, "aa1": false, "ÉA1": false]),
            (#"\p{Greek}\P{Greek}"#, ["αa": true, "aα": false]),
            (#"[\p{Han}\p{^L}]+"#, ["漢1": true, "a": false]), (#"\p{Hiragana}"#, ["ひ": true, "ヒ": false]),
            ("(|a)+b", ["aab": true, "b": true]), ("(a*)*b", ["aaab": true]),
            ("x{0}y", ["y": true, "xy": false]),
            ("[[:alpha:][:digit:]]+", ["aB1": true, "_": false]), ("[[:^alpha:]]", ["1": true, "a": false]),
            (#"[^\x{0}-\x{10FFFF}]"#, ["a": false, "": false]), ("(?U)a+?b", ["aab": true]),
        ] as [(String, KeyValuePairs<String, Bool>)])
    func `a pattern matches all of a text or none`(_ pattern: String, _ texts: KeyValuePairs<String, Bool>)
        throws
    {
        let expression = try RegularExpression(pattern)
        for (text, isMatch) in texts {
            #expect(try expression.matches(whole: text) == isMatch)
            #expect(try expression.prepared.matches(whole: text) == isMatch)
        }
    }

    @Test func `texts that look the same are told apart`() throws {
        let composed = try RegularExpression("\u{E9}")
        let decomposed = try RegularExpression("e\u{301}")
        #expect(try composed.matches(whole: "\u{E9}") && !composed.matches(whole: "e\u{301}"))
        #expect(try decomposed.matches(whole: "e\u{301}") && !decomposed.matches(whole: "\u{E9}"))
    }

    @Test(arguments: ["(a*)*b", "(a|aa)+b", "(a|a)*b", "(.*)(.*)(.*)(.*)x", "(a?){50}a{50}b"])
    func `time is linear also for patterns that are slow elsewhere`(_ pattern: String) throws {
        let text = String(repeating: "a", count: 3000)
        #expect(try !RegularExpression(pattern).matches(whole: text))
        #expect(try !RegularExpression(pattern).prepared.matches(whole: text))
    }

    @Test func `a match ends after so many steps`() throws {
        let program = try RegularExpression("(a*){100}b").program
        let text = Array(repeating: UInt8(ascii: "a"), count: 1000)
        text.withUnsafeBufferPointer { bytes in
            var machine = ThreadMachine(program, slotCount: 0, mostSteps: 10_000)
            #expect(throws: MatchFailure.self) { try machine.run(bytes, from: 0, whole: true) }
        }
    }
}
