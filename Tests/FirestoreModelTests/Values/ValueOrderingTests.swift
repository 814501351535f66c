import FirestoreModel
import TestSupport
import Testing

struct ValueOrderingTests {
    /// Groups of equivalent values, in ascending order; taken from what queries of Google's emulator return.
    private static let groups: [[Value]] = [
        [.null],
        [false], [true],
        [.double(.nan), .double(-.nan)], [.double(-.infinity)], [.double(-.greatestFiniteMagnitude)],
        [.integer(.min), .double(-0x1p63)], [.integer(.min + 1)],
        [.integer(-(1 << 53) - 1)], [.double(-0x1p53), .integer(-(1 << 53))],
        [.double(-1.5)], [-1, .double(-1)], [.double(-.leastNonzeroMagnitude)],
        [0, .double(0), .double(-0.0)], [.double(.leastNonzeroMagnitude)], [.double(0.5)], [1, .double(1)],
        [.double(1.5)], [2],
        [.integer((1 << 53) - 1)], [.integer(1 << 53), .double(0x1p53)], [.integer((1 << 53) + 1)],
        [.integer((1 << 53) + 2), .double(0x1p53 + 2)],
        [.integer(.max - 1)], [.integer(.max)], [.double(0x1p63)], [.double(.infinity)],
        [.timestamp(Timestamp(seconds: -1, nanoseconds: 999_999_000))], [.timestamp(.zero)],
        [.timestamp(Timestamp(seconds: 0, nanoseconds: 1000))],
        [""], ["\u{0}"], ["A"], ["Z"], ["a"], ["a\u{0}"], ["aa"], ["b"], ["e\u{301}"], ["é"], ["\u{FFEE}"],
        ["😀"],
        [.bytes([])], [.bytes([0])], [.bytes([0, 255])], [.bytes([1])], [.bytes([127])], [.bytes([128])],
        [.reference(name("a", "a", "c/d"))], [.reference(name("a", "b", "c/__id-2__"))],
        [.reference(name("a", "b", "c/__id10__"))], [.reference(name("a", "b", "c/ "))],
        [.reference(name("a", "b", "c/d"))], [.reference(name("a", "b", "c/d/e/f"))],
        [.reference(name("a", "b", "c/d!"))], [.reference(name("b", "a", "a/a"))],
        [.geoPoint(GeoPoint(latitude: -90, longitude: 180))],
        [.geoPoint(GeoPoint(latitude: 0, longitude: -1))],
        [.geoPoint(GeoPoint(latitude: 0, longitude: 0)), .geoPoint(GeoPoint(latitude: -0.0, longitude: 0))],
        [.geoPoint(GeoPoint(latitude: 0.5, longitude: -180))],
        [[]], [[.null]], [[1], [.double(1)]], [[1, 1]], [[2]], [["a"]],
        [vector(2)], [vector(3)], [vector(0, 0), vector(-0.0, 0)], [vector(0, 1)], [vector(0, 0, 0)],
        [.map([:])], [.map(["a": 1]), .map(["a": .double(1)])],
        [.map(["a": 1, "b": 1]), .map(["b": .double(1), "a": 1])], [.map(["a": 2])], [.map(["a": "x"])],
        [.map(["b": 0])], [.map(["\u{FFEE}": 0])], [.map(["😀": 0])],
    ]

    private static func name(_ project: String, _ database: String, _ path: String) -> DocumentName {
        let ids = path.split(separator: "/").map { ResourceID(String($0)) }
        let collection = CollectionPath(segments: ids.dropLast()) ?? CollectionPath(parent: nil, id: ids[0])
        return DocumentName(
            DatabaseID(project: project, database: database), DocumentPath(collection, ids[ids.count - 1]))
    }

    private static func vector(_ numbers: Double...) -> Value {
        .map(["__type__": "__vector__", "value": .array(numbers.map { .double($0) })])
    }

    @Test func `values of all kinds have one total order`() {
        for (index, group) in Self.groups.enumerated() {
            for (otherIndex, others) in Self.groups.enumerated() {
                for value in group {
                    for other in others {
                        let expected = ComparisonOrder(index, otherIndex)
                        #expect(value.compare(to: other) == expected, "\(value) to \(other)")
                        #expect(value.isEquivalent(to: other) == (expected == .equal))
                    }
                }
            }
        }
    }

    @Test(arguments: SeededGenerator.seeds(20))
    func `the order of random values has no contradictions`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<200 {
            let (a, b, c) = (generator.randomValue(), generator.randomValue(), generator.randomValue())
            #expect(a.compare(to: a) == .equal)
            #expect(a.compare(to: b) == b.compare(to: a).reversed)
            if a == b { #expect(a.isEquivalent(to: b)) }
            let sorted = [a, b, c].sorted { $0.compare(to: $1) == .less }
            #expect(sorted[0].compare(to: sorted[2]) != .greater)
        }
    }

    @Test func `an integer and a double compare by their exact values`() {
        let beyond = Value.integer((1 << 53) + 1)
        #expect(beyond.compare(to: .double(0x1p53)) == .greater)
        #expect(beyond.compare(to: .double(0x1p53 + 2)) == .less)
        #expect(Value.integer(.max).compare(to: .double(0x1p63)) == .less)
        #expect(Value.integer(-1).compare(to: .double(-1.5)) == .greater)
    }
}
