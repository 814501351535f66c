/// Random numbers that are the same for the same seed, so that a failure can be had again.
///
/// The algorithm is SplitMix64. Property tests take their seeds as arguments, and a failing test names its argument:
/// `@Test(arguments: SeededGenerator.seeds(20))`.
package struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var state: UInt64

    package init(seed: UInt64) {
        state = seed
    }

    /// Seeds for the arguments of a property test.
    package static func seeds(_ count: Int) -> [UInt64] {
        (0..<count).map { UInt64($0) &* 7919 &+ 20_260_101 }
    }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

extension SeededGenerator {
    package mutating func int(_ range: ClosedRange<Int>) -> Int { .random(in: range, using: &self) }

    /// True once in so many times.
    package mutating func oneIn(_ count: Int) -> Bool { int(1...count) == 1 }

    /// One of the elements, of which there must be some.
    package mutating func pick<C: Collection>(_ elements: C) -> C.Element {
        elements[elements.index(elements.startIndex, offsetBy: int(0...elements.count - 1))]
    }

    /// As many elements as the range says.
    package mutating func list<Element>(
        _ count: ClosedRange<Int>, _ element: (inout SeededGenerator) -> Element
    ) -> [Element] {
        (0..<int(count)).map { _ in element(&self) }
    }

    package mutating func bytes(_ count: ClosedRange<Int>) -> [UInt8] {
        list(count) { UInt8(truncatingIfNeeded: $0.next()) }
    }

    /// A result, or nil about as often.
    package mutating func perhaps<Result>(_ result: (inout SeededGenerator) -> Result) -> Result? {
        oneIn(2) ? result(&self) : nil
    }
}
