import FirestoreREST
import TestSupport

extension ExchangeGenerator {
    private static let integers = [
        "0", "1", "2", "3", "-1", "5", "9007199254740993", "9223372036854775807", "-9223372036854775808",
    ]
    private static let doubles: [JSON] = [
        .number("0.0"), .number("-0.0"), .number("1.0"), .number("2.0"), .number("1.5"), .number("-1.0"),
        .number("1e10"),
        .number("1e-5"), "NaN", "Infinity", "-Infinity", .number("9007199254740992.0"), .number("9.3e18"),
    ]
    private static let times = [
        "2020-01-01T00:00:00Z", "2020-01-01T00:00:00.123456789Z", "1969-12-31T23:59:59.5Z",
        "2020-01-01T01:00:00+01:00",
    ]
    private static let texts = ["", "a", "b", "ab", "é", "\u{FFEE}", "😀", "\"\\/\n", "e\u{301}"]

    /// A value of any kind, nested up to three deep.
    mutating func value(depth: Int = 0) -> JSON {
        switch random.int(0...(depth < 2 ? 15 : 11)) {
        case 0: ["nullValue": nil]
        case 1: ["booleanValue": .boolean(random.oneIn(2))]
        case 2, 3: ["integerValue": .string(random.pick(Self.integers))]
        case 4, 5: ["doubleValue": random.pick(Self.doubles)]
        case 6: ["timestampValue": .string(random.pick(Self.times))]
        case 7, 8: ["stringValue": .string(random.pick(Self.texts))]
        case 9: ["bytesValue": .string(random.pick(["", "AQ==", "AQI="]))]
        case 10: reference()
        case 11:
            [
                "geoPointValue": [
                    "latitude": random.pick([0, .number("1.5"), -90]), "longitude": random.pick([0, 2]),
                ]
            ]
        case 12: ["arrayValue": list(0...3, depth: depth + 1)]
        case 13: vector()
        default:
            [
                "mapValue": [
                    "fields": .object(
                        some(0...2, of: ["k", "j", "a b"]).map { JSON.Member($0, value(depth: depth + 1)) })
                ]
            ]
        }
    }

    /// An `ArrayValue`; now and then one that holds another array.
    mutating func list(_ count: ClosedRange<Int>, depth: Int) -> JSON {
        var elements: [JSON] = []
        for _ in 0..<random.int(count) {
            let element = value(depth: depth)
            if element["arrayValue"] == nil,
                element["mapValue"]?["fields"]?["__type__"] == nil || random.oneIn(100)
            {
                elements.append(element)
            }
        }
        return elements.isEmpty && random.oneIn(2) ? [:] : ["values": .array(elements)]
    }

    private mutating func vector() -> JSON {
        let numbers = random.list(1...2) {
            ["doubleValue": $0.pick([.number("1.0"), .number("2.5")])] as JSON
        }
        return [
            "mapValue": [
                "fields": [
                    "__type__": ["stringValue": "__vector__"],
                    "value": ["arrayValue": ["values": .array(numbers)]],
                ]
            ]
        ]
    }

    mutating func fields() -> JSON {
        .object(some(0...4, of: Self.documentFields).map { JSON.Member($0, value()) })
    }

    /// Documents to begin with.
    mutating func seeds() -> JSON {
        var writes: [JSON] = []
        for collection in ["c", "d", "c/a/sub", "t"] {
            for id in some(2...5, of: Self.ids) {
                writes.append(["update": ["name": "{{documents}}/\(collection)/\(id)", "fields": fields()]])
            }
        }
        return ["writes": .array(writes)]
    }
}
