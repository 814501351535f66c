import Testing

@testable import GoogleCredentials

@Suite struct CommandWordsTests {
    @Test(arguments: [
        ("", []), ("  \t\n ", []), ("/bin/a", ["/bin/a"]), (" /bin/a  --b=c\td\n", ["/bin/a", "--b=c", "d"]),
        ("a 'b c' \"d e\"", ["a", "b c", "d e"]), ("a b' c'd\" e\"", ["a", "b cd e"]),
        (#"a '\"' "\"\\\n" \'\ b"#, ["a", #"\""#, #""\\n"#, "' b"]), ("'' \"\"", ["", ""]),
        ("a $HOME `b` *", ["a", "$HOME", "`b`", "*"]), ("é 'ü 😀'", ["é", "ü 😀"]),
    ])
    func `a line is separated as a shell does, and nothing in it is expanded`(
        _ line: String, _ words: [String]
    ) {
        #expect(CommandWords(line)?.words == words)
    }

    @Test(arguments: ["'a", "a \"b", #"a \"#, #""a\""#])
    func `a quotation that does not end is refused`(_ line: String) {
        #expect(CommandWords(line) == nil)
    }
}
