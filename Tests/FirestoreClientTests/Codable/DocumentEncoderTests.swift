import FirestoreClient
import Foundation
import TestSupport
import Testing

@Suite struct DocumentEncoderTests {
    private struct One<T: Encodable>: Encodable { var f: T }

    private func encode<T: Encodable>(_ value: T, _ encoder: Firestore.Encoder = .init()) throws -> Any? {
        try encoder.encode(One(f: value))["f"]
    }

    @Test func `plain values and those of Firestore are taken as they are`() throws {
        #expect(try encode("a") as? String == "a")
        #expect(try encode(UInt8(7)) as? UInt8 == 7)
        #expect(try encode(true) as? Bool == true)
        #expect(try encode([1, 2]) as? [Int] == [1, 2])
        #expect(try encode(["a": ["b"]]) as? [String: [String]] == ["a": ["b"]])
        let time = Timestamp(seconds: 1, nanoseconds: 2)
        #expect(try encode(time) as? Timestamp == time)
        #expect(
            try encode(Date(timeIntervalSince1970: 1)) as? Timestamp == Timestamp(seconds: 1, nanoseconds: 0))
        #expect(try encode(Data([1])) as? Data == Data([1]))
        #expect(
            try encode(GeoPoint(latitude: 1, longitude: 2)) as? GeoPoint
                == GeoPoint(latitude: 1, longitude: 2))
        #expect(try encode(VectorValue([1.0])) as? VectorValue == FieldValue.vector([1.0]))
        let reference = try makeFirestore().document("a/b")
        #expect(try encode(reference) as? DocumentReference == reference)
        #expect(try encode(FieldValue.increment(Int64(1))) as? FieldValue == .increment(Int64(1)))
        #expect(try encode(URL(string: "https://example.com")) as? String == "https://example.com")
    }

    @Test func `property wrappers decide about nil`() throws {
        struct Model: Codable {
            @DocumentID var id: String?
            @ServerTimestamp var sent: Timestamp?
            @ServerTimestamp var day: Date?
            @ExplicitNull var gone: String?
            var optional: String?
        }
        let data = try Firestore.Encoder().encode(Model(id: "never written"))
        #expect(Set(data.keys) == ["sent", "day", "gone"])
        #expect(data["sent"] as? FieldValue == .serverTimestamp())
        #expect(data["day"] as? FieldValue == .serverTimestamp())
        #expect(data["gone"] is NSNull)
        let full = try Firestore.Encoder().encode(
            Model(day: Date(timeIntervalSince1970: 2), gone: "x", optional: "y"))
        #expect(full["day"] as? Timestamp == Timestamp(seconds: 2, nanoseconds: 0))
        #expect(full["gone"] as? String == "x")
        #expect(full["optional"] as? String == "y")
    }

    @Test func `property wrappers compare and hash as their values do`() {
        #expect(DocumentID(wrappedValue: "a") == DocumentID(wrappedValue: "a"))
        #expect(Set([ExplicitNull(wrappedValue: 1), ExplicitNull(wrappedValue: 1)]).count == 1)
        #expect(
            ServerTimestamp(wrappedValue: Date.distantPast)
                != ServerTimestamp(wrappedValue: Date.distantFuture))
    }

    @Test func `a document is a map`() throws {
        for value: any Encodable in [["a"], "a", 1, FieldValue.delete(), Timestamp(), VectorValue([1.0])] {
            #expect(throws: EncodingError.self, "\(type(of: value))") {
                try Firestore.Encoder().encode(value)
            }
        }
        struct Empty: Encodable {}
        #expect(try Firestore.Encoder().encode(Empty()).isEmpty)
    }

    @Test func `what only Firestore understands is refused by other coders`() throws {
        let reference = try makeFirestore().document("a/b")
        for value: any Encodable in [reference, FieldValue.delete(), DocumentID(wrappedValue: "a")] {
            #expect(throws: FirestoreEncodingError.self) { try JSONEncoder().encode(value) }
        }
        #expect(throws: FirestoreDecodingError.self) {
            try JSONDecoder().decode(DocumentReference.self, from: Data("{}".utf8))
        }
        #expect(throws: FirestoreDecodingError.self) {
            try JSONDecoder().decode([DocumentID<String>].self, from: Data("[1]".utf8))
        }
    }

    @Test func `times, points and vectors pass through other coders`() throws {
        func roundTrip<T: Codable>(_ value: T) throws -> T {
            try JSONDecoder().decode(T.self, from: JSONEncoder().encode(value))
        }
        let time = Timestamp(seconds: 37, nanoseconds: 123)
        #expect(try roundTrip(time) == time)
        #expect(try roundTrip(GeoPoint(latitude: 1, longitude: 2)) == GeoPoint(latitude: 1, longitude: 2))
        #expect(try roundTrip(VectorValue([1.5])) == VectorValue([1.5]))
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let json = String(decoding: try encoder.encode(time), as: UTF8.self)
        #expect(json == #"{"nanoseconds":123,"seconds":37}"#)
    }

    @Test func `strategies for dates, bytes, numbers and keys`() throws {
        let encoder = Firestore.Encoder()
        let date = Date(timeIntervalSince1970: 1_000_000)
        encoder.dateEncodingStrategy = .secondsSince1970
        #expect(try encode(date, encoder) as? Double == 1_000_000)
        encoder.dateEncodingStrategy = .millisecondsSince1970
        #expect(try encode(date, encoder) as? Double == 1e9)
        encoder.dateEncodingStrategy = .iso8601
        #expect(try encode(date, encoder) as? String == "1970-01-12T13:46:40Z")
        encoder.dateEncodingStrategy = .deferredToDate
        #expect(try encode(date, encoder) as? Double == date.timeIntervalSinceReferenceDate)
        encoder.dateEncodingStrategy = .custom { date, encoder in
            var container = encoder.container(keyedBy: AnyKey.self)
            try container.encode(date.timeIntervalSince1970, forKey: AnyKey("seconds"))
        }
        #expect(try encode(date, encoder) as? [String: Double] == ["seconds": 1_000_000])
        encoder.dataEncodingStrategy = .base64
        #expect(try encode(Data([1, 2]), encoder) as? String == "AQI=")
        encoder.dataEncodingStrategy = .deferredToData
        #expect(try encode(Data([1, 2]), encoder) as? [UInt8] == [1, 2])
        for number in [Double.nan, .infinity] {
            #expect(throws: EncodingError.self) { try encode(number, encoder) }
        }
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "+", negativeInfinity: "-", nan: "?")
        #expect(try encode([Double.nan, -.infinity, .infinity], encoder) as? [String] == ["?", "-", "+"])

        struct Keys: Encodable { var myURLName = 1, keep = ["camelCase": 1] }
        encoder.keyEncodingStrategy = .convertToSnakeCase
        let snake = try encoder.encode(Keys())
        #expect(Set(snake.keys) == ["my_url_name", "keep"])
        #expect(snake["keep"] as? [String: Int] == ["camelCase": 1])
        encoder.keyEncodingStrategy = .custom { AnyKey($0.map(\.stringValue).joined(separator: "/")) }
        #expect(Set(try encoder.encode(One(f: One(f: 1))).keys) == ["f"])
        #expect(try (encoder.encode(One(f: One(f: 1)))["f"] as? [String: Int]) == ["f/f": 1])
    }

    @Test func `nested containers, superclasses and mistakes`() throws {
        struct Model: Encodable {
            var isTwice: Bool
            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: AnyKey.self)
                var list = container.nestedUnkeyedContainer(forKey: AnyKey("list"))
                try list.encode("a")
                var inner = list.nestedContainer(keyedBy: AnyKey.self)
                try inner.encode(1, forKey: AnyKey("n"))
                try list.encodeNil()
                var map = container.nestedContainer(keyedBy: AnyKey.self, forKey: AnyKey("map"))
                try map.encode(1, forKey: AnyKey("x"))
                var again = container.nestedContainer(keyedBy: AnyKey.self, forKey: AnyKey("map"))
                try again.encode(2, forKey: AnyKey("y"))
                try ["name": "n"].encode(to: container.superEncoder())
                if isTwice { _ = encoder.unkeyedContainer() }
            }
        }
        let data = try Firestore.Encoder().encode(Model(isTwice: false))
        #expect(data["map"] as? [String: Int] == ["x": 1, "y": 2])
        #expect(data["super"] as? [String: String] == ["name": "n"])
        let list = try #require(data["list"] as? [Any])
        #expect(list.count == 3 && list[0] as? String == "a" && list[2] is NSNull)
        #expect(list[1] as? [String: Int] == ["n": 1])
        #expect(throws: EncodingError.self) { try Firestore.Encoder().encode(Model(isTwice: true)) }
    }

    @Test func `an error names the path of a value in nested containers, and leaves no encoder behind`()
        throws
    {
        final class Witness { weak var encoder: AnyObject? }
        struct Model: Encodable {
            struct Weight: Encodable { let kilograms = Double.nan }
            let witness: Witness

            func encode(to encoder: any Encoder) throws {
                witness.encoder = encoder as AnyObject
                var container = encoder.container(keyedBy: AnyKey.self)
                var list = container.nestedUnkeyedContainer(forKey: AnyKey("list"))
                var map = list.nestedContainer(keyedBy: AnyKey.self)
                try map.encode(Weight(), forKey: AnyKey("weight"))
            }
        }
        let witness = Witness()
        let error = #expect(throws: EncodingError.self) {
            try Firestore.Encoder().encode(Model(witness: witness))
        }
        guard case .invalidValue(_, let context) = error else { throw try #require(error) }
        #expect(context.codingPath.map(\.stringValue) == ["list", "Index 0", "weight", "kilograms"])
        #expect(context.codingPath.map(\.intValue) == [nil, 0, nil, nil])
        #expect(witness.encoder == nil)
    }
}

private struct AnyKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(_ name: String) { stringValue = name }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}
