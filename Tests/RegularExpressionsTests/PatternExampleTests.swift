import RegularExpressions
import Testing

@Suite("Examples of patterns")
struct PatternExampleTests {
    /// Numbers in a fixed order.
    private struct Steps: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state
        }
    }

    @Test(arguments: [
        "", "abc", "[a-z]+", "[^a-z]", "a|b|cd", "(ab){2,5}", "^[A-Z][a-z]*$", ".*@.*[.]com", "\\d{4}-\\d{2}",
        "[\\w.]+", "(?i)hello", "x?y*z+", "[^@]+@[^@]+", "\\p{L}{3}",
    ])
    func `an example matches its pattern`(_ pattern: String) throws {
        let expression = try RegularExpression(pattern)
        let example = try PatternExample(pattern)
        var random = Steps(state: 7)
        for _ in 0..<50 {
            let text = example.text(using: &random)
            var steps = 1_000_000
            #expect(try expression.matches(whole: text, steps: &steps), "\(text.debugDescription)")
        }
    }

    @Test func `a pattern that is wrong has no example`() {
        #expect(throws: PatternError.self) { try PatternExample("[a") }
    }

    @Test func `repetitions of repetitions have a bound`() throws {
        var random = Steps(state: 1)
        let text = try PatternExample("((a{100}){10}){10}").text(using: &random)
        #expect(text.count <= 3000)
    }
}
