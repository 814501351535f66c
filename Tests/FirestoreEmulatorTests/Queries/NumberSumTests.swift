import FirestoreModel
import TestSupport
import Testing

@testable import FirestoreEmulator

@Suite("Sums")
struct NumberSumTests {
    private static let sums: [(values: [Value], sum: Value, average: Value)] = [
        ([], 0, .null),
        (["x", .null, true, [1]], 0, .null),
        ([1, "x", 2], 3, .double(1.5)),
        ([.integer(.max), 1], .double(0x1p63), .double(0x1p62)),
        ([.integer(.max), 1, -1], .integer(.max), .double(0x1p63 / 3)),
        ([.integer(.min), -1, 1], .integer(.min), .double(-0x1p63 / 3)),
        ([1, .double(2)], .double(3), .double(1.5)),
        ([.double(-0.0)], .double(0), .double(0)),
        ([.integer(.max), .double(0.5), .integer(-.max)], .double(0.5), .double(0.5 / 3)),
        ([.double(.nan), 1], .double(.nan), .double(.nan)),
        ([.double(.infinity), 1], .double(.infinity), .double(.infinity)),
        ([.double(.infinity), .double(-.infinity)], .double(.nan), .double(.nan)),
        (
            [.double(.greatestFiniteMagnitude), .double(.greatestFiniteMagnitude)], .double(.infinity),
            .double(.infinity)
        ),
    ]

    @Test(arguments: sums)
    func `integers are added exactly, doubles make a double`(values: [Value], sum: Value, average: Value) {
        #expect(NumberSum(values).sum == sum)
        #expect(NumberSum(values).average == average)
    }

    @Test func `what rounding takes away is carried along`() {
        #expect(NumberSum(Array(repeating: .double(0.1), count: 10)).sum == .double(1))
        #expect(NumberSum([.double(1e16), .double(1), .double(1)]).sum == .double(1e16 + 2))
    }

    @Test(arguments: SeededGenerator.seeds(4))
    func `a sum of integers is that of their exact sum`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<200 {
            let numbers = generator.list(0...6) { Int64.random(in: .min ... .max, using: &$0) }
            let exact = numbers.reduce(Int128(0)) { $0 + Int128($1) }
            let expected = Int64(exactly: exact).map { Value.integer($0) } ?? .double(Double(exact))
            #expect(NumberSum(numbers.map { .integer($0) }).sum == expected, "\(numbers), seed \(seed)")
        }
    }
}
