import FirestoreClient
import Foundation
import TestSupport
import Testing

@Suite struct DocumentDecoderTests {
    /// A document as a server sends it.
    private func snapshot(_ fields: String) async throws -> DocumentSnapshot {
        let firestore = try makeFirestore(ScriptedTransport([.json(documentJSON("c/d", fields))]))
        return try await firestore.document("c/d").getDocument()
    }

    private func decode<T: Decodable>(_ type: T.Type, _ fields: String) async throws -> T {
        try await snapshot(fields).data(as: type)
    }

    private struct Message: Codable, Equatable {
        struct Meta: Codable, Equatable {
            var edited: Bool
            var scores: [Double]
        }

        @DocumentID var id: String?
        @DocumentID var reference: DocumentReference?
        var text: String
        var count: Int8
        var weight: Double
        var ratio: Float
        var readBy: [String]
        var sent: Timestamp
        var day: Date
        var bytes: Data
        var place: GeoPoint
        var author: DocumentReference
        var embedding: VectorValue
        var link: URL
        var meta: Meta
        var tags: [String: Int]
        var missing: String?
        var null: Timestamp?
        @ServerTimestamp var server: Date?
        @ExplicitNull var explicit: Int?
    }

    @Test func `a document is decoded into a struct`() async throws {
        let message = try await decode(
            Message.self,
            """
            {"text":{"stringValue":"hi"},"count":{"integerValue":"7"},"weight":{"integerValue":"3"},
             "ratio":{"doubleValue":0.5},"readBy":{"arrayValue":{"values":[{"stringValue":"bob"}]}},
             "sent":{"timestampValue":"1970-01-01T00:00:05.000001Z"},"day":{"timestampValue":"1970-01-01T00:01:00Z"},
             "bytes":{"bytesValue":"AQI="},"place":{"geoPointValue":{"latitude":1.5,"longitude":-2}},
             "author":{"referenceValue":"\(root)/users/bob"},"link":{"stringValue":"https://example.com/a"},
             "embedding":{"mapValue":{"fields":{"__type__":{"stringValue":"__vector__"},
                "value":{"arrayValue":{"values":[{"doubleValue":1},{"doubleValue":2}]}}}}},
             "meta":{"mapValue":{"fields":{"edited":{"booleanValue":true},
                "scores":{"arrayValue":{"values":[{"integerValue":"1"},{"doubleValue":2.5}]}}}}},
             "tags":{"mapValue":{"fields":{"a":{"integerValue":"1"}}}},
             "null":{"nullValue":null},"server":{"timestampValue":"1970-01-01T00:00:01Z"},
             "explicit":{"nullValue":null},"other":{"stringValue":"ignored"}}
            """)
        let firestore = try makeFirestore()
        #expect(
            message
                == Message(
                    id: "d", reference: firestore.document("c/d"), text: "hi", count: 7, weight: 3,
                    ratio: 0.5,
                    readBy: ["bob"], sent: Timestamp(seconds: 5, nanoseconds: 1000),
                    day: Date(timeIntervalSince1970: 60), bytes: Data([1, 2]),
                    place: GeoPoint(latitude: 1.5, longitude: -2), author: firestore.document("users/bob"),
                    embedding: VectorValue([1.0, 2]),
                    link: try #require(URL(string: "https://example.com/a")),
                    meta: .init(edited: true, scores: [1, 2.5]), tags: ["a": 1], missing: nil, null: nil,
                    server: Date(timeIntervalSince1970: 1), explicit: nil))
    }

    private struct One<T: Codable & Equatable>: Codable, Equatable {
        var f: T
    }

    @Test func `numbers decode where they fit exactly, and booleans are not numbers`() async throws {
        #expect(try await decode(One<Int>.self, #"{"f":{"doubleValue":45.0}}"#).f == 45)
        #expect(try await decode(One<UInt64>.self, #"{"f":{"integerValue":"9"}}"#).f == 9)
        #expect(try await decode(One<Double>.self, #"{"f":{"doubleValue":"NaN"}}"#).f.isNaN)
        #expect(try await decode(One<Decimal>.self, #"{"f":{"doubleValue":1.5}}"#).f == 1.5)
        await #expect(throws: DecodingError.self) {
            try await decode(One<Int>.self, #"{"f":{"doubleValue":45.5}}"#)
        }
        await #expect(throws: DecodingError.self) {
            try await decode(One<Int8>.self, #"{"f":{"integerValue":"300"}}"#)
        }
        await #expect(throws: DecodingError.self) {
            try await decode(One<UInt>.self, #"{"f":{"integerValue":"-1"}}"#)
        }
        await #expect(throws: DecodingError.self) {
            try await decode(One<Float>.self, #"{"f":{"doubleValue":1e300}}"#)
        }
        await #expect(throws: DecodingError.self) {
            try await decode(One<Int>.self, #"{"f":{"booleanValue":true}}"#)
        }
        await #expect(throws: DecodingError.self) {
            try await decode(One<Bool>.self, #"{"f":{"integerValue":"1"}}"#)
        }
    }

    @Test func `an error says where the value is and what it is, not its content`() async throws {
        struct Outer: Codable, Equatable { var list: [One<String>] }
        let fields = """
            {"list":{"arrayValue":{"values":[{"mapValue":{"fields":{"f":{"stringValue":"a"}}}},
             {"mapValue":{"fields":{"f":{"integerValue":"4711"}}}}]}}}
            """
        do {
            _ = try await decode(Outer.self, fields)
            Issue.record("decoded")
        } catch DecodingError.typeMismatch(_, let context) {
            #expect(context.codingPath.map(\.stringValue) == ["list", "Index 1", "f"])
            #expect(context.codingPath[1].intValue == 1)
            #expect(context.debugDescription == "Expected String, found a whole number.")
        }
        do {
            _ = try await decode(One<String>.self, "{}")
            Issue.record("decoded")
        } catch DecodingError.keyNotFound(let key, _) {
            #expect(key.stringValue == "f")
        }
        do {
            _ = try await decode(One<String>.self, #"{"f":{"nullValue":null}}"#)
            Issue.record("decoded")
        } catch DecodingError.valueNotFound(_, let context) {
            #expect(context.codingPath.map(\.stringValue) == ["f"])
        }
    }

    @Test func `a document that does not exist decodes as nil, and as nothing else`() async throws {
        let missing = ScriptedTransport.Step.json(errorJSON(404, "NOT_FOUND", "c/d"), status: 404)
        let snapshot = try await makeFirestore(ScriptedTransport([missing])).document("c/d").getDocument()
        #expect(try snapshot.data(as: One<Int>?.self) == nil)
        #expect(throws: DecodingError.self) { try snapshot.data(as: One<Int>.self) }
    }

    @Test func `strategies for dates, bytes, numbers and keys`() async throws {
        let decoder = Firestore.Decoder()
        let date = Date(timeIntervalSince1970: 1_000_000)
        decoder.dateDecodingStrategy = .secondsSince1970
        #expect(
            try await snapshot(#"{"f":{"integerValue":"1000000"}}"#).data(
                as: One<Date>.self, decoder: decoder
            ).f == date)
        decoder.dateDecodingStrategy = .millisecondsSince1970
        #expect(
            try await snapshot(#"{"f":{"doubleValue":1e9}}"#).data(as: One<Date>.self, decoder: decoder).f
                == date)
        decoder.dateDecodingStrategy = .iso8601
        let text = #"{"f":{"stringValue":"1970-01-12T13:46:40Z"}}"#
        #expect(try await snapshot(text).data(as: One<Date>.self, decoder: decoder).f == date)
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        formatter.dateFormat = "yyyy/MM/dd HH:mm:ss"
        decoder.dateDecodingStrategy = .formatted(formatter)
        let form = #"{"f":{"stringValue":"1970/01/12 13:46:40"}}"#
        #expect(try await snapshot(form).data(as: One<Date>.self, decoder: decoder).f == date)
        let other = try await snapshot(text)
        #expect(throws: DecodingError.self) { try other.data(as: One<Date>.self, decoder: decoder) }
        decoder.dateDecodingStrategy = .custom {
            try $0.singleValueContainer().decode(Timestamp.self).dateValue()
        }
        let time = #"{"f":{"timestampValue":"1970-01-12T13:46:40Z"}}"#
        #expect(try await snapshot(time).data(as: One<Date>.self, decoder: decoder).f == date)

        let base64 = #"{"f":{"stringValue":"AQI="}}"#
        #expect(try await decode(One<Data>.self, base64).f == Data([1, 2]))
        decoder.dataDecodingStrategy = .base64
        #expect(try await snapshot(base64).data(as: One<Data>.self, decoder: decoder).f == Data([1, 2]))
        decoder.dataDecodingStrategy = .deferredToData
        let numbers = #"{"f":{"arrayValue":{"values":[{"integerValue":"1"},{"integerValue":"2"}]}}}"#
        #expect(try await snapshot(numbers).data(as: One<Data>.self, decoder: decoder).f == Data([1, 2]))

        decoder.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: "+", negativeInfinity: "-", nan: "?")
        #expect(
            try await snapshot(#"{"f":{"stringValue":"-"}}"#).data(as: One<Double>.self, decoder: decoder).f
                == -.infinity)

        struct Keys: Codable { var myURLName: String? = nil, myUrlName: String? = nil, field: Int? = nil }
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        let snake = try await snapshot(#"{"my_url_name":{"stringValue":"x"}}"#).data(
            as: Keys.self, decoder: decoder)
        #expect(snake.myUrlName == "x" && snake.myURLName == nil)
        decoder.keyDecodingStrategy = .custom { path in
            AnyKey(stringValue: path.last?.stringValue.lowercased() ?? "")
        }
        #expect(
            try await snapshot(#"{"FIELD":{"integerValue":"1"}}"#).data(as: Keys.self, decoder: decoder).field
                == 1)
    }

    @Test func `a field with the name of the document's id is ignored`() async throws {
        struct Model: Codable { @DocumentID var id: String? }
        #expect(try await decode(Model.self, #"{"id":{"integerValue":"1"}}"#).id == "d")
    }

    @Test func `dictionaries decode like documents`() throws {
        let reference = try makeFirestore().document("users/bob")
        struct Model: Codable, Equatable {
            @DocumentID var id: String?
            var n: Int
            var author: DocumentReference
            var null: String?
        }
        let data: [String: Any] = ["n": 3.0, "author": reference, "null": NSNull()]
        let model = try Firestore.Decoder().decode(Model.self, from: data, in: reference)
        #expect(model == Model(id: "bob", n: 3, author: reference, null: nil))
        #expect(try Firestore.Decoder().decode([Int].self, from: [1, NSNumber(value: 2)]) == [1, 2])
        #expect(throws: DecodingError.self) {
            try Firestore.Decoder().decode([String: String].self, from: ["a": FieldValue.delete()])
        }
        #expect(throws: FirestoreDecodingError.self) {
            try Firestore.Decoder().decode(Model.self, from: data)
        }
    }

    @Test func `classes decode their superclass, and containers their parts`() throws {
        class Base: Codable { var name = "" }
        final class Derived: Base {
            var list: [[String: Bool]] = []
            private enum Keys: CodingKey { case list }
            required init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: Keys.self)
                var elements = try container.nestedUnkeyedContainer(forKey: .list)
                while !elements.isAtEnd {
                    if try elements.decodeNil() { continue }
                    list.append(try elements.decode([String: Bool].self))
                }
                try super.init(from: container.superDecoder())
            }
        }
        let data: [String: Any] = ["list": [["a": true], NSNull()] as [Any], "super": ["name": "n"]]
        let derived = try Firestore.Decoder().decode(Derived.self, from: data)
        #expect(derived.list == [["a": true]])
        #expect(derived.name == "n")
    }
}

private struct AnyKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}
