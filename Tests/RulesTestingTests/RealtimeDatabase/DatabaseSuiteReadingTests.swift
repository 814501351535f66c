import RealtimeDatabaseModel
import RulesTesting
import Testing

@Suite("Reading suites for the Realtime Database")
struct DatabaseSuiteReadingTests {
    private func problem(_ text: String, _ file: String = "s.yaml") -> String? {
        do throws(SuiteProblem) {
            _ = try TestSuite(text, file: file, rules: "r.json", database: SuiteExample.database)
            return nil
        } catch {
            return error.description
        }
    }

    @Test(arguments: [
        ("rules: r.json\ncases: [{as: a, get: b, expect: denied}]", true),
        ("rules: R.JSON\ncases: [{as: a, get: b, expect: denied}]", true),
        ("data: {a/b: 1}\ncases: [{as: a, get: b, expect: denied}]", true),
        ("rules: firestore.rules\ncases: [{as: a, get: a/b, expect: denied}]", false),
        ("documents: {a/b: {}}\ncases: [{as: a, get: a/b, expect: denied}]", false),
        ("cases: [{as: a, get: a/b, expect: denied}]", false),
    ])
    func `the rules file and the data tell what a suite is for`(_ text: String, _ isOfDatabase: Bool) throws {
        let suite = try TestSuite(text, file: "s.yaml", database: SuiteExample.database)
        #expect(suite.isOfDatabase == isOfDatabase)
        #expect(suite.count == 1)
    }

    @Test(arguments: [
        (
            "data: {}\ndocuments: {}",
            "s.yaml:2: documents: a suite for the Realtime Database has no \"documents\"; it may have: suite, rules, now, users, data, cases"
        ),
        ("data: {}", "s.yaml:1: a suite needs \"cases\": a list of requests with what to expect"),
        ("cases: []", "s.yaml:1: cases: the suite has no cases"),
        (
            "cases:\n  - {as: a, list: b, expect: denied}",
            "s.yaml:2: cases[0].list: a case has no \"list\"; it may have: name, given, steps, as, expect, value, data, get, query, set, update, push, remove"
        ),
        (
            "cases:\n  - {as: a, expect: denied}",
            "s.yaml:2: cases[0]: a case needs one of: get, query, set, update, push, remove"
        ),
        (
            "cases:\n  - {as: a, get: b, remove: b, expect: denied}",
            "s.yaml:2: cases[0]: a case does one thing, this one has get and remove; use steps for several"
        ),
        (
            "cases:\n  - {as: a, get: b}",
            "s.yaml:2: cases[0]: a case needs \"expect\": allowed, denied, or {denied: TEXT}"
        ),
        (
            "cases:\n  - {as: a, get: b, value: 1, expect: denied}",
            "s.yaml:2: cases[0].value: get takes no value"
        ),
        (
            "cases:\n  - {as: a, set: b, data: {}, expect: denied}",
            "s.yaml:2: cases[0].data: set takes no data"
        ),
        ("cases:\n  - {as: a, set: b, expect: denied}", "s.yaml:2: cases[0]: set needs \"value\""),
        ("cases:\n  - {as: a, push: b, expect: denied}", "s.yaml:2: cases[0]: push needs \"value\""),
        ("cases:\n  - {as: a, update: b, expect: denied}", "s.yaml:2: cases[0]: update needs \"data\""),
        (
            "cases:\n  - {as: a, update: b, data: {}, expect: denied}",
            "s.yaml:2: cases[0].data: there is nothing to update"
        ),
        (
            "cases:\n  - {as: a, update: b, data: {x: 1, x/y: 2}, expect: denied}",
            "s.yaml:2: cases[0].data: the path \"x/y\" is within another one of the update, or contains it"
        ),
        (
            "cases:\n  - {as: a, get: b.c, expect: denied}",
            "s.yaml:2: cases[0].get: the path \"b.c\" is not one: a key holds one of . # $ / [ ]"
        ),
        (
            "data:\n  a$: 1\ncases: []",
            "s.yaml:2: data.a$: the path \"a$\" is not one: a key holds one of . # $ / [ ]"
        ),
        (
            "cases:\n  - {as: a, set: b, value: {x.y: 1}, expect: denied}",
            "s.yaml:2: cases[0].value: the key \"x.y\" holds one of . # $ / [ ]"
        ),
        (
            "cases:\n  - {as: a, set: b, value: {x: {$now: true}}, expect: denied}",
            "s.yaml:2: cases[0].value.x: there is no $now; there are $serverTimestamp, $increment, $repeat"
        ),
        (
            "cases:\n  - {as: a, set: b, value: {$serverTimestamp: 1}, expect: denied}",
            "s.yaml:2: cases[0].value.$serverTimestamp: expected true"
        ),
        (
            "cases:\n  - {as: a, set: b, value: {$increment: x}, expect: denied}",
            "s.yaml:2: cases[0].value.$increment: expected a number, found a text"
        ),
        (
            "cases:\n  - {as: a, set: b, value: {$repeat: [x, -1]}, expect: denied}",
            "s.yaml:2: cases[0].value.$repeat: the text would be longer than 1048576 bytes"
        ),
        (
            "cases:\n  - {as: a, set: b, value: {$repeat: [xx, 4611686018427387904]}, expect: denied}",
            "s.yaml:2: cases[0].value.$repeat: the text would be longer than 1048576 bytes"
        ),
        (
            "cases:\n  - {as: a, set: b, value: {.sv: later}, expect: denied}",
            "s.yaml:2: cases[0].value: \".sv\" is \"timestamp\" or {\"increment\": NUMBER}"
        ),
        (
            "cases:\n  - {as: a, set: b, value: .nan, expect: denied}",
            "s.yaml:2: cases[0].value: the database cannot store this number"
        ),
        (
            "cases:\n  - {as: a, query: {}, expect: denied}",
            "s.yaml:2: cases[0].query: a query needs \"path\""
        ),
        (
            "cases:\n  - {as: a, query: {path: b, limitToLast: 5}, expect: denied}",
            "s.yaml:2: cases[0].query: orderBy must be defined when other query parameters are defined"
        ),
        (
            "cases:\n  - {as: a, query: {path: b, orderBy: $key, limitToLast: 0}, expect: denied}",
            "s.yaml:2: cases[0].query: limitToLast must be a positive integer"
        ),
        (
            "cases:\n  - {as: a, query: {path: b, orderBy: x, startAt: {y: 1}}, expect: denied}",
            "s.yaml:2: cases[0].query.startAt: expected a text, a number, true, false or null"
        ),
        ("cases:\n  - name: x\n    steps: []", "s.yaml:3: cases[0].steps: there are no steps"),
        (
            "cases:\n  - set: b\n    steps: []",
            "s.yaml:2: cases[0].set: a case with steps says \"set\" in its steps"
        ),
        ("now: noon\ncases: []", "s.yaml:1: now: expected a time such as 2026-01-01T12:00:00Z"),
        (
            "users: {a: {uid: b}}\ncases: []",
            "s.yaml:1: users.a.uid: a token cannot have a claim uid; set the user's id instead"
        ),
        ("cases: [", "s.yaml:2: this is not YAML: did not find expected node content"),
    ])
    func `what is wrong is said in one line, with its place`(_ text: String, _ message: String) {
        #expect(problem(text) == message)
    }

    @Test func `paths and data that are too deep are refused`() {
        let deep = Array(repeating: "a", count: 33).joined(separator: "/")
        #expect(
            problem("cases: [{as: a, get: \(deep), expect: denied}]")?.hasSuffix("deeper than 32 keys")
                == true)
        let nested = String(repeating: "{a: ", count: 32) + "1" + String(repeating: "}", count: 32)
        #expect(
            problem("cases: [{as: a, push: b, value: \(nested), expect: denied}]")?.hasSuffix(
                "the data is deeper than 32 keys") == true)
    }

    @Test func `long texts have an end`() {
        let cases = String(
            repeating: "  - {as: a, set: b, value: {$repeat: [x, 1048576]}, expect: denied}\n", count: 65)
        #expect(
            problem("cases:\n" + cases)
                == "s.yaml:66: cases[64].value.$repeat: the long texts of the suite are longer than 64 MB")
    }

    @Test func `JSON is read as well`() throws {
        let text =
            #"{"data": {"a": 1}, "cases": [{"as": "a", "get": "a", "expect": "denied", "name": "yes"}]}"#
        let suite = try TestSuite(text, file: "s.json", database: SuiteExample.database)
        #expect(suite.isOfDatabase)
        #expect(suite.filtered("yes").count == 1)
        #expect(suite.filtered("no").count == 0)
    }

    @Test func `a query has the parameters of the REST API`() throws {
        let suite = try DatabaseExample.suite(
            """
            cases:
              - {as: a, query: {path: b/c, orderBy: x/y, startAt: [1, k], endBefore: z, limitToFirst: 5}, expect: denied}
              - {as: a, query: {path: b, orderBy: $key, equalTo: k}, expect: denied}
              - {as: a, query: {path: b}, expect: denied}
            """)
        let queries = suite.cases.map { item -> DataQuery? in
            if case .read(_, let query) = item.steps[0].operation { query } else { nil }
        }
        #expect(
            queries == [
                DataQuery(
                    order: .child(DatabasePath(["x", "y"])), start: .init(.number(1), key: "k"),
                    end: .init(.string("z"), includesEqual: false), limit: .first(5)),
                DataQuery(order: .key, start: .init(.string("k")), end: .init(.string("k"))), nil,
            ])
        #expect(suite.cases.map(\.name) == ["a: query b/c", "a: query b", "a: query b"])
    }
}
