import CoreValues
import Testing

struct StringUTF16Tests {
    @Test(arguments: SeededTexts.pairs)
    func `texts order as their UTF-16 units do`(_ left: String, _ right: String) {
        let units = left.utf16.lexicographicallyPrecedes(right.utf16)
        #expect((left.compareUTF16(to: right) == .less) == units)
        #expect((left.compareUTF16(to: right) == .equal) == left.hasSameUTF8(as: right))
    }
}
