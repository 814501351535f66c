import SortedMaps
import TestSupport
import Testing

@Suite("Sorted maps")
struct SortedMapTests {
    @Test(arguments: SeededGenerator.seeds(4))
    func `a map does what a dictionary does, in order`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var map = SortedMap<Int, Int>()
        var model: [Int: Int] = [:]
        // Small ranges replace and remove, large ones grow the map over many runs.
        let range = generator.pick([0...40, 0...1000, 0...100_000])
        for step in 0..<1500 {
            let key = generator.int(range)
            switch generator.int(0...9) {
            case 0...5:
                map[key] = step
                model[key] = step
            case 6...7:
                map[key] = nil
                model[key] = nil
            case 8:
                let old = map.modify(key) { value in
                    defer { value = (value ?? 0) + 1 }
                    return value
                }
                #expect(old == model[key])
                model[key, default: 0] += 1
            default: #expect(map[key] == model[key])
            }
            #expect(map.count == model.count)
        }
        let sorted = model.sorted { $0.key < $1.key }
        #expect(map.map(\.key) == sorted.map(\.key))
        #expect(map.map(\.value) == sorted.map(\.value))
        #expect(map.reversed().map(\.key) == sorted.reversed().map(\.key))
        for _ in 0..<200 {
            let bound = generator.int(range.lowerBound - 1...range.upperBound + 1)
            #expect(map[map.lowerBound(bound)...].map(\.key) == sorted.map(\.key).filter { $0 >= bound })
            let position = map.lowerBound(bound)
            let below = sorted.count { $0.key < bound }
            #expect(map.distance(from: map.startIndex, to: position) == below)
            #expect(map.distance(from: map.endIndex, to: position) == below - sorted.count)
        }
    }

    @Test(arguments: SeededGenerator.seeds(3))
    func `a copy stays as it was`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var map = SortedMap<Int, String>()
        var snapshots: [(map: SortedMap<Int, String>, content: [Int: String])] = []
        var model: [Int: String] = [:]
        for step in 0..<600 {
            let (key, value) = (generator.int(0...400), generator.oneIn(3) ? nil : "\(step)")
            if step.isMultiple(of: 60) { snapshots.append((map, model)) }
            map[key] = value
            model[key] = value
        }
        for snapshot in snapshots {
            #expect(
                Dictionary(uniqueKeysWithValues: snapshot.map.map { ($0.key, $0.value) }) == snapshot.content)
        }
    }

    @Test(arguments: [true, false])
    func `keys that come in order fill the runs and leave none behind`(isAscending: Bool) {
        var map = SortedMap<Int, Int>()
        let keys = Array(isAscending ? stride(from: 0, to: 1000, by: 1) : stride(from: 999, to: -1, by: -1))
        for key in keys { map[key] = key }
        #expect(map.map(\.key) == Array(0..<1000))
        for key in keys.shuffled() { map[key] = nil }
        #expect(map.isEmpty && map.startIndex == map.endIndex && map.lowerBound(5) == map.endIndex)
        map[7] = 7
        #expect(map.map(\.value) == [7])
    }

    @Test func `a key that is not there is changed from nil to nil`() {
        var map = SortedMap<Int, Int>()
        map[1] = nil
        #expect(map.modify(2) { $0 == nil })
        #expect(map.isEmpty)
    }

    @Test func `a copy that is kept costs the list of runs, and the runs that have changed`() {
        #expect(SortedMap<Int, Int>().sizeOfCopy(changing: 1, isMoving: true) == 0)
        var map = SortedMap<Int, Int>()
        for key in 0..<128 { map[key] = key }
        let (one, moved) = (
            map.sizeOfCopy(changing: 1, isMoving: false), map.sizeOfCopy(changing: 1, isMoving: true)
        )
        #expect((2048...4096).contains(one) && moved > one && moved < 2 * one)
        #expect(map.sizeOfCopy(changing: 100, isMoving: false) == one)
        for key in 128..<128_000 { map[key] = key }
        let (small, large) = (
            map.sizeOfCopy(changing: 1, isMoving: false), map.sizeOfCopy(changing: 100, isMoving: false)
        )
        #expect(small > one + 1000 * 8 && large > 50 * one && large < 101 * one + small)
    }
}
