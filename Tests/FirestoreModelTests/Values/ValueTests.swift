import FirestoreModel
import TestSupport
import Testing

struct ValueTests {
    @Test(arguments: [
        (Value.integer(1), Value.double(1)),
        (.string("é"), .string("e\u{301}")),
        (.bytes([]), .string("")),
        (.null, .boolean(false)),
        (.array([]), .map([:])),
        (.map(["é": 1]), .map(["e\u{301}": 1])),
        (.map(["a": 1]), .map(["a": 1, "b": 1])),
        (.array([1, 2]), .array([2, 1])),
    ])
    func `values of different kinds or bytes are not equal`(left: Value, right: Value) {
        #expect(left != right)
    }

    @Test(arguments: [
        (Value.double(.nan), Value.double(-.nan)),
        (.double(0), .double(-0.0)),
        (.map(["a": 1, "b": 2]), .map(["b": 2, "a": 1])),
        (.array([.map(["x": .double(.nan)])]), .array([.map(["x": .double(.nan)])])),
    ])
    func `equality looks at what is stored`(left: Value, right: Value) {
        #expect(left == right)
    }

    @Test func `literals make values`() {
        let value: Value = ["text", 7, true, .double(1.5)]
        #expect(value == .array([.string("text"), .integer(7), .boolean(true), .double(1.5)]))
    }

    @Test(arguments: SeededGenerator.seeds(10))
    func `a random value equals itself`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<200 {
            let value = generator.randomValue()
            #expect(value == value)
        }
    }
}
