import JSONText
import TestSupport
import Testing

struct JSONNodeTests {
    /// What a closure reads in a text.
    private func read<Part>(_ text: String, _ body: (JSONNode) -> Part) throws -> Part {
        switch try JSONParser.parse(Array(text.utf8), body) {
        case .success(let part): part
        }
    }

    @Test(
        arguments: [
            (#""""#, ""), (#""a""#, "a"), (#""é😀""#, "é😀"), (#""a\n\u00e9""#, "a\né"),
            (#""\ud83d\ude00é""#, "😀é"),
            (#""\ud83d""#, "?"),
        ])
    func `a string is read without its escapes`(text: String, expected: String) throws {
        #expect(try read(text) { $0.string } == expected)
        #expect(try read(text) { $0.isString(expected) })
        #expect(try read(text) { $0.isString(expected + "x") || $0.isString("x") } == false)
        #expect(try read(text) { $0.digits } == nil)
    }

    @Test func `a string is another one when a byte differs, though both look the same`() throws {
        #expect(try read("\"é\"") { $0.isString("e\u{301}") } == false)
        #expect(try read(#""\u00e9""#) { $0.isString("e\u{301}") } == false)
        #expect(try read(#""e\u0301""#) { $0.isString("e\u{301}") })
    }

    @Test(arguments: ["null", "true", "false", "-1.50e7", "\"1\"", "[1]", "{\"a\":1}"])
    func `a value is of one kind`(text: String) throws {
        try read(text) { node in
            let kinds = [
                node.isNull, node.boolean != nil, node.digits != nil, node.string != nil,
                node.elements != nil, node.members != nil,
            ]
            #expect(kinds.count { $0 } == 1)
            #expect(node.isObject == (node.members != nil))
            #expect(node["x"] == nil)
        }
        #expect(try read("true") { $0.boolean } == true)
        #expect(try read("false") { $0.boolean } == false)
        #expect(try read(" -1.50e7 ") { $0.digits } == "-1.50e7")
    }

    @Test func `elements and members come in the order of the text`() throws {
        let text = #"{"a":[1,[2,{"x":[]}],{}],"b":{"c":{"d":"e"}},"\u0066":true}"#
        let names = try read(text) { $0.members.map { $0.map { $0.name.string ?? "" } } }
        #expect(names == ["a", "b", "f"])
        let elements = try read(text) { $0["a"]?.elements.map { $0.map { $0.tree.compactText } } }
        #expect(elements == ["1", #"[2,{"x":[]}]"#, "{}"])
        #expect(try read(text) { $0["b"]?["c"]?["d"]?.string } == "e")
        #expect(try read(text) { $0["f"]?.boolean } == true)
        #expect(try read("[1,2,3]") { $0.elements?.count } == 3)
        #expect(try read("[]") { $0.elements?.isEmpty } == true)
        #expect(try read("{}") { Array($0.members ?? .init()).count } == 0)
    }

    @Test(
        arguments: [
            (#"{"a":1,"a":2}"#, #"{"a":2}"#), (#"{"a":1,"b":2,"\u0061":3}"#, #"{"a":3,"b":2}"#),
            (#"{"\u0061":[1,2],"b":{"c":1},"a":{"d":[3]}}"#, #"{"a":{"d":[3]},"b":{"c":1}}"#),
            (#"{"é":1,"\u00e9":2,"e\u0301":3}"#, #"{"é":2,"é":3}"#),
            (#"[{"x":{"a":1,"a":[2]},"x":{"b":1,"b":2}},3]"#, #"[{"x":{"b":2}},3]"#),
            ("{\"\":1,\"\":2}", "{\"\":2}"),
        ])
    func `of members with one name the last value counts, in the place of the first`(
        text: String, expected: String
    ) throws {
        #expect(try read(text) { $0.tree.compactText } == expected)
    }

    @Test func `names may be repeated among many`() throws {
        let names = (0..<1000).map { $0.isMultiple(of: 2) ? "n\($0 % 100)" : #"\u006e\#($0 % 100)"# }
        let text = "{" + names.enumerated().map { #""\#($1)":\#($0)"# }.joined(separator: ",") + "}"
        let members = try read(text) { $0.members?.map { ($0.name.string, $0.value.digits) } ?? [] }
        #expect(members.map(\.0) == (0..<100).map { "n\($0)" })
        #expect(members.map(\.1) == (900..<1000).map { "\($0)" })
    }

    @Test(arguments: SeededGenerator.seeds(20))
    func `a random tree comes back`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let tree = randomTree(&generator, depth: 5)
        for style in [JSONWriter.Style.pretty, .compact] {
            var writer = JSONWriter(style)
            writer.tree(tree)
            #expect(try JSONParser.parse(writer.bytes) == tree)
        }
    }

    private func randomTree(_ generator: inout SeededGenerator, depth: Int) -> JSON {
        switch generator.int(0...(depth > 0 ? 6 : 3)) {
        case 0: .null
        case 1: .boolean(generator.oneIn(2))
        case 2: .number(generator.pick(["0", "-0", "1.5", "1e400", "12345678901234567890123"]))
        case 3: .string(generator.randomText())
        case 4: .array(generator.list(0...9) { randomTree(&$0, depth: depth - 1) })
        default:
            .object(
                generator.list(0...12) { $0.int(0...99) }.reduce(into: []) { members, number in
                    let name = "\(generator.randomText())\(number)"
                    if members[name] != nil { return }
                    members.append(JSON.Member(name, randomTree(&generator, depth: depth - 1)))
                })
        }
    }
}
