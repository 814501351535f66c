import JSONText
import TestSupport

/// Forms that no client sends: at the edges of what a server accepts, on either side.
extension ExchangeGenerator {
    private static let numbers: [JSON] = [
        5, 0, -1, .number("1.0"), .number("-0"), .number("1e3"), .number("1.5"), .number("1e400"),
        .number("-1e400"), .number("9223372036854775808"), .number("-9223372036854775808"), "1.0", "1e3",
        "+1",
        "01", " 1", "1 ", "9223372036854775808", "", "-0", "nan", "inf", "+Infinity", "-NaN", "0x1", "1f",
        "1_0",
        ".5", "5.", "1e", true, nil, [], [:], "5", "-5", "1.50", "--1",
    ]
    private static let times: [JSON] = [
        "", "2020-01-01", "2020-01-01T00:00:00", "2020-01-01T00:00:60Z",
        "0000-01-01T00:00:00Z", "10000-01-01T00:00:00Z", "2020-01-01t00:00:00z", "2020-01-01 00:00:00Z",
        "2020-01-01T00:00:00+00:00", "2020-01-01T00:00:00+0100", "2020-01-01T00:00:00.1234567890Z",
        "0001-01-01T00:00:00+01:00", "9999-12-31T23:59:59-01:00", "2020-01-01T00:00:00ZZ", 0, true, nil,
        ["seconds": 1], "2020-01-01T00:00Z", "+2020-01-01T00:00:00Z",
    ]
    private static let texts: [JSON] = [
        1, .number("1.50"), .number("1e3"), true, nil, [], [:], "{{1500*x}}", "{{1501*x}}", "{{750*é}}",
    ]
    private static let bytes: [JSON] = [
        "AQ", "A", "AQ=", "AQ===", "_-8=", "-_", "+/8=", "AQ==\n", " AQ==", "!!", 12, "AR==", "A=Q=", "é",
        nil,
        "AQ==AQ==", true,
    ]
    private static let points: [JSON] = [
        [:], ["latitude": 91], ["longitude": -181], ["latitude": "NaN"], ["latitude": "1"], [], nil, "1,2",
        ["latitude": nil], ["lat": 1], ["longitude": "Infinity"], ["latitude": .number("90.0000001")],
    ]
    private static let lists: [JSON] = [
        [:], nil, [], ["values": nil], ["values": [:]], ["values": [nil]], ["values": [["arrayValue": [:]]]],
        ["values": [["mapValue": ["fields": ["a": ["arrayValue": ["values": [["arrayValue": [:]]]]]]]]]],
        ["values": [[:]]], ["x": 1], "a", ["values": ["nullValue": nil]],
    ]
    private static let maps: [JSON] = [
        [:], nil, [], ["fields": nil], ["fields": []], ["fields": ["a": nil]], ["fields": ["a": [:]]],
        ["fields": ["": ["nullValue": nil]]], ["fields": ["__type__": ["stringValue": "x"]]],
        ["fields": ["__type__": ["stringValue": "__vector__"]]], ["x": 1],
        ["fields": ["__type__": ["stringValue": "__vector__"], "value": ["arrayValue": [:]]]],
        [
            "fields": [
                "__type__": ["stringValue": "__vector__"],
                "value": ["arrayValue": ["values": [["integerValue": "1"]]]],
            ]
        ],
        [
            "fields": [
                "__type__": ["stringValue": "__vector__"],
                "value": ["arrayValue": ["values": [["doubleValue": "NaN"]]]],
            ]
        ],
    ]
    private static let wholes: [JSON] = [
        [:], [], nil, "x", 1, ["a": 1], ["string_value": "a"], ["integer_value": "1"], ["StringValue": "a"],
        ["stringValue": "a", "integerValue": "1"], ["stringValue": "a", "integerValue": nil],
        ["stringValue": "a", "nullValue": nil], ["nullValue": nil, "stringValue": "a"],
        ["fieldReferenceValue": "a"], ["functionValue": ["name": "f"]], ["valueType": "x"],
        ["map_value": ["fields": ["k": ["null_value": nil]]]], ["array_value": [:]],
    ]

    /// A value in a form that is uncommon, or wrong.
    mutating func oddValue() -> JSON {
        switch random.int(0...11) {
        case 0: ["integerValue": random.pick(Self.numbers)]
        case 1: ["doubleValue": random.pick(Self.numbers)]
        case 2: ["timestampValue": random.pick(Self.times)]
        case 3: ["stringValue": random.pick(Self.texts)]
        case 4: ["bytesValue": random.pick(Self.bytes)]
        case 5: ["geoPointValue": random.pick(Self.points)]
        case 6: ["arrayValue": random.pick(Self.lists)]
        case 7: ["mapValue": random.pick(Self.maps)]
        case 8: ["referenceValue": .string(oddDocument())]
        case 9:
            random.oneIn(2)
                ? ["booleanValue": random.pick(["true", "false", "TRUE", 1, 0, "1", "", nil])]
                : [
                    "nullValue": random.pick([
                        "NULL_VALUE", 0, 1, "0", "NULL", true, "", [:], [], .number("1.0"),
                    ])
                ]
        case 10: nested(random.pick([3, 18, 19, 20, 21]))
        default: random.pick(Self.wholes)
        }
    }

    /// Maps in maps, or maps in lists in maps.
    private mutating func nested(_ depth: Int) -> JSON {
        var value: JSON = ["integerValue": "1"]
        let isMixed = random.oneIn(2)
        for level in 0..<depth {
            value =
                isMixed && level.isMultiple(of: 2)
                ? ["arrayValue": ["values": [value]]] : ["mapValue": ["fields": ["k": value]]]
        }
        return value
    }

    /// A time to read at, or to compare a version with.
    mutating func oddTime() -> JSON {
        random.oneIn(2)
            ? random.pick(Self.times)
            : random.pick([
                "2020-01-01T00:00:00Z", "2099-01-01T00:00:00Z", "1970-01-01T00:00:00Z",
                "1969-12-31T23:59:59Z",
                "2020-01-01T00:00:00.0000001Z", "0001-01-01T00:00:00Z", "9999-12-31T23:59:59.999999Z",
            ])
    }

    /// A number where a number is expected, in an uncommon form.
    mutating func oddNumber() -> JSON { random.pick(Self.numbers) }
}
