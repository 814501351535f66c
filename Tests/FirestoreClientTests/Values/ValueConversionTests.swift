import FirestoreClient
import Foundation
import JSONText
import TestSupport
import Testing

@Suite struct ValueConversionTests {
    /// The wire's form of one value, written as the field `f`.
    private func wire(_ value: Any) async throws -> String? {
        let transport = ScriptedTransport([.json(commitJSON())])
        let firestore = try makeFirestore(transport)
        try await firestore.document("c/d").setData(["f": value])
        let request = try #require(transport.requests.first)
        let json = try JSONParser.parse(request.body)
        return json["writes"]?.array?.first?["update"]?["fields"]?["f"]?.compactText
    }

    @Test func `texts, numbers and truth values`() async throws {
        #expect(try await wire("é\u{1F600}") == "{\"stringValue\":\"é\u{1F600}\"}")
        #expect(try await wire("abc".dropFirst()) == #"{"stringValue":"bc"}"#)
        #expect(try await wire(true) == #"{"booleanValue":true}"#)
        #expect(try await wire(1) == #"{"integerValue":"1"}"#)
        #expect(try await wire(Int64.min) == #"{"integerValue":"-9223372036854775808"}"#)
        for number: Any in [Int8(7), Int16(7), Int32(7), UInt(7), UInt8(7), UInt16(7), UInt32(7), UInt64(7)] {
            #expect(try await wire(number) == #"{"integerValue":"7"}"#, "\(type(of: number))")
        }
        #expect(try await wire(1.0) == #"{"doubleValue":1.0}"#)
        #expect(try await wire(Float(0.5)) == #"{"doubleValue":0.5}"#)
        #expect(try await wire(Double.nan) == #"{"doubleValue":"NaN"}"#)
        #expect(try await wire(-Double.infinity) == #"{"doubleValue":"-Infinity"}"#)
    }

    @Test func `null in all its forms`() async throws {
        let nested: String?? = .some(nil)
        for null: Any in [NSNull(), Int?.none as Any, nested as Any, NSNull(), Any?.none as Any] {
            #expect(try await wire(null) == #"{"nullValue":null}"#, "\(type(of: null))")
        }
        let full: String?? = "x"
        #expect(try await wire(full as Any) == #"{"stringValue":"x"}"#)
    }

    @Test func `times, bytes, points and references`() async throws {
        #expect(
            try await wire(Date(timeIntervalSince1970: 1.5))
                == #"{"timestampValue":"1970-01-01T00:00:01.500Z"}"#)
        #expect(
            try await wire(Timestamp(seconds: -1, nanoseconds: 1000))
                == #"{"timestampValue":"1969-12-31T23:59:59.000001Z"}"#)
        #expect(try await wire(Data([0, 255])) == #"{"bytesValue":"AP8="}"#)
        #expect(try await wire([UInt8](arrayLiteral: 0, 255)) == #"{"bytesValue":"AP8="}"#)
        #expect(
            try await wire(GeoPoint(latitude: 1.5, longitude: -2))
                == #"{"geoPointValue":{"latitude":1.5,"longitude":-2.0}}"#)
        let reference = try makeFirestore().document("a/b")
        #expect(try await wire(reference) == #"{"referenceValue":"\#(root)/a/b"}"#)
    }

    @Test func `arrays and maps, in the order of the names`() async throws {
        #expect(try await wire([Int]()) == #"{"arrayValue":{}}"#)
        #expect(try await wire([String: Int]()) == #"{"mapValue":{}}"#)
        #expect(
            try await wire([1, "a", ["b": [2], "a": nil as Int?] as [String: Any?]] as [Any])
                == compact(
                    """
                    {"arrayValue": {"values": [{"integerValue": "1"}, {"stringValue": "a"}, {"mapValue": {"fields": {
                        "a": {"nullValue": null}, "b": {"arrayValue": {"values": [{"integerValue": "2"}]}}}}}]}}
                    """))
        #expect(
            try await wire([AnyHashable("k"): AnyHashable(1)])
                == #"{"mapValue":{"fields":{"k":{"integerValue":"1"}}}}"#)
    }

    private enum Color { case red }

    private static func nested(_ levels: Int) -> Any {
        (0..<levels).reduce(1 as Any) { inner, _ in ["k": inner] }
    }

    @Test func `what Firestore cannot hold is refused with its place and type, not its content`() async throws
    {
        let cases: [(value: Any, place: String, reason: String)] = [
            (Color.red, "field f", "type Color"), (Set(["s3cret"]), "field f", "type Set<String>"),
            (["a": ["b": [1, Color.red] as [Any]]], "field f.a.b[1]", "type Color"),
            (UInt64.max, "field f", "Int64"), ([[1]], "field f[0]", "an array directly inside an array"),
            ([1: "a"], "field f", "keys are not strings"), (["": 1], "field f.``", "needs a name"),
            (["__x__": 1], "field f.__x__", "Firestore's own"),
            (Timestamp(seconds: 253_402_300_800, nanoseconds: 0), "field f", "years 1 to 9999"),
            (GeoPoint(latitude: 90.5, longitude: 0), "field f", "latitude"),
            (GeoPoint(latitude: 0, longitude: .nan), "field f", "longitude"),
            (Self.nested(21), "field f.k", "nested more than 20"), ((1, 2), "field f", "type (Int, Int)"),
            ([String(repeating: "n", count: 1501): 1], "name of a field", "longer than 1500 bytes"),
            ([FieldValue.serverTimestamp()], "field f[0]", "not allowed inside an array"),
            ([["k": FieldValue.increment(1)]], "field f[0].k", "not allowed inside an array"),
            (FieldValue.arrayUnion([[1]]), "field f[0]", "an array directly inside an array"),
            (
                FieldValue.arrayUnion([FieldValue.delete()]), "field f[0]",
                "FieldValue.delete() is not allowed"
            ),
            (FieldValue.arrayRemove([Color.red]), "field f[0]", "type Color"),
            (FieldValue.delete(), "field f", "is for updateData"),
            (Optional(Color.red) as Any, "field f", "type Color"),
            (AnyHashable(Color.red), "field f", "type Color"),
        ]
        for (value, place, reason) in cases {
            let firestore = try makeFirestore()
            let error = try await failure { () async throws(FirestoreError) in
                try await firestore.document("c/d").setData(["f": value])
            }
            #expect(error.code == .invalidArgument)
            #expect(error.message.contains(place), "\(error)")
            #expect(error.message.contains(reason), "\(error)")
            #expect(error.message.hasPrefix("setData of \"c/d\": "), "\(error)")
            #expect(!error.message.contains("s3cret"))
        }
    }

    @Test func `twenty levels are not too deep`() async throws {
        #expect(try await wire(Self.nested(20)) != nil)
    }

    @Test func `values come back as they were written`() async throws {
        let firestore = try makeFirestore()
        let values: [String: Any] = [
            "string": "é", "int": 42, "double": 1.5, "bool": false, "null": NSNull(),
            "time": Timestamp(seconds: 5, nanoseconds: 1000), "data": Data([1]),
            "point": GeoPoint(latitude: 1, longitude: 2),
            "reference": firestore.document("a/b"), "array": [1, "x"] as [Any], "map": ["k": ["l": true]],
        ]
        let recording = ScriptedTransport([.json(commitJSON())])
        try await makeFirestore(recording).document("c/d").setData(values)
        let written = try JSONParser.parse(try #require(recording.requests.first).body)
        let fields = try #require(written["writes"]?.array?.first?["update"]?["fields"]).compactText
        let reading = try makeFirestore(ScriptedTransport([.json(documentJSON("c/d", fields))]))
        let data = try #require(try await reading.document("c/d").getDocument().data())

        #expect(Set(data.keys) == Set(values.keys))
        #expect(data["string"] as? String == "é")
        #expect(data["int"] as? Int == 42)
        #expect(data["double"] as? Double == 1.5)
        #expect(data["bool"] as? Bool == false)
        #expect(data["null"] is NSNull)
        #expect(data["time"] as? Timestamp == Timestamp(seconds: 5, nanoseconds: 1000))
        #expect(data["data"] as? Data == Data([1]))
        #expect(data["point"] as? GeoPoint == GeoPoint(latitude: 1, longitude: 2))
        #expect((data["reference"] as? DocumentReference)?.path == "a/b")
        #expect((data["array"] as? [Any])?.first as? Int == 1)
        #expect((data["map"] as? [String: Any])?["k"] as? [String: Bool] == ["l": true])
    }

    @Test func `numbers cast to every type that holds them, as NSNumber`() async throws {
        let fields =
            #"{"flag":{"booleanValue":true},"three":{"integerValue":"3"},"half":{"doubleValue":0.5}}"#
        let firestore = try makeFirestore(ScriptedTransport([.json(documentJSON("c/d", fields))]))
        let snapshot = try await firestore.document("c/d").getDocument()
        #expect(snapshot["three"] as? Int == 3)
        #expect(snapshot["three"] as? Double == 3)
        #expect(snapshot["three"] as? NSNumber == 3)
        #expect(snapshot["three"] as? Bool == nil)
        #expect(snapshot["half"] as? Double == 0.5)
        #expect(snapshot["half"] as? Int == nil)
        #expect(snapshot["flag"] as? Bool == true)
        #expect(snapshot["flag"] as? NSNumber == true)
    }

    @Test func `objects of Foundation are written as what they hold`() async throws {
        #expect(try await wire(NSNumber(value: 7)) == #"{"integerValue":"7"}"#)
        #expect(try await wire(NSNumber(value: 7.0)) == #"{"doubleValue":7.0}"#)
        #expect(try await wire(NSNumber(value: true)) == #"{"booleanValue":true}"#)
        let json = try JSONSerialization.jsonObject(with: Data(#"{"a":[1,1.5,null,"x",false]}"#.utf8))
        #expect(
            try await wire(json)
                == compact(
                    """
                    {"mapValue":{"fields":{"a":{"arrayValue":{"values":[{"integerValue":"1"},{"doubleValue":1.5},
                    {"nullValue":null},{"stringValue":"x"},{"booleanValue":false}]}}}}}
                    """))
    }
}
