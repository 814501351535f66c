import FirestoreModel
import OrderedCollections
import TestSupport
import Testing

@testable import FirestoreRules

@Suite("Methods of maps and of their differences")
struct MapMethodTests {
    private static let nested = map(["a": map(["b": .null, "c": .int(1)])])

    @Test(arguments: [
        (RuleValue.string("a"), "map {b: null, c: int 1}"), (.string("x"), "int 9"),
        (list(.string("a"), .string("c")), "int 1"), (list(.string("a"), .string("b")), "null"),
        (list(.string("a"), .string("c"), .string("d")), "int 9"),
        (list(), "map {a: map {b: null, c: int 1}}"),
        (list(.string("x"), .int(1)), "Type error. Received: [int] Expected: [string]."),
        (
            .int(1),
            "Unsupported operation error. Received: map.get(int, int). Expected: map.get(string, any), map.get(list, any)."
        ),
    ])
    func `get finds its way or gives the default`(_ key: RuleValue, _ expected: String) {
        #expect(call(Self.nested, .get, key, .int(9)) == expected)
    }

    @Test func `keys are in the order of code points, values in that of the map`() {
        let map = map([
            "b": .int(1), "a": .int(2), "B": .int(3), "aa": .int(4), "😀": .int(5), "\u{FFFF}": .int(6),
        ])
        #expect(
            call(map, .keys)
                == "list [string B, string a, string aa, string b, string \u{FFFF}, string 😀]")
        #expect(call(map, .values) == "list [int 1, int 2, int 3, int 4, int 5, int 6]")
        #expect(call(map, .size) == "int 6")
    }

    private static let old = fields([
        "same": .int(1), "gone": .null, "list": list(.int(1)), "new type": .int(1),
    ])
    private static let new = fields([
        "more": .int(1), "new type": .string("1"), "same": .float(1), "list": list(.int(1), .int(2)),
    ])

    @Test(arguments: [
        (BuiltInMethod.addedKeys, "set [string more]"), (.removedKeys, "set [string gone]"),
        (.changedKeys, "set [string list, string new type]"), (.unchangedKeys, "set [string same]"),
        (.affectedKeys, "set [string gone, string list, string new type, string more]"),
    ])
    func `a difference tells what became of each key`(_ method: BuiltInMethod, _ expected: String) {
        #expect(call(.mapDiff(MapDiff(new: Self.new, old: Self.old)), method) == expected)
        let stored = MapDiff(new: RuleMap(stored: Self.new.asStored), old: RuleMap(stored: Self.old.asStored))
        #expect(call(.mapDiff(stored), method) == expected)
    }

    @Test(arguments: SeededGenerator.seeds(100))
    func `differences of stored maps are those of computed ones`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let old = generator.randomFields()
        var new = generator.oneIn(2) ? old : generator.randomFields()
        for name in old.names where generator.oneIn(3) { new[name] = generator.perhaps { $0.randomValue() } }
        let stored = MapDiff(new: RuleMap(stored: new), old: RuleMap(stored: old))
        let computed = MapDiff(new: RuleMap(stored: new).asComputed, old: RuleMap(stored: old))
        for method in [BuiltInMethod.addedKeys, .removedKeys, .changedKeys, .unchangedKeys, .affectedKeys] {
            #expect(call(.mapDiff(stored), method) == call(.mapDiff(computed), method))
        }
    }
}

extension RuleMap {
    /// The map as if a document held it; for maps of a few simple values.
    fileprivate var asStored: MapValue {
        var fields = MapValue()
        for name in names { fields[name] = (try? value(name)).flatMap { $0?.asStored } }
        return fields
    }

    /// The map as if a rule had made it.
    fileprivate var asComputed: RuleMap {
        RuleMap(
            OrderedDictionary(
                uniqueKeysWithValues: names.map { ($0, (try? value($0)).flatMap(\.self) ?? .null) }))
    }
}

extension RuleValue {
    fileprivate var asStored: Value? {
        switch self {
        case .null: .null
        case .int(let number): .integer(number)
        case .float(let number): .double(number)
        case .string(let text): .string(text)
        case .list(let list): .array(list.compactMap(\.asStored))
        default: nil
        }
    }
}
