import FirestoreRules
import RulesTesting
import Testing

@Suite("Lists of known equivalents")
struct KnownEquivalentsTests {
    @Test func `entries name mutants by id or by line, with a reason`() throws {
        let known = try KnownEquivalents(
            """
            # Comments and empty lines do not count.

            0123abcd: size never is negative
            0123abcd-2 :  two  blanks
            `allow read: if x == `y`;`: backquotes may stand inside
            """, file: "known.txt")
        #expect(
            known.entries == [
                .init(name: .id("0123abcd"), reason: "size never is negative", line: 3),
                .init(name: .id("0123abcd-2"), reason: "two blanks", line: 4),
                .init(
                    name: .line("allow read: if x == `y`;"), reason: "backquotes may stand inside", line: 5),
            ])
    }

    @Test func `a line in brackets names the rules of the entries after it`() throws {
        let known = try KnownEquivalents(
            "01: any\n[a.rules]\n02: of a\n  [../b.json]  \n03: of b\n", file: "known.txt")
        #expect(known.entries.map(\.rules) == [nil, "a.rules", "../b.json"])
        #expect(known.entries { $0 == "a.rules" }.entries.map(\.reason) == ["any", "of a"])
    }

    @Test(arguments: [
        ("[a.rules", "expected the path of a rules file"), ("[]", "expected the path of a rules file"),
        ("[a] b", "expected the path of a rules file"), ("0123abcd", "expected the id of a mutant"),
        ("0123abcd:  ", "say why"),
        ("`line: reason", "expected the id"),
        ("what: reason", "expected the id"),
    ])
    func `an entry without a name or a reason is refused`(_ line: String, _ message: String) {
        let error = #expect(throws: SuiteProblem.self) {
            try KnownEquivalents("\n" + line, file: "known.txt")
        }
        #expect(error?.description.hasPrefix("known.txt:2: \(message)") == true)
    }
}
