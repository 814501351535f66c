import FirestoreModel
import FirestoreREST
import FirestoreRPC
import TestSupport
import Testing

/// What is accepted and what is refused was asked of Google's emulator.
struct ValueJSONTests {
    private func read(_ text: String) throws(RPCStatus) -> Value? {
        try Wire.commit(#"{"update":{"name":"$D","fields":{"f":\#(text)}}}"#).first.flatMap {
            guard case .update(_, let fields, _) = $0.operation else { return nil }
            return fields["f"]
        }
    }

    @Test(
        arguments: [
            (.null, #"{"nullValue":null}"#),
            (true, #"{"booleanValue":true}"#), (false, #"{"booleanValue":false}"#),
            (42, #"{"integerValue":"42"}"#), (.integer(.min), #"{"integerValue":"-9223372036854775808"}"#),
            (.double(1), #"{"doubleValue":1.0}"#), (.double(1e-4), #"{"doubleValue":1.0E-4}"#),
            (.double(.nan), #"{"doubleValue":"NaN"}"#), (.double(.infinity), #"{"doubleValue":"Infinity"}"#),
            (.double(-.infinity), #"{"doubleValue":"-Infinity"}"#),
            (
                .timestamp(Timestamp(seconds: 1_577_934_245, nanoseconds: 123_456_000)),
                #"{"timestampValue":"2020-01-02T03:04:05.123456Z"}"#
            ),
            ("a/\"é", #"{"stringValue":"a/\"é"}"#), (.bytes([251, 255]), #"{"bytesValue":"+/8="}"#),
            (.reference(Wire.name("c/d")), #"{"referenceValue":"\#(Wire.root)/c/d"}"#),
            (
                .geoPoint(GeoPoint(latitude: 1.5, longitude: -2)),
                #"{"geoPointValue":{"latitude":1.5,"longitude":-2.0}}"#
            ),
            (.geoPoint(GeoPoint(latitude: 0, longitude: 5)), #"{"geoPointValue":{"longitude":5.0}}"#),
            (.geoPoint(GeoPoint(latitude: 0, longitude: -0.0)), #"{"geoPointValue":{}}"#),
            ([], #"{"arrayValue":{}}"#),
            ([1, "x"], #"{"arrayValue":{"values":[{"integerValue":"1"},{"stringValue":"x"}]}}"#),
            (.map([:]), #"{"mapValue":{}}"#),
            (.map(["a.b": .null]), #"{"mapValue":{"fields":{"a.b":{"nullValue":null}}}}"#),
        ] as [(Value, String)])
    func `each kind is written in its own form, and read from it`(value: Value, text: String) throws {
        #expect(Wire.text { $0.value(value) } == text)
        #expect(try read(text) == value)
    }

    @Test(
        arguments: [
            (#"{"nullValue":"NULL_VALUE"}"#, .null), (#"{"nullValue":0}"#, .null),
            (#"{"null_value":null}"#, .null), (#"{"nullValue":["NULL_VALUE"]}"#, .null),
            (#"{"stringValue":["a"]}"#, "a"), (#"{"integerValue":[["1"]]}"#, 1),
            (#"{"bytesValue":12}"#, .bytes([0xD7])),
            (#"{"booleanValue":[true]}"#, true), (#"{"doubleValue":[1]}"#, .double(1)),
            (#"{"stringValue":"a","stringValue":"b"}"#, "b"), (#"{"integerValue":"x","integerValue":1}"#, 1),
            (#"{"stringValue":null,"integerValue":"1"}"#, 1),
            (#"{"stringValue":null,"nullValue":null}"#, .null),
            (#"{"booleanValue":"true"}"#, true), (#"{"booleanValue":"false"}"#, false),
            (#"{"integerValue":42}"#, 42), (#"{"integerValue":5.0}"#, 5), (#"{"integerValue":"1e2"}"#, 100),
            (#"{"integer_value":"+5"}"#, 5), (#"{"integerValue":-9223372036854775808}"#, .integer(.min)),
            (#"{"doubleValue":1}"#, .double(1)), (#"{"doubleValue":"1.5"}"#, .double(1.5)),
            (#"{"double_value":".5"}"#, .double(0.5)), (#"{"doubleValue":1e-400}"#, .double(0)),
            (
                #"{"timestampValue":"2020-01-02T03:04:05.123456789+02:00"}"#,
                .timestamp(Timestamp(seconds: 1_577_927_045, nanoseconds: 123_456_000))
            ),
            (
                #"{"timestampValue":"1969-12-31T23:59:59.9999999Z"}"#,
                .timestamp(Timestamp(seconds: -1, nanoseconds: 999_999_000))
            ),
            (#"{"stringValue":5.0}"#, "5.0"), (#"{"stringValue":1E2}"#, "1E2"),
            (#"{"stringValue":true}"#, "true"),
            (#"{"string_value":"\ud83d"}"#, "?"), (#"{"stringValue":"\u0000"}"#, "\u{0}"),
            (#"{"bytesValue":"-_8"}"#, .bytes([251, 255])), (#"{"bytesValue":""}"#, .bytes([])),
            (#"{"geoPointValue":{}}"#, .geoPoint(GeoPoint(latitude: 0, longitude: 0))),
            (
                #"{"geo_point_value":{"latitude":"1.5","longitude":null}}"#,
                .geoPoint(GeoPoint(latitude: 1.5, longitude: 0))
            ),
            (#"{"arrayValue":{"values":null}}"#, []), (#"{"arrayValue":{"values":[]}}"#, []),
            (#"{"mapValue":{"fields":null}}"#, .map([:])),
            (
                #"{"mapValue":{"fields":{"a":{"integerValue":1},"b":{"nullValue":null},"a":{"integerValue":3}}}}"#,
                .map(["a": 3, "b": .null])
            ),
        ] as [(String, Value)])
    func `a value is also read in other forms that protobuf allows`(text: String, value: Value) throws {
        #expect(try read(text) == value)
    }

    @Test(arguments: [
        "null", "5", #""x""#, "[]", "true", #"{"x":null}"#, #"{"x":1}"#, #"{"StringValue":"x"}"#,
        #"{"stringvalue":"x"}"#,
        #"{"string_Value":"x"}"#, #"{"_stringValue":"x"}"#, #"{"integerValue":"1","stringValue":"x"}"#,
        #"{"integerValue":"1","integer_value":"2"}"#, #"{"nullValue":null,"stringValue":"a"}"#,
        #"{"nullValue":"x"}"#, #"{"nullValue":false}"#, #"{"nullValue":{}}"#,
        #"{"booleanValue":1}"#, #"{"booleanValue":"True"}"#, #"{"booleanValue":"1"}"#,
        #"{"integerValue":" 5"}"#, #"{"integerValue":""}"#, #"{"integerValue":"9223372036854775808"}"#,
        #"{"integerValue":0.5}"#, #"{"integerValue":true}"#, #"{"integerValue":{}}"#,
        #"{"doubleValue":"nan"}"#, #"{"doubleValue":"inf"}"#, #"{"doubleValue":"+Infinity"}"#,
        #"{"doubleValue":"0x1p3"}"#,
        #"{"doubleValue":1e400}"#, #"{"doubleValue":" 1"}"#, #"{"doubleValue":true}"#, #"{"doubleValue":""}"#,
        #"{"timestampValue":"2020-01-02"}"#, #"{"timestampValue":"2020-01-02t03:04:05z"}"#,
        #"{"timestampValue":5}"#,
        #"{"timestampValue":{"seconds":1}}"#, #"{"timestampValue":"0000-12-31T23:59:59Z"}"#,
        #"{"stringValue":{}}"#, #"{"stringValue":[]}"#,
        #"{"bytesValue":"A"}"#, #"{"bytesValue":"AQ ID"}"#, #"{"bytesValue":5}"#,
        #"{"geoPointValue":{"lat":1}}"#, #"{"geoPointValue":5}"#, #"{"geoPointValue":{"latitude":"x"}}"#,
        #"{"arrayValue":[]}"#, #"{"arrayValue":{"values":[null]}}"#, #"{"arrayValue":{"values":{}}}"#,
        #"{"arrayValue":{"x":[]}}"#, #"{"mapValue":{"fields":[]}}"#, #"{"mapValue":{"fields":{"a":null}}}"#,
        #"{"mapValue":{"a":{"nullValue":null}}}"#, #"{"stringValue":"a","integerValue":null}"#,
        #"{"nullValue":null,"stringValue":null}"#, #"{"stringValue":"a","string_value":null}"#,
    ])
    func `a value of the wrong form makes the payload invalid`(text: String) {
        #expect(Wire.refusal { () throws(RPCStatus) in _ = try read(text) } == Wire.invalidPayload)
    }

    @Test func `a list in a list among a transform's operands says nothing about the next document`() throws {
        let name = "projects/p/databases/(default)/documents/c"
        let body = """
            {"writes": [{"transform": {"document": "\(name)/a", "fieldTransforms": [{"fieldPath": "t", "appendMissingElements":
            {"values": [{"arrayValue": {}}]}}]}}, {"update": {"name": "\(name)/b", "fields": {"n": {"integerValue": "1"}}}}]}
            """
        #expect(try CommitRequest.decode(Array(body.utf8)).get().writes.count == 2)
    }

    @Test(arguments: [
        (#"{}"#, Wire.unsetValue), (#"{"stringValue":null}"#, Wire.unsetValue),
        (#"{"geoPointValue":null}"#, Wire.unsetValue),
        (#"{"arrayValue":{"values":[{}]}}"#, Wire.unsetValue),
        (#"{"mapValue":{"fields":{"a":{}}}}"#, Wire.unsetValue),
        (#"{"arrayValue":{"values":[{"arrayValue":{}}]}}"#, Wire.nestedArray),
        (#"{"mapValue":{"fields":{"a":{"arrayValue":{"values":[{"arrayValue":{}}]}}}}}"#, Wire.nestedArray),
        (
            #"{"geoPointValue":{"latitude":91}}"#,
            "Geo point latitude '91.0' outside permitted range -90.0 to 90.0."
        ),
        (
            #"{"geoPointValue":{"longitude":-1e300}}"#,
            "Geo point longitude '-1.0E300' outside permitted range -180.0 to 180.0."
        ),
        (
            #"{"geoPointValue":{"latitude":"NaN"}}"#,
            "Geo point latitude 'NaN' outside permitted range -90.0 to 90.0."
        ),
        (
            #"{"geoPointValue":{"longitude":"-Infinity"}}"#,
            "Geo point longitude '-Infinity' outside permitted range -180.0 to 180.0."
        ),
        (#"{"fieldReferenceValue":"a"}"#, "Value type is not supported: FIELD_REFERENCE_VALUE"),
        (#"{"function_value":{"name":"x"}}"#, "Value type is not supported: FUNCTION_VALUE"),
        (#"{"pipelineValue":{}}"#, "Value type is not supported: PIPELINE_VALUE"),
        (#"{"referenceValue":5}"#, #"Resource name "5" lacks "projects" at index 0."#),
        (#"{"referenceValue":"c/b"}"#, #"Resource name "c/b" lacks "projects" at index 0."#),
    ])
    func `a value of the right form that cannot be is refused in Google's words`(
        text: String, message: String
    ) {
        #expect(Wire.refusal { () throws(RPCStatus) in _ = try read(text) } == message)
    }

    @Test func `outside of documents an array may hold arrays`() throws {
        let nested = #"{"arrayValue":{"values":[{"arrayValue":{"values":[{"arrayValue":{}}]}}]}}"#
        let expected = Value.array([[[]]])
        let filter = try Wire.query(
            #""where":{"fieldFilter":{"field":{"fieldPath":"a"},"op":"EQUAL","value":\#(nested)}}"#)
        #expect(filter.filter == .field(FieldPath(["a"]), .equal, expected))
        let cursor = try Wire.query(
            #""orderBy":[{"field":{"fieldPath":"a"}}],"startAt":{"values":[\#(nested)]}"#)
        #expect(cursor.startAt?.values == [expected])
        let writes = try Wire.commit(
            #"{"update":{"name":"$D"},"updateTransforms":[{"fieldPath":"a","appendMissingElements":{"values":[\#(nested)]}}]}"#
        )
        #expect(writes.first?.transforms.first?.operation == .appendMissingElements([expected]))
    }

    @Test(arguments: SeededGenerator.seeds(20))
    func `a random value comes back from its wire form`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<50 {
            let value = generator.randomValue()
            #expect(try read(Wire.text { $0.value(value) }) == value)
        }
    }
}
