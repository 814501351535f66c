import FirestoreModel
import TestSupport
import Testing

struct FieldPathTests {
    @Test(arguments: [
        ("a", ["a"]), ("_", ["_"]), ("a1_B", ["a1_B"]), ("a.b.c", ["a", "b", "c"]), ("`a.b`", ["a.b"]),
        ("a.`b.c`.d", ["a", "b.c", "d"]), ("`a\\`b`", ["a`b"]), ("`a\\\\`", ["a\\"]),
        ("`\\\"\\'\\?`", ["\"'?"]),
        ("`0a`", ["0a"]), ("`é`", ["é"]), ("`e\u{301}`", ["e\u{301}"]), ("`\u{301}`", ["\u{301}"]),
        ("` `", [" "]), ("`a`", ["a"]), ("`a`.`b`", ["a", "b"]), ("__name__", ["__name__"]),
    ])
    func `a path is read from its text`(text: String, names: [String]) throws {
        #expect(try FieldPath(parsing: text) == FieldPath(names))
    }

    @Test(arguments: [
        (#"`\a\b\t\n\v\f\r`"#, "\u{7}\u{8}\t\n\u{B}\u{C}\r"), (#"`\x41\X42`"#, "AB"),
        (#"`\u00e9\U0001F600`"#, "é😀"),
        (#"`\ud83d\ude00`"#, "😀"), (#"`\ud83dx\ude00\ud83d`"#, "?x??"), (#"`\101\377`"#, "A\u{FF}"),
        ("`a\rb\r\nc\n`", "a\nb\nc\n"), (#"`a\000b`"#, "a\0b"),
    ])
    func `a quoted name may hold the escapes of a text`(text: String, name: String) throws {
        #expect(try FieldPath(parsing: text) == FieldPath([name]))
    }

    @Test(arguments: [
        #"`\q`"#, #"`\.`"#, #"`\x4`"#, #"`\x4g`"#, #"`\u004`"#, #"`\U00110000`"#, #"`\12`"#, #"`\400`"#,
        #"`\8`"#, #"`\é`"#, "`\\\n`",
    ])
    func `an invalid escape is refused`(text: String) {
        #expect(throws: FieldPath.ParsingError.malformed(text)) { try FieldPath(parsing: text) }
    }

    @Test(arguments: [
        ".", "a.", ".a", "a..b", "a b", "0a", "a-b", "é", "*", "a.*", "`", "``", "a`", "`a", "`a`b", "a`b`",
        "`a``b`",
        "`a\\`", "a.``", "`a`.", " a", "a ", "a/b", "a\u{0}",
    ])
    func `a text of another form is refused`(text: String) {
        #expect(throws: FieldPath.ParsingError.malformed(text)) { try FieldPath(parsing: text) }
    }

    @Test(arguments: [
        "__key__", "a.__key__", "`__key__`", "__key__/x", "__key__.", "__key__é", "__key__.0", "a.__key__`",
    ])
    func `the name of the key is refused before what follows it`(text: String) {
        #expect(throws: FieldPath.ParsingError.nameOfKey) { try FieldPath(parsing: text) }
    }

    @Test func `an empty text is refused in its own way`() {
        #expect(throws: FieldPath.ParsingError.empty) { try FieldPath(parsing: "") }
    }

    @Test(arguments: [
        (["a", "b"], "a.b"), (["a.b"], "`a.b`"), (["a`b\\"], "`a\\`b\\\\`"), (["0"], "`0`"),
        (["é", "_x"], "`é`._x"), (["a\rb\nc"], "`a\\rb\nc`"),
    ])
    func `names are quoted only where it is needed`(names: [String], text: String) {
        #expect(FieldPath(names).description == text)
    }

    @Test(arguments: SeededGenerator.seeds(20))
    func `a random path comes back from its text`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<200 {
            let path = generator.randomFieldPath()
            #expect(try FieldPath(parsing: path.description) == path)
        }
    }

    @Test func `paths sort by their names`() {
        let paths = [["a"], ["a", "b"], ["a", "c"], ["a!"], ["b"], ["\u{FFEE}"], ["😀"]].map { FieldPath($0) }
        #expect(paths.reversed().sorted() == paths)
    }

    @Test func `a path is a prefix of itself and of what lies below`() {
        let path = FieldPath(["a", "b"])
        #expect(path.isPrefix(of: path))
        #expect(path.isPrefix(of: FieldPath(["a", "b", "c"])))
        #expect(!path.isPrefix(of: FieldPath(["a"])))
        #expect(!path.isPrefix(of: FieldPath(["a", "bc"])))
    }

    @Test func `one path stands for the id`() {
        #expect(FieldPath.documentID().isDocumentID)
        #expect(FieldPath.documentID().description == "__name__")
        #expect(!FieldPath(["__name__", "a"]).isDocumentID)
    }
}
