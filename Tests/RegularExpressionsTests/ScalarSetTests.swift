import TestSupport
import Testing

@testable import RegularExpressions

@Suite("Sets of scalars")
struct ScalarSetTests {
    @Test func `ranges that touch become one`() {
        #expect(ScalarSet([5...6, 1...2, 3...3, 8...9]).ranges == [1...3, 5...6, 8...9])
        #expect(ScalarSet([1...3, 5...6]).inverted.ranges == [0...0, 4...4, 7...0x10FFFF])
        #expect(ScalarSet.all.inverted == .none)
    }

    @Test(arguments: SeededGenerator.seeds(10))
    func `alphabets tell scalars apart as the sets do`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let sets = generator.list(1...8) { generator in
            ScalarSet(
                generator.list(0...4) {
                    let low = UInt32($0.int(0...300))
                    return low...low + UInt32($0.int(0...40))
                })
        }
        let alphabet = try ScalarAlphabet(sets)
        for scalar in 0...400 as ClosedRange<UInt32> {
            for (number, set) in sets.enumerated() {
                #expect(alphabet.contains(Int32(number), alphabet.index(scalar)) == set.contains(scalar))
            }
        }
    }

    @Test(
        arguments: [
            ("k", ["K", "k", "\u{212A}"]), ("ſ", ["S", "s", "ſ"]), ("ß", ["ß", "ẞ"]), ("ǆ", ["Ǆ", "ǅ", "ǆ"]),
            ("ı", ["ı"]), ("İ", ["İ"]),
            ("θ", ["Θ", "θ", "ϑ", "ϴ"]), ("1", ["1"]), ("ı", ["ı"]), ("ꭰ", ["Ꭰ", "ꭰ"]), ("ā", ["Ā", "ā"]),
            ("𐐀", ["𐐀", "𐐨"]),
        ] as [(Unicode.Scalar, [Unicode.Scalar])])
    func `cases go in circles`(_ scalar: Unicode.Scalar, _ circle: [Unicode.Scalar]) {
        for member in circle {
            #expect(ScalarSet(scalars: [member]).ignoringCase == ScalarSet(scalars: circle))
        }
        #expect(ScalarSet(scalars: [scalar]).ignoringCase == ScalarSet(scalars: circle))
    }

    @Test func `ranges fold as their members do`() {
        let range = ScalarSet([0x100...0x17F])
        let members = (0x100...0x17F as ClosedRange<UInt32>).flatMap {
            ScalarSet([$0...$0]).ignoringCase.ranges
        }
        #expect(range.ignoringCase == ScalarSet(members))
    }

    @Test func `categories make up groups, and groups all that is assigned`() throws {
        let letters = try #require(ScalarSet.unicodeProperty("L"))
        let parts = ["Lu", "Ll", "Lt", "Lm", "Lo"].compactMap { ScalarSet.unicodeProperty($0) }
        #expect(parts.count == 5 && letters == ScalarSet(parts.flatMap(\.ranges)))
        #expect(ScalarSet.unicodeProperty("Cn") == nil)
        #expect(ScalarSet.unicodeProperty("Unknown") == ScalarSet.none)
        #expect(ScalarSet.unicodeProperty("") == nil)
    }
}
