import SortedMaps
import TestSupport
import Testing

@Suite("Differences of sorted maps")
struct SortedMapDifferenceTests {
    private typealias Map = SortedMap<Int, Int>

    private static func difference(_ old: Map, _ new: Map) -> [[Int?]] {
        var result: [[Int?]] = []
        new.forEachDifference(from: old, isSame: ==) { result.append([$0, $1, $2]) }
        return result
    }

    private static func map(_ keys: some Sequence<Int>) -> Map {
        var map = Map()
        for key in keys { map[key] = key }
        return map
    }

    @Test func `a copy does not differ, and shares everything`() {
        let map = Self.map(0..<1000)
        let copy = map
        #expect(Self.difference(map, copy).isEmpty)
        #expect(copy.isShared(with: map))
        #expect(Map().isShared(with: Map()))
    }

    @Test func `equal maps of different origin do not differ, although they share nothing`() {
        let (map, other) = (Self.map(0..<1000), Self.map((0..<1000).reversed()))
        #expect(Self.difference(map, other).isEmpty)
        #expect(!other.isShared(with: map))
    }

    @Test func `added, changed and removed keys are named in order, with both values`() {
        let old = Self.map(0..<500)
        var new = old
        new[3] = nil
        new[200] = -1
        new[900] = 900
        #expect(Self.difference(old, new) == [[3, 3, nil], [200, 200, -1], [900, nil, 900]])
        #expect(Self.difference(new, old) == [[3, nil, 3], [200, -1, 200], [900, 900, nil]])
    }

    @Test func `a map differs from an empty one in everything`() {
        let map = Self.map(0..<300)
        #expect(Self.difference(Map(), map) == (0..<300).map { [$0, nil, $0] })
        #expect(Self.difference(map, Map()) == (0..<300).map { [$0, $0, nil] })
    }

    @Test func `runs that both share are not looked into`() {
        let old = Self.map(0..<10_000)
        var new = old
        new[5000] = -1
        var comparisons = 0
        new.forEachDifference(
            from: old,
            isSame: {
                comparisons += 1
                return $0 == $1
            }
        ) { _, _, _ in }
        #expect(comparisons <= 128)
    }

    @Test(arguments: SeededGenerator.seeds(200))
    func `random changes are found, as comparing all keys finds them`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let old = Self.map((0..<400).filter { _ in Bool.random(using: &generator) })
        var new = old
        for _ in 0..<Int.random(in: 0...300, using: &generator) {
            let key = Int.random(in: 0..<600, using: &generator)
            new[key] = [nil, key, -key].randomElement(using: &generator) ?? nil
        }
        let expected: [[Int?]] = (0..<600).compactMap { key in
            old[key] == new[key] ? nil : [key, old[key], new[key]]
        }
        #expect(Self.difference(old, new) == expected, "seed \(seed)")
    }
}
