import FirestoreModel
import Testing

@testable import FirestoreEmulator

/// Every kind of stored value against every operator, as measured on Google's emulator.
@Suite("Filters")
struct FilterEvaluationTests {
    /// One stored value of each kind, and its name in the tables.
    private static let values: KeyValuePairs<String, Value> = [
        "null": .null, "false": false, "true": true, "nan": .double(.nan), "-inf": .double(-.infinity),
        "1": 1,
        "1.0": .double(1), "2": 2, "time": .timestamp(.make(5)), "a": "a", "b": "b", "bytes": .bytes([1]),
        "name": .reference(.make("c/a")), "point": .geoPoint(GeoPoint(latitude: 1, longitude: 2)), "[]": [],
        "[1]": [1],
        "[null]": [.null], "[nan]": [.double(.nan)],
        "vector": .map(["__type__": "__vector__", "value": [.double(1)]]),
        "{}": .map([:]), "{k:1}": .map(["k": 1]),
    ]

    private func value(_ name: String) throws -> Value {
        try #require(Self.values.first { $0.key == name }?.value)
    }

    /// The names of the stored values that match.
    private func matches(_ filter: (FieldPath) -> Filter) -> String {
        Self.values.filter { filter(FieldPath(["f"])).matches(.make("c/x", ["f": $0.value])) }.map(\.key)
            .joined(separator: " ")
    }

    private static let all = values.map(\.key)
    private static func all(but names: String...) -> String {
        all.filter { !names.contains($0) }.joined(separator: " ")
    }

    @Test(
        arguments: [
            ("null", ""), ("nan", ""), ("false", "false"), ("1", "1 1.0"), ("1.0", "1 1.0"), ("2", "2"),
            ("-inf", "-inf"),
            ("time", "time"), ("a", "a"), ("bytes", "bytes"), ("name", "name"), ("point", "point"),
            ("[]", "[]"), ("[1]", "[1]"),
            ("[null]", "[null]"), ("[nan]", "[nan]"), ("vector", "vector"), ("{}", "{}"), ("{k:1}", "{k:1}"),
        ])
    func `equality is of one kind and numbers are one kind`(operand: String, expected: String) throws {
        let operand = try value(operand)
        #expect(matches { .field($0, .equal, operand) } == expected)
        #expect(matches { .field($0, .in, [operand]) } == expected)
    }

    @Test(
        arguments: [
            ("null", ""), ("nan", all(but: "null")), ("1", all(but: "null", "1", "1.0")),
            ("a", all(but: "null", "a")),
            ("[1]", all(but: "null", "[1]")), ("{}", all(but: "null", "{}")),
        ])
    func `inequality finds all other values but null`(operand: String, expected: String) throws {
        let operand = try value(operand)
        #expect(matches { .field($0, .notEqual, operand) } == expected)
        #expect(matches { .field($0, .notIn, [operand]) } == expected)
    }

    @Test func `a list with null excludes everything, one with NaN nothing`() {
        #expect(matches { .field($0, .notIn, [1, .null]) } == "")
        #expect(matches { .field($0, .notIn, [1, .double(.nan)]) } == Self.all(but: "null", "1", "1.0"))
        #expect(matches { .field($0, .in, [.null, .double(.nan), 2]) } == "2")
    }

    @Test(
        arguments: [
            ("1", "-inf", "-inf 1 1.0", "2", "1 1.0 2"), ("1.0", "-inf", "-inf 1 1.0", "2", "1 1.0 2"),
            ("null", "", "", "", ""), ("nan", "", "", "", ""), ("false", "", "false", "true", "false true"),
            ("a", "", "a", "b", "a b"), ("b", "a", "a b", "", "b"), ("time", "", "time", "", "time"),
            ("[1]", "[] [null] [nan]", "[] [1] [null] [nan]", "", "[1]"),
            ("vector", "", "vector", "", "vector"),
            ("{}", "", "{}", "{k:1}", "{} {k:1}"), ("bytes", "", "bytes", "", "bytes"),
            ("name", "", "name", "", "name"),
            ("point", "", "point", "", "point"),
        ])
    func `a range holds values of the operand's kind`(
        operand: String, less: String, atMost: String, greater: String, atLeast: String
    ) throws {
        let operand = try value(operand)
        #expect(matches { .field($0, .lessThan, operand) } == less)
        #expect(matches { .field($0, .lessThanOrEqual, operand) } == atMost)
        #expect(matches { .field($0, .greaterThan, operand) } == greater)
        #expect(matches { .field($0, .greaterThanOrEqual, operand) } == atLeast)
    }

    @Test func `an array contains what equals an element`() {
        #expect(matches { .field($0, .arrayContains, .double(1)) } == "[1]")
        #expect(matches { .field($0, .arrayContains, .null) } == "")
        #expect(matches { .field($0, .arrayContains, .double(.nan)) } == "")
        #expect(matches { .field($0, .arrayContainsAny, [2, .double(1), .null]) } == "[1]")
    }

    @Test func `unary filters tell null and NaN from the rest`() {
        #expect(matches { .unary($0, .isNull) } == "null")
        #expect(matches { .unary($0, .isNaN) } == "nan")
        #expect(matches { .unary($0, .isNotNull) } == Self.all(but: "null"))
        #expect(matches { .unary($0, .isNotNaN) } == Self.all(but: "null", "nan"))
    }

    @Test(arguments: Filter.FieldOperator.allCases)
    func `no filter holds of a field that is not there`(operation: Filter.FieldOperator) {
        let document = StoredDocument.make("c/x", ["m": .map(["k": 1]), "s": "x"])
        for path in [["f"], ["m", "j"], ["s", "k"], ["m", "k", "j"]] {
            let operand: Value = [.notIn, .in, .arrayContainsAny].contains(operation) ? [2] : 2
            #expect(!Filter.field(FieldPath(path), operation, operand).matches(document))
        }
    }

    @Test func `names are compared as references`() {
        let document = StoredDocument.make("c/m")
        func matches(_ operation: Filter.FieldOperator, _ operand: Value) -> Bool {
            Filter.field(.documentID(), operation, operand).matches(document)
        }
        #expect(matches(.equal, .reference(.make("c/m"))))
        #expect(matches(.greaterThan, .reference(.make("c/__id7__"))))
        #expect(matches(.lessThan, .reference(.make("c/m/d/x"))))
        #expect(!matches(.equal, .reference(.make("d/m"))))
        #expect(matches(.notEqual, .reference(.make("d/m"))))
        #expect(matches(.in, [.reference(.make("c/a")), .reference(.make("c/m"))]))
    }

    @Test func `groups join their parts`() {
        let document = StoredDocument.make("c/x", ["a": 1])
        let (yes, no) = (Filter.field(FieldPath(["a"]), .equal, 1), Filter.field(FieldPath(["a"]), .equal, 2))
        #expect(Filter.and([yes, yes]).matches(document) && !Filter.and([yes, no]).matches(document))
        #expect(Filter.or([no, yes]).matches(document) && !Filter.or([no, no]).matches(document))
        #expect(Filter.and([]).matches(document))
    }
}
