import FirestoreModel
import JSONText
import Testing

@testable import FirestoreEmulator

@Suite("Required indexes")
struct IndexConfigurationTests {
    private static let file = """
        {"indexes": [
          {"collectionGroup": "c", "queryScope": "COLLECTION", "fields": [
            {"fieldPath": "a", "order": "ASCENDING"}, {"fieldPath": "t", "order": "DESCENDING"}]},
          {"collectionGroup": "c", "fields": [
            {"fieldPath": "b", "order": "DESCENDING"}, {"fieldPath": "t", "order": "DESCENDING"},
            {"fieldPath": "__name__", "order": "DESCENDING"}]},
          {"collectionGroup": "c", "fields": [
            {"fieldPath": "tags", "arrayConfig": "CONTAINS"}, {"fieldPath": "t", "order": "ASCENDING"}]},
          {"collectionGroup": "g", "queryScope": "COLLECTION_GROUP", "fields": [
            {"fieldPath": "a", "order": "ASCENDING"}, {"fieldPath": "t", "order": "ASCENDING"}]},
          {"collectionGroup": "v", "fields": [
            {"fieldPath": "a", "order": "ASCENDING"}, {"fieldPath": "v", "vectorConfig": {"dimension": 2, "flat": {}}}]}
        ], "fieldOverrides": [
          {"collectionGroup": "c", "fieldPath": "big", "indexes": []},
          {"collectionGroup": "c", "fieldPath": "big.small", "indexes": [{"order": "ASCENDING", "queryScope": "COLLECTION"}]},
          {"collectionGroup": "g", "fieldPath": "u", "indexes": [{"order": "ASCENDING", "queryScope": "COLLECTION_GROUP"}]},
          {"collectionGroup": "w", "fieldPath": "*", "indexes": []}
        ]}
        """

    /// The missing index's entry; nil when the query may run.
    private static func missing(_ query: StructuredQuery, sums: [FieldPath] = []) throws -> String? {
        let indexes = try IndexConfiguration(json: file)
        let plan = try QueryPlan(query, in: DatabaseID(project: "p"), parent: nil, aggregating: sums)
        return indexes.missingIndex(for: plan)?.message.replacing(
            "The query requires an index. Add this entry to ", with: "")
    }

    private static func query(
        _ collection: String = "c", _ filters: [Filter] = [], _ orders: [String] = [], isGroup: Bool = false
    ) -> StructuredQuery {
        StructuredQuery(
            from: [.init(collection, allDescendants: isGroup)], filter: filters.isEmpty ? nil : .and(filters),
            orderBy: orders.map { order in
                let field = order.drop { $0 == "-" }
                return .init(FieldPath([String(field)]), order.hasPrefix("-") ? .descending : .ascending)
            })
    }

    private static func has(_ field: String, _ operation: Filter.FieldOperator, _ value: Value = 1) -> Filter
    {
        .field(FieldPath(field.split(separator: ".").map(String.init)), operation, value)
    }

    private static let answered: [StructuredQuery] = [
        query(), query("c", [], ["__name__"]), query("c", [has("x", .equal)]),
        query("c", [has("x", .equal), has("y", .equal), has("tags", .arrayContains)]),
        query("c", [has("x", .greaterThan)], ["-x"]), query("c", [], ["x"]),
        query("c", [has("x", .in, [1, 2])]),
        query("c", [.unary(FieldPath(["x"]), .isNull)]),
        query("c", [has("tags", .arrayContainsAny, [1, 2])]),
        // Sorting by a field of which only one value is looked for is no sorting.
        query("c", [has("x", .equal)], ["x"]),
        query("c", [has("x", .equal)], ["__name__"]), query("c", [has("x", .equal)], ["-__name__"]),
        // Indexes that end in the same order are merged.
        query("c", [has("a", .equal)], ["-t"]), query("c", [has("b", .equal)], ["-t"]),
        query("c", [has("a", .equal), has("b", .equal)], ["-t"]),
        query("c", [has("a", .equal), has("t", .lessThan)], ["-t"]),
        query("c", [has("a", .in, [1, 2])], ["-t"]),
        query("c", [has("tags", .arrayContainsAny, [1, 2])], ["t"]),
        query("c", [.or([has("a", .equal), has("b", .equal)])], ["-t"]),
        query("c", [has("big.small", .equal)]),
        query("g", [], isGroup: true), query("g", [has("a", .equal)], ["t"], isGroup: true),
        query("g", [has("u", .equal)], isGroup: true), query("w", [], ["__name__"]), query(""),
    ]

    @Test(arguments: answered)
    func `queries that production answers`(query: StructuredQuery) throws {
        #expect(try Self.missing(query) == nil)
    }

    private static let refused: [(query: StructuredQuery, fields: [(String, String)])] = [
        (query("c", [has("x", .equal)], ["t"]), [("x", "ASCENDING"), ("t", "ASCENDING")]),
        (query("c", [has("x", .equal), has("t", .greaterThan)]), [("x", "ASCENDING"), ("t", "ASCENDING")]),
        (query("c", [has("a", .equal)], ["t"]), [("a", "ASCENDING"), ("t", "ASCENDING")]),
        (
            query("c", [has("a", .equal), has("x", .equal)], ["-t"]),
            [("a", "ASCENDING"), ("x", "ASCENDING"), ("t", "DESCENDING")]
        ),
        (query("c", [], ["x", "-y"]), [("x", "ASCENDING"), ("y", "DESCENDING")]),
        (
            query("c", [has("y", .notEqual), has("x", .greaterThan)]),
            [("x", "ASCENDING"), ("y", "ASCENDING")]
        ),
        (query("c", [], ["x", "-__name__"]), [("x", "ASCENDING"), ("__name__", "DESCENDING")]),
        (query("c", [], ["-__name__"]), [("__name__", "DESCENDING")]),
        (query("c", [has("tags", .arrayContains)], ["-t"]), [("tags", "CONTAINS"), ("t", "DESCENDING")]),
        (
            query("c", [.or([has("a", .equal), has("z", .equal)])], ["-t"]),
            [("z", "ASCENDING"), ("t", "DESCENDING")]
        ),
    ]

    @Test(arguments: refused)
    func `queries that want for an index of several fields`(
        query: StructuredQuery, fields: [(String, String)]
    ) throws {
        let list = fields.map { field, mode in
            #"{"fieldPath":"\#(field)","\#(mode == "CONTAINS" ? "arrayConfig" : "order")":"\#(mode)"}"#
        }
        #expect(
            try Self.missing(query)
                == #""indexes" in firestore.indexes.json: {"collectionGroup":"c","queryScope":"COLLECTION","fields":[\#(list.joined(separator: ","))]}"#
        )
    }

    private static let refusedByOneField: [(query: StructuredQuery, entry: String)] = [
        (
            query("c", [has("big", .equal)]),
            #""fieldPath":"big","indexes":[{"order":"ASCENDING","queryScope":"COLLECTION"}]"#
        ),
        (
            query("c", [has("big.other", .equal)]),
            #""fieldPath":"big.other","indexes":[{"order":"ASCENDING","queryScope":"COLLECTION"}]"#
        ),
        (
            query("g", [has("x", .arrayContains)], isGroup: true),
            #""fieldPath":"x","indexes":[{"order":"ASCENDING","queryScope":"COLLECTION"},{"order":"DESCENDING","queryScope":"COLLECTION"},{"arrayConfig":"CONTAINS","queryScope":"COLLECTION"},{"arrayConfig":"CONTAINS","queryScope":"COLLECTION_GROUP"}]"#
        ),
        (
            query("g", [], ["-u"], isGroup: true),
            #""fieldPath":"u","indexes":[{"order":"ASCENDING","queryScope":"COLLECTION_GROUP"},{"order":"DESCENDING","queryScope":"COLLECTION_GROUP"}]"#
        ),
        (
            query("w", [], ["x"]),
            #""fieldPath":"x","indexes":[{"order":"ASCENDING","queryScope":"COLLECTION"}]"#
        ),
    ]

    @Test(arguments: refusedByOneField)
    func `queries that want for an index of one field`(query: StructuredQuery, entry: String) throws {
        let collection = query.from[0].collectionID
        #expect(
            try Self.missing(query)
                == #""fieldOverrides" in firestore.indexes.json: {"collectionGroup":"\#(collection)",\#(entry)}"#
        )
    }

    @Test func `sums and searches by vectors want for indexes too`() throws {
        let sum = try Self.missing(Self.query("c", [Self.has("x", .equal)]), sums: [FieldPath(["n"])])
        #expect(
            sum?.hasSuffix(
                #""fields":[{"fieldPath":"x","order":"ASCENDING"},{"fieldPath":"n","order":"ASCENDING"}]}"#)
                == true)
        #expect(try Self.missing(Self.query("c"), sums: [FieldPath(["n"])]) == nil)
        var query = Self.query("v", [Self.has("a", .equal)])
        query.findNearest = FindNearest(FieldPath(["v"]), to: [1, 2], by: .cosine, limit: 1)
        #expect(try Self.missing(query) == nil)
        query.findNearest?.queryVector = [1, 2, 3]
        #expect(
            try Self.missing(query)?.hasSuffix(
                #"{"fieldPath":"a","order":"ASCENDING"},{"fieldPath":"v","vectorConfig":{"dimension":3,"flat":{}}}]}"#
            ) == true)
    }

    @Test func `the entry that is printed lets the query run`() throws {
        let query = Self.query(
            "c", [Self.has("x", .equal), Self.has("tags", .arrayContains)], ["y", "-__name__"])
        let plan = try QueryPlan(query, in: DatabaseID(project: "p"), parent: nil)
        let message = try #require(IndexConfiguration(json: "{}").missingIndex(for: plan)?.message)
        let entry = try #require(message.firstIndex(of: "{").map { message[$0...] })
        #expect(try IndexConfiguration(json: #"{"indexes": [\#(entry)]}"#).missingIndex(for: plan) == nil)
        let group = try QueryPlan(
            Self.query("c", [Self.has("x", .equal)], isGroup: true), in: DatabaseID(project: "p"), parent: nil
        )
        let second = try #require(IndexConfiguration(json: "{}").missingIndex(for: group)?.message)
        let override = try #require(second.firstIndex(of: "{").map { second[$0...] })
        #expect(
            try IndexConfiguration(json: #"{"fieldOverrides": [\#(override)]}"#).missingIndex(for: group)
                == nil)
    }

    private static let problems: [(text: String, problem: String)] = [
        ("", "not JSON: unexpected end at byte 0"), ("[]", "the text is not an object"),
        (#"{"indexes": {}}"#, "indexes is not an array"),
        (#"{"indexes": [1]}"#, "indexes[0] is not an object"),
        (#"{"indexes": [{"fields": []}]}"#, "indexes[0].fields is empty"),
        (
            #"{"indexes": [{"fields": [{"fieldPath": "a", "order": "ASCENDING"}]}]}"#,
            "indexes[0].collectionGroup is missing"
        ),
        (
            #"{"indexes": [{"collectionGroup": "c", "fields": [{"order": "ASCENDING"}]}]}"#,
            "indexes[0].fields[0].fieldPath is missing"
        ),
        (
            #"{"indexes": [{"collectionGroup": "c", "fields": [{"fieldPath": "a..b", "order": "ASCENDING"}]}]}"#,
            #"indexes[0].fields[0].fieldPath is not a field path: "a..b""#
        ),
        (
            #"{"indexes": [{"collectionGroup": "c", "fields": [{"fieldPath": "a", "order": "UP"}]}]}"#,
            "indexes[0].fields[0] has neither an order nor an arrayConfig nor a vectorConfig"
        ),
        (
            #"{"fieldOverrides": [{"collectionGroup": "c", "fieldPath": "a", "indexes": [{"order": "ASCENDING", "queryScope": "ALL"}]}]}"#,
            #"fieldOverrides[0].indexes[0].queryScope must be COLLECTION or COLLECTION_GROUP, not "ALL""#
        ),
        (
            #"{"indexes": [{"collectionGroup": "c", "fields": [{"fieldPath": "a", "vectorConfig": {}}]}]}"#,
            "indexes[0].fields[0].vectorConfig.dimension must be a number above 0"
        ),
    ]

    @Test(arguments: problems)
    func `what is wrong in a file is reported with its place`(text: String, problem: String) {
        let error = #expect(throws: IndexConfiguration.Problem.self) { try IndexConfiguration(json: text) }
        #expect(error?.description == problem)
    }
}
