import FirestoreModel
import RulesTesting
import Testing

@Suite("Reading suites")
struct SuiteReadingTests {
    private func problem(_ text: String, _ file: String = "s.yaml") -> String? {
        do throws(SuiteProblem) {
            _ = try SuiteFile(text, file: file, database: SuiteExample.database)
            return nil
        } catch {
            return error.description
        }
    }

    @Test(arguments: [
        ("", "s.yaml: the file is empty"),
        ("- a", "s.yaml:1: expected a map with \"cases\" (or \"testCases\"), found a list"),
        ("suite: x", "s.yaml:1: a suite needs \"cases\": a list of requests with what to expect"),
        ("cases: []", "s.yaml:1: cases: the suite has no cases"),
        ("cases: 1", "s.yaml:1: cases: expected a list, found a number"),
        (
            "suite: x\ntypo: 1\ncases: []",
            "s.yaml:2: typo: a suite has no \"typo\"; it may have: suite, rules, now, users, documents, cases"
        ),
        (
            "cases:\n  - {as: a, get: a/b}",
            "s.yaml:2: cases[0]: a case needs \"expect\": allowed, denied, or {denied: TEXT}"
        ),
        (
            "cases:\n  - {get: a/b, expect: denied}",
            "s.yaml:2: cases[0]: a case needs \"as\": a user, nobody, or admin"
        ),
        (
            "cases:\n  - {as: a, expect: denied}",
            "s.yaml:2: cases[0]: a case needs one of: get, list, query, count, create, set, merge, update, delete, batch, transaction"
        ),
        (
            "cases:\n  - {as: a, get: a/b, list: c, expect: denied}",
            "s.yaml:2: cases[0]: a case does one thing, this one has get and list; use steps for several"
        ),
        (
            "cases:\n  - {as: a, get: a, expect: denied}",
            "s.yaml:2: cases[0].get: \"a\" is not a document: expected collection/document, or more such pairs, separated by slashes"
        ),
        (
            "cases:\n  - {as: a, get: a/b, expect: maybe}",
            "s.yaml:2: cases[0].expect: expected allowed, denied, or {denied: TEXT}"
        ),
        (
            "cases:\n  - {as: a, get: a/b, data: {}, expect: denied}",
            "s.yaml:2: cases[0].data: get takes no data"
        ),
        (
            "cases:\n  - {as: a, set: a/b, expect: denied}",
            "s.yaml:2: cases[0]: set needs \"data\"; {} for no fields"
        ),
        (
            "cases:\n  - {as: a, set: a/b, data: {x: {$delete: true}}, expect: denied}",
            "s.yaml:2: cases[0].data.x: $delete is for update and merge only"
        ),
        (
            "cases:\n  - {as: a, set: a/b, data: {x: [{$increment: 1}]}, expect: denied}",
            "s.yaml:2: cases[0].data.x[0]: $increment can only be a whole field of a write, not inside a list"
        ),
        (
            "cases:\n  - {as: a, set: a/b, data: {x: {$timestamp: soon}}, expect: denied}",
            "s.yaml:2: cases[0].data.x.$timestamp: expected a time such as 2026-01-01T12:00:00Z"
        ),
        (
            "cases:\n  - {as: a, query: {collection: c, where: [[f, =, 1]]}, expect: denied}",
            "s.yaml:2: cases[0].query.where[0][1]: there is no operator =; there are != < <= == > >= array-contains array-contains-any in not-in"
        ),
        ("cases:\n  - name: x\n    steps: []", "s.yaml:3: cases[0].steps: there are no steps"),
        (
            "cases:\n  - as: a\n    steps: []",
            "s.yaml:2: cases[0].as: a case with steps says \"as\" in its steps"
        ),
        ("now: noon\ncases: []", "s.yaml:1: now: expected a time such as 2026-01-01T12:00:00Z"),
        ("cases: [", "s.yaml:2: this is not YAML: did not find expected node content"),
        ("a: 1\na: 2", "s.yaml:2: a map has the same key twice: a"),
        ("cases: *x", "s.yaml:1: this is not YAML: found undefined alias"),
        ("a: &x [*x]", "s.yaml:1: this is not YAML: found undefined alias"),
        ("? [a]\n: 1", "s.yaml:1: a key must be a text"),
        ("a: 1\n---\nb: 2", "s.yaml:2: a file has one document, and a second one begins here"),
        ("a: 1\n\tb: 2", "s.yaml:2: this is not YAML: found a tab character that violates indentation"),
        ("a: 1\nb: \u{1}", "s.yaml:2: this is not YAML: control characters are not allowed"),
        ("\u{FEFF}# nothing\n", "s.yaml: the file is empty"),
    ])
    func `what is wrong is said in one line, with its place`(_ text: String, _ message: String) {
        #expect(problem(text) == message)
    }

    @Test(arguments: [
        ("{", "s.json:1: this is not JSON: a member's name is missing"),
        ("{\"testCases\": [\n\n{]", "s.json:3: this is not JSON: a member's name is missing"),
        (#"{"testCases": []}"#, "s.json: testCases: the suite has no cases"),
        (#"{"testCases": [{}]}"#, "s.json: testCases[0]: a test case needs \"expectation\": ALLOW or DENY"),
        (
            #"{"testCases": [{"expectation": "ALLOW"}]}"#,
            "s.json: testCases[0]: a test case needs \"request\""
        ),
        (
            #"{"testCases": [{"expectation": "ALLOW", "request": {"method": "write", "path": "/a"}}]}"#,
            "s.json: testCases[0].request: a request needs \"method\": one of get, list, create, update, delete"
        ),
        (
            #"{"testCases": [{"expectation": "ALLOW", "request": {"method": "get", "path": "/a"}, "functionMocks": [{"function": "size"}]}]}"#,
            "s.json: testCases[0].functionMocks[0].function: there is no function size; there are get, exists, getAfter, existsAfter"
        ),
    ])
    func `JSON is read strictly`(_ text: String, _ message: String) {
        #expect(problem(text, "s.json") == message)
    }

    @Test func `hostile files are refused, not followed`() {
        let laughs = (1...30).map { "a\($0): &a\($0) [*a\($0 - 1), *a\($0 - 1), *a\($0 - 1)]" }.joined(
            separator: "\n")
        #expect(
            problem("a0: &a0 x\n\(laughs)")?.hasSuffix(
                "the file is too large, once its aliases are written out") == true)
        for open in ["[", "{a: ", "- ", "? ", "[{a: "] {
            #expect(problem(String(repeating: open, count: 50_000)) != nil)
        }
        #expect(
            problem(String(repeating: "[", count: 150) + String(repeating: "]", count: 150))?.hasSuffix(
                "levels deep") == true)
        let deep = String(repeating: "[", count: 60) + String(repeating: "]", count: 60)
        #expect(
            problem(
                "a: &a \(deep)\nb: \(String(repeating: "[", count: 60))*a\(String(repeating: "]", count: 60))"
            )
                == "s.yaml:2: this is nested more than 100 levels deep")
        #expect(problem("cases:\n- \u{0}") != nil)
    }

    @Test func `aliases repeat values, also as keys, and quotes make texts`() throws {
        let text = """
            name: &name "1"
            *name : &list [1, 0x10, 1.5, ~, yes, "true", 'no', true]
            again: *list
            block: |
              two
              lines
            """
        let node = try SuiteNode.yaml(text, file: "s.yaml")
        guard case .map(let entries) = node.content else { throw SuiteProblem(file: "s.yaml", "no map") }
        #expect(entries.map(\.key) == ["name", "1", "again", "block"])
        #expect(entries.map(\.line) == [1, 2, 3, 4])
        #expect(String(describing: entries[1].value.content) == String(describing: entries[2].value.content))
        guard case .list(let elements) = entries[2].value.content,
            case .string(let block) = entries[3].value.content
        else { throw SuiteProblem(file: "s.yaml", "no list") }
        #expect(
            elements.map(\.kind) == [
                "a number", "a number", "a number", "nothing", "a text", "a text", "a text", "true or false",
            ])
        #expect(block == "two\nlines")
    }

    @Test func `both forms are told apart by their content`() throws {
        let short = try SuiteFile(
            "cases: [{as: a, get: a/b, expect: denied}]", file: "a.yaml", database: SuiteExample.database)
        #expect(short.count == 1)
        let json = #"{"cases": [{"as": "a", "get": "a/b", "expect": "denied", "name": "yes"}]}"#
        #expect(
            try SuiteFile(json, file: "a.json", database: SuiteExample.database).filtered("yes").count == 1)
        #expect(
            try SuiteFile(json, file: "a.json", database: SuiteExample.database).filtered("no").count == 0)
    }

    @Test func `values have the types that Firestore has`() throws {
        let text = """
            cases:
              - as: a
                set: a/b
                data: {i: 1, d: 1.0, s: "1", y: yes, n: null, t: {$timestamp: "2026-01-01T00:00:00Z"}, b: {$bytes: AQI=},
                       g: {$geoPoint: [1, 2.5]}, r: {$reference: c/d}, f: {$double: 1}, v: {$vector: [1, 2]}, m: {k: [true]}}
                expect: allowed
            """
        guard case .short(let suite) = try SuiteFile(text, file: "s.yaml", database: SuiteExample.database),
            case .commit(let writes) = suite.cases[0].steps[0].operation,
            case .update(_, let fields, nil)? = writes.first?.operation
        else {
            Issue.record("no write was read")
            return
        }
        #expect(fields["i"] == .integer(1))
        #expect(fields["d"] == .double(1))
        #expect(fields["s"] == .string("1"))
        #expect(fields["y"] == .string("yes"))
        #expect(fields["n"] == .null)
        #expect(fields["t"] == .timestamp(Timestamp(seconds: 1_767_225_600, nanoseconds: 0)))
        #expect(fields["b"] == .bytes([1, 2]))
        #expect(fields["g"] == .geoPoint(GeoPoint(latitude: 1, longitude: 2.5)))
        #expect(fields["f"] == .double(1))
        #expect(fields["m"] == .map(["k": [true]]))
        #expect(fields["v"]?.mapValue?.isVector == true)
        guard case .reference(let name)? = fields["r"] else {
            Issue.record("no reference was read")
            return
        }
        #expect(name.description == "projects/demo-test/databases/(default)/documents/c/d")
    }

    @Test func `an update takes dotted keys, a merge goes by leaves`() throws {
        let text = """
            cases:
              - {as: a, update: a/b, data: {a.b: 1, c: {d: {$increment: 2}, e: 3}, f: {$delete: true}, g: {$serverTimestamp: true}}, expect: allowed}
              - {as: a, merge: a/b, data: {c: {d: 1, e: {}}, f: {$delete: true}}, expect: allowed}
            """
        guard case .short(let suite) = try SuiteFile(text, file: "s.yaml", database: SuiteExample.database)
        else { return }
        let writes = suite.cases.compactMap { item -> Write? in
            if case .commit(let writes) = item.steps[0].operation { writes.first } else { nil }
        }
        guard case .update(_, let fields, let mask?) = writes[0].operation,
            case .update(_, _, let merged?) = writes[1].operation
        else {
            Issue.record("no masks were read")
            return
        }
        #expect(mask.fieldPaths.map(\.description) == ["a.b", "c", "f"])
        #expect(fields == ["a": .map(["b": 1]), "c": .map(["e": 3])])
        #expect(writes[0].transforms.map(\.field.description) == ["c.d", "g"])
        #expect(writes[0].precondition == .exists(true))
        #expect(merged.fieldPaths.map(\.description) == ["c.d", "c.e", "f"])
        #expect(writes[1].precondition == nil)
    }
}
