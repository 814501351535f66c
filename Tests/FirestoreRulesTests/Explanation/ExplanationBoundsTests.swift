import FirestoreModel
import FirestoreRules
import JSONText
import Testing

/// Explanations stay short, whatever they are about.
@Suite struct ExplanationBoundsTests {
    @Test func `long texts, lists and maps are cut`() throws {
        let long = String(repeating: "secret ", count: 100)
        let probe = try ExplanationProbe(
            "match /n/{id} { allow get: if resource.data.text == resource.data.list || resource.data == 1; }",
            storing: [
                "n/1": [
                    "text": .string(long), "list": .array((0..<100).map { .integer($0) }),
                    "map": .map(["a": .map(["b": .map(["c": .map(["d": 1])])])]),
                ]
            ])
        let text = probe.text([try ExplanationProbe.get("n/1")])
        #expect(text.contains("resource.data.text is \"\(long.prefix(60))…\""))
        #expect(text.contains("resource.data.list is [0, 1, 2, 3, 4, 5, 6, 7, … 92 more]"))
        #expect(!text.contains(long.prefix(62)))
        #expect(text.utf8.count < 2000)
    }

    @Test func `nothing in a document, a name or a rules file steers a terminal`() throws {
        let evil = "\u{1B}[31m\n\u{202E}\"x"
        let probe = try ExplanationProbe(
            "match /n/{id} { allow get: if resource.data.t == 'a\u{1B}[2J' /* \u{1B}[2J */; }",
            storing: ["n/\(evil)": ["t": .string(evil)]])
        let explanation = probe.explain([try ExplanationProbe.get("n/\(evil)")], as: evil)
        for text in [explanation.text(quoting: probe.source), explanation.text(), explanation.summary] {
            #expect(!text.unicodeScalars.contains("\u{1B}"))
            #expect(!text.unicodeScalars.contains("\u{202E}"))
        }
        let text = explanation.text(quoting: probe.source)
        #expect(text.contains("DENIED get n/\\u{1b}[31m\\u{a}\\u{202e}\"x as \\u{1b}[31m"))
        #expect(text.contains("resource.data.t is \"\\u{1b}[31m\\u{a}\\u{202e}\\\"x\""))
    }

    @Test func `a long line is cut to what lies around the place`() throws {
        let filler = (0..<20).map { "request.time != null && \($0) == \($0)" }.joined(separator: " && ")
        let probe = try ExplanationProbe(
            "match /n/{id} { allow get: if \(filler) && id == 'other' && \(filler); }")
        let text = probe.text([try ExplanationProbe.get("n/1")])
        #expect(text.contains("…"))
        #expect(text.contains("id == 'other'"))
        #expect(text.split(separator: "\n").allSatisfy { $0.count < 200 })
    }

    @Test func `variables of variables do not make an explanation grow without end`() throws {
        let bindings = (1..<10).map { "let v\($0) = v\($0 - 1) || v\($0 - 1);" }.joined(separator: "\n")
        let probe = try ExplanationProbe(
            """
            function f() {
              let v0 = request.auth == null;
              \(bindings)
              return v9 || v9;
            }
            match /n/{id} { allow get: if f(); }
            """)
        let explanation = probe.explain([try ExplanationProbe.get("n/1")])
        func count(_ finding: Explanation.Finding) -> Int { finding.causes.reduce(1) { $0 + count($1) } }
        let finding = try #require(explanation.attempts.first?.finding)
        #expect(count(finding) <= 400)
        #expect(count(finding) > 100)
    }

    @Test func `rules that take too many expressions are told so`() throws {
        let probe = try ExplanationProbe(
            "function f() { return \((0..<40).map { "\($0)" }.joined(separator: " + ")) > 1; }\n"
                + "match /n/{id} { allow get: if \((0..<20).map { _ in "f()" }.joined(separator: " && ")); }")
        let explanation = probe.explain([try ExplanationProbe.get("n/1")])
        #expect(explanation.attempts.map(\.result) == [.budgetExceeded])
        #expect(explanation.text(quoting: probe.source).contains("one decision may take 1000 expressions"))
    }

    @Test func `JSON holds the tree`() throws {
        let probe = try ExplanationProbe(
            """
            function f(x) { return x == 'a' && resource.data.n > 1; }
            match /n/{id} { allow get: if f(id); }
            """)
        let json = try JSONParser.parse(
            Array(probe.explain([try ExplanationProbe.get("n/b")], as: nil).json.utf8))
        #expect(json["allowed"] == .boolean(false))
        #expect(json["user"] == .null)
        #expect(json["headline"] == .string("DENIED get n/b as nobody"))
        let finding = json["attempts"]?.array?.first?["finding"]
        #expect(finding?["expression"] == .string("f(id)"))
        #expect(finding?["values"]?.array?.first?["name"] == .string("x"))
        let body = finding?["causes"]?.array?.first
        #expect(body?["expression"] == .string("x == 'a' && resource.data.n > 1"))
        #expect(body?["causes"]?.array?.first?["expression"] == .string("x == 'a'"))
        #expect(body?["causes"]?.array?.first?["sourcePosition"]?["line"] == .number("3"))
    }
}
