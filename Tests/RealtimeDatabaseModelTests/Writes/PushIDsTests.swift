import RealtimeDatabaseModel
import TestSupport
import Testing

@Suite("Keys that are made up")
struct PushIDsTests {
    @Test func `a key tells its time in its first eight characters`() {
        var (ids, generator) = (PushIDs(), SeededGenerator(seed: 1))
        let key = ids.next(at: 1_423_507_267_000, using: &generator)
        #expect(key.string.utf8.count == 20 && key.problem == nil)
        #expect(PushIDs.milliseconds(key.string) == 1_423_507_267_000)
    }

    @Test func `the same seed makes the same keys`() {
        func keys() -> [DataKey] {
            var (ids, generator) = (PushIDs(), SeededGenerator(seed: 7))
            return (0..<5).map { ids.next(at: 1000 + $0 / 2, using: &generator) }
        }
        #expect(keys() == keys())
    }

    @Test(arguments: SeededGenerator.seeds(4))
    func `keys grow, whatever the clock does`(seed: UInt64) {
        var (ids, generator) = (PushIDs(), SeededGenerator(seed: seed))
        var time = 1_700_000_000_000
        var last = DataKey("")
        for round in 0..<2000 {
            time += generator.pick([0, 0, 0, 1, 5, 100_000, -3])
            let key = ids.next(at: UInt64(time), using: &generator)
            #expect(round == 0 || last < key, "\(last) \(key)")
            last = key
        }
    }

    @Test func `within a millisecond keys are counted up, over the end of a place`() {
        struct Highest: RandomNumberGenerator {
            mutating func next() -> UInt64 { .max }
        }
        var (ids, generator) = (PushIDs(), Highest())
        let first = ids.next(at: 1, using: &generator)
        #expect(first.string.hasSuffix(String(repeating: "z", count: 12)))
        // The one time in 2^72 that there is no higher key.
        #expect(ids.next(at: 1, using: &generator).string.hasSuffix(String(repeating: "-", count: 12)))
        #expect(ids.next(at: 1, using: &generator).string.hasSuffix("-0"))
    }
}

extension PushIDs {
    /// The time that a key was made at.
    fileprivate static func milliseconds(_ text: String) -> UInt64 {
        let alphabet = Array("-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz")
        return text.prefix(8).reduce(0) { $0 * 64 + UInt64(alphabet.firstIndex(of: $1) ?? 0) }
    }
}
