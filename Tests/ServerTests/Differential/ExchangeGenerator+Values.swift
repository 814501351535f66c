import JSONText
import TestSupport

extension ExchangeGenerator {
    private static let integers = [
        "0", "1", "2", "3", "-1", "5", "9007199254740991", "9007199254740993", "-9007199254740993",
        "4611686018427387904", "9223372036854775806", "9223372036854775807", "-9223372036854775808",
    ]
    private static let doubles: [JSON] = [
        .number("0.0"), .number("-0.0"), .number("1.0"), .number("2.0"), .number("3"), .number("1.5"),
        .number("-1.0"), .number("1e10"), .number("1e-5"), .number("0.1"), .number("-2.5e-3"), .number("1e7"),
        "NaN", "Infinity", "-Infinity", .number("9007199254740992.0"), .number("9.3e18"), .number("-9.3e18"),
        .number("9223372036854775807"), .number("1.7976931348623157e308"), .number("1e-300"),
    ]
    private static let times = [
        "2020-01-01T00:00:00Z", "2020-01-01T00:00:00.123456789Z", "1969-12-31T23:59:59.5Z",
        "2020-01-01T01:00:00+01:00", "0001-01-01T00:00:00Z", "9999-12-31T23:59:59.999999999Z",
        "2020-01-01T00:00:00.1Z", "2020-01-01T00:00:00.123456Z", "2020-01-01T00:00:00.1230Z",
        "1969-12-31T23:59:59.9999999Z", "2019-12-31T23:30:00-00:30",
    ]
    private static let texts = [
        "", "a", "b", "ab", "A", "é", "\u{FFEE}", "😀", "\"\\/\n", "e\u{301}", "\u{0}", "a\u{0}b", "\u{2028}",
        "<&>", "1", "null", "\u{7F}", "\u{FFFF}",
    ]

    /// A value of any kind, nested up to three deep.
    mutating func value(depth: Int = 0) -> JSON {
        if slips(20) { return oddValue() }
        return switch random.int(0...(depth < 2 ? 15 : 11)) {
        case 0: ["nullValue": nil]
        case 1: ["booleanValue": .boolean(random.oneIn(2))]
        case 2, 3: ["integerValue": .string(random.pick(Self.integers))]
        case 4, 5: ["doubleValue": random.pick(Self.doubles)]
        case 6: ["timestampValue": .string(random.pick(Self.times))]
        case 7, 8: ["stringValue": .string(random.pick(Self.texts))]
        case 9: ["bytesValue": .string(random.pick(["", "AQ==", "AQI=", "AA==", "/w==", "-_8="]))]
        case 10: reference()
        case 11: ["geoPointValue": geoPoint()]
        case 12: ["arrayValue": list(0...3, depth: depth + 1)]
        case 13: vector()
        default: ["mapValue": ["fields": .object(members(of: ["k", "j", "a b"], 0...2, depth: depth + 1))]]
        }
    }

    private mutating func geoPoint() -> JSON {
        [
            "latitude": random.pick([0, .number("1.5"), -90, .number("-0.0")]),
            "longitude": random.pick([0, 2, 180]),
        ]
    }

    private mutating func members(of names: [String], _ count: ClosedRange<Int>, depth: Int) -> [JSON.Member]
    {
        some(count, of: names).map { JSON.Member(slips(20) ? oddName() : $0, value(depth: depth)) }
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

    /// A vector, of one or two dimensions as a rule.
    mutating func vector() -> JSON {
        let numbers = random.list(1...2) {
            ["doubleValue": $0.pick([.number("1.0"), .number("2.5"), .number("-1.0"), .number("0.0")])]
                as JSON
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

    mutating func fields() -> JSON { .object(members(of: Self.documentFields, 0...4, depth: 0)) }

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
