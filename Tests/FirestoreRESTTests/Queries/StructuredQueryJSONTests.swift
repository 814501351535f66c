import FirestoreModel
import FirestoreREST
import FirestoreRPC
import TestSupport
import Testing

/// What is accepted, what is refused and in which order was asked of Google's emulator.
struct StructuredQueryJSONTests {
    private static let a = FieldPath(["a"])
    private static let field = #""field":{"fieldPath":"a"}"#
    private static let notNull = #"{"unaryFilter":{\#(field),"op":"IS_NOT_NULL"}}"#
    private static let notIn =
        #"{"fieldFilter":{\#(field),"op":"NOT_IN","value":{"arrayValue":{"values":[{"integerValue":"1"}]}}}}"#

    @Test(
        arguments: [
            ("", StructuredQuery(from: [])),
            (
                #""from":null,"where":null,"select":null,"limit":null,"orderBy":null,"startAt":null"#,
                StructuredQuery(from: [])
            ),
            (
                #""from":[{"collection_id":"c","all_descendants":"true"}]"#,
                StructuredQuery(from: [.init("c", allDescendants: true)])
            ),
            (#""from":[{}]"#, StructuredQuery(from: [.init("")])),
            (#""select":{}"#, StructuredQuery(select: DocumentMask([]), from: [])),
            (
                #""select":{"fields":[{"field_path":"a"}]}"#,
                StructuredQuery(select: DocumentMask([a]), from: [])
            ),
            (
                #""order_by":[{\#(field)},{\#(field),"direction":"DESCENDING"}]"#,
                StructuredQuery(from: [], orderBy: [.init(a), .init(a, .descending)])
            ),
            (
                #""orderBy":[{\#(field)}],"start_at":{},"end_at":{"values":[{"integerValue":"1"}],"before":true}"#,
                StructuredQuery(
                    from: [], orderBy: [.init(a)], startAt: .init([], before: false),
                    endAt: .init([1], before: true))
            ),
            (#""offset":"3","limit":5.0"#, StructuredQuery(from: [], offset: 3, limit: 5)),
            (#""limit":1e1"#, StructuredQuery(from: [], limit: 10)),
            (#""limit":-1,"offset":-2"#, StructuredQuery(from: [], offset: -2, limit: -1)),
            (#""where":{"compositeFilter":{"op":"AND"}}"#, StructuredQuery(from: [])),
            // The conjunction holds of every document, and so does the disjunction around it.
            (
                #""where":{"compositeFilter":{"op":2,"filters":[{"compositeFilter":{"op":1}},{"unaryFilter":{\#(field),"op":3}}]}}"#,
                StructuredQuery(from: [], filter: .or([.and([]), .unary(a, .isNull)]))
            ),
        ] as [(String, StructuredQuery)])
    func `each part of a query is read`(members: String, query: StructuredQuery) throws {
        #expect(try Wire.query(members) == query)
    }

    @Test(arguments: [
        (1, "LESS_THAN"), (2, "LESS_THAN_OR_EQUAL"), (3, "GREATER_THAN"), (4, "GREATER_THAN_OR_EQUAL"),
        (5, "EQUAL"),
        (6, "NOT_EQUAL"), (7, "ARRAY_CONTAINS"), (8, "IN"), (9, "ARRAY_CONTAINS_ANY"), (10, "NOT_IN"),
    ])
    func `a field operator has a name and a number`(number: Int, name: String) throws {
        let expected = try #require(Filter.FieldOperator(rawValue: name))
        let takesList = ["IN", "NOT_IN", "ARRAY_CONTAINS_ANY"].contains(name)
        let list = #"{"arrayValue":{"values":[{"integerValue":"1"}]}}"#
        let value = takesList ? list : #"{"integerValue":"1"}"#
        for text in ["\(number)", "\(number).0", "\"\(number)\"", "\"\(name)\""] {
            let query = try Wire.query(
                #""where":{"fieldFilter":{\#(Self.field),"op":\#(text),"value":\#(value)}}"#)
            #expect(query.filter == .field(Self.a, expected, takesList ? [1] : 1))
        }
    }

    @Test(arguments: [("IN", 30), ("ARRAY_CONTAINS_ANY", 30), ("NOT_IN", 10)])
    func `a list to compare with is neither missing nor empty nor too long`(name: String, most: Int) {
        func refusal(_ value: String) -> String? {
            Wire.refusal { () throws(RPCStatus) in
                _ = try Wire.query(
                    #""where":{"fieldFilter":{\#(Self.field),"op":"\#(name)","value":\#(value)}}"#)
            }
        }
        func list(_ count: Int) -> String {
            let elements = (0..<count).map { #"{"integerValue":"\#($0)"}"# }.joined(separator: ",")
            return #"{"arrayValue":{"values":[\#(elements)]}}"#
        }
        #expect(refusal(#"{"integerValue":"1"}"#) == "'\(name)' requires an ArrayValue.")
        #expect(refusal(#"{"arrayValue":{}}"#) == "'\(name)' requires an non-empty ArrayValue.")
        #expect(refusal(list(most)) == nil)
        #expect(refusal(list(most + 1)) == "'\(name)' supports up to \(most) comparison values.")
    }

    @Test(arguments: [(2, "IS_NAN"), (3, "IS_NULL"), (4, "IS_NOT_NAN"), (5, "IS_NOT_NULL")])
    func `a unary operator has a name and a number`(number: Int, name: String) throws {
        let expected = try #require(Filter.UnaryOperator(rawValue: name))
        for text in ["\(number)", "\"\(name)\""] {
            let query = try Wire.query(#""where":{"unaryFilter":{\#(Self.field),"op":\#(text)}}"#)
            #expect(query.filter == .unary(Self.a, expected))
        }
    }

    @Test(
        arguments: [
            ("0", .ascending), ("1", .ascending), ("2", .descending), ("null", .ascending),
            ("\"ASCENDING\"", .ascending), ("\"DESCENDING\"", .descending),
            ("\"DIRECTION_UNSPECIFIED\"", .ascending),
        ] as [(String, StructuredQuery.Direction)])
    func `a direction has a name and a number`(text: String, direction: StructuredQuery.Direction) throws {
        let query = try Wire.query(#""orderBy":[{\#(Self.field),"direction":\#(text)}]"#)
        #expect(query.orderBy.map(\.direction) == [direction])
    }

    @Test(arguments: [
        #""x":1"#, #""from":{}"#, #""from":[null]"#, #""from":[{"x":1}]"#, #""limit":{"value":2}"#,
        #""limit":1.5"#,
        #""limit":2147483648"#, #""limit":true"#, #""limit":"""#, #""offset":{}"#,
        #""select":{"fields":["a"]}"#,
        #""select":{"fields":[null]}"#, #""orderBy":[{\#(field),"direction":"descending"}]"#,
        #""orderBy":[{\#(field),"direction":2.5}]"#, #""orderBy":{}"#, #""startAt":{"values":[null]}"#,
        #""startAt":{"after":true}"#, #""where":[]"#, #""where":{"x":{}}"#,
        #""where":{"fieldFilter":{},"unaryFilter":{}}"#,
        #""where":{"fieldFilter":{\#(field),"op":"less_than"}}"#,
        #""where":{"fieldFilter":{\#(field),"op":true}}"#,
        #""where":{"unaryFilter":{"op":"NOT"}}"#,
        #""where":{"compositeFilter":{"op":"NOT"}}"#,
        #""where":{"compositeFilter":{"op":"AND","filters":[null]}}"#,
        // The form is checked before the content.
        #""limit":-1,"offset":"x""#, #""where":{},"limit":{}"#,
    ])
    func `a query of the wrong form makes the payload invalid`(members: String) {
        #expect(Wire.refusal { () throws(RPCStatus) in _ = try Wire.query(members) } == Wire.invalidPayload)
    }

    @Test(arguments: [
        (#""where":{}"#, "Unknown Filter type."), (#""where":{"fieldFilter":null}"#, "Unknown Filter type."),
        (#""where":{"fieldFilter":{}}"#, "Invalid empty property path string."),
        (#""where":{"fieldFilter":{\#(field)}}"#, Wire.unsetValue),
        (#""where":{"fieldFilter":{\#(field),"value":{}}}"#, Wire.unsetValue),
        (#""where":{"fieldFilter":{\#(field),"op":"EQUAL","value":null}}"#, Wire.unsetValue),
        (
            #""where":{"fieldFilter":{\#(field),"value":{"integerValue":"1"}}}"#,
            "Unknown FieldFilter operator."
        ),
        (
            #""where":{"fieldFilter":{\#(field),"op":"OPERATOR_UNSPECIFIED","value":{"integerValue":"1"}}}"#,
            "Unknown FieldFilter operator."
        ),
        (#""where":{"unaryFilter":{}}"#, "Unsupported UnaryFilter operand type (non-FIELD)."),
        (
            #""where":{"compositeFilter":{"filters":[{"unaryFilter":{"op":"IS_NOT_NULL"}},{"unaryFilter":{"op":"IS_NOT_NAN"}}]}}"#,
            "Only a single 'NOT_EQUAL', 'NOT_IN', 'IS_NOT_NAN', or 'IS_NOT_NULL' filter allowed per query."
        ),
        (#""where":{"unaryFilter":{"field":{},"op":"IS_NULL"}}"#, "Invalid empty property path string."),
        (#""where":{"unaryFilter":{\#(field)}}"#, "Unknown UnaryFilter operator."),
        (#""where":{"compositeFilter":{"filters":[{}]}}"#, "Unsupported CompositeFilter operator."),
        (#""where":{"compositeFilter":{"op":"OR"}}"#, "Composite filter must have at least one sub-filter."),
        (#""where":{"compositeFilter":{"op":"OR","filters":[{}]}}"#, "Unknown Filter type."),
        (#""select":{"fields":[{}]},"where":{}"#, "Unknown Filter type."),
        (#""orderBy":[{"field":null}]"#, "Invalid empty property path string."),
        (#""orderBy":[{\#(field)}],"startAt":{"values":[{}]}"#, Wire.unsetValue),
        (#""from":[{},{}]"#, "StructuredQuery.from cannot have more than one collection selector."),
        (#""startAt":{"values":[{"integerValue":"1"}]}"#, "Cursor has too many values."),
        (
            #""orderBy":[{\#(field)}],"endAt":{"values":[{"integerValue":"1"},{"integerValue":"2"}]}"#,
            "Cursor has too many values."
        ),
        (
            #""orderBy":[{"field":{"fieldPath":"__name__"}}],"endAt":{"values":[{"integerValue":"1"}]}"#,
            "Cursor __key__ value is not a document reference."
        ),
        (
            #""where":{"compositeFilter":{"op":"AND","filters":[\#(notNull),\#(notNull)]}}"#,
            "Only a single 'NOT_EQUAL', 'NOT_IN', 'IS_NOT_NAN', or 'IS_NOT_NULL' filter allowed per query."
        ),
        (
            #""where":{"compositeFilter":{"op":"AND","filters":[{"compositeFilter":{"op":"OR","filters":[{"compositeFilter":{"op":"AND"}}]}},\#(notIn)]}}"#,
            "'NOT_IN' cannot be used in the same query with 'IN', 'ARRAY_CONTAINS_ANY' or 'OR'."
        ),
        (#""startAt":{"values":[{}]},"select":{"fields":[{}]}"#, "Invalid empty property path string."),
    ])
    func `what is wrong first is refused in Google's words`(members: String, message: String) {
        #expect(Wire.refusal { () throws(RPCStatus) in _ = try Wire.query(members) } == message)
    }

    @Test func `values behind the one of the name are not looked into`() throws {
        let name = #"{"field":{"fieldPath":"__name__"}}"#
        let query = try Wire.query(
            #""orderBy":[\#(name),{\#(Self.field)}],"startAt":{"values":[{"referenceValue":"\#(Wire.root)/c/a"},{}]}"#
        )
        #expect(query.startAt?.values.count == 2)
    }

    @Test(arguments: SeededGenerator.seeds(20))
    func `random queries come back from their wire form`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<20 {
            let request = RunQueryRequest(
                query: generator.randomQuery(),
                consistency: generator.perhaps { .readTime($0.randomVersionTime()) })
            #expect(try RunQueryRequest.decode(request.encoded()).get() == request)
        }
    }
}
