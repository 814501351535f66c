import Testing

@testable import FirestoreRules

@Suite struct RulePatternTests {
    @Test func `a pattern is prepared when it is used again`() throws {
        for _ in 0..<5 {
            #expect(try RulePattern("[a-f]{3}-[0-9]+").matches(whole: "abc-123"))
        }
        for index in 0..<100 {
            #expect(try RulePattern("x{\(index)}").matches(whole: String(repeating: "x", count: index)))
        }
    }

    @Test func `texts that look the same are told apart`() throws {
        #expect(try RulePattern("\u{E9}").matches(whole: "\u{E9}"))
        #expect(try !RulePattern("e\u{301}").matches(whole: "\u{E9}"))
    }

    @Test func `what goes wrong is an error of the rules language`() throws {
        #expect(message { _ = try RulePattern("(") } == "Invalid regular expression pattern. Pattern: (.")
        let pattern = try RulePattern("b")
        #expect(
            message { _ = try pattern.replacing(in: "abc", with: "$1") }
                == "Invalid replacement. The pattern has no group 1.")
        let text = String(repeating: "b", count: WorkMeter.mostElementsOfValue + 2)
        #expect(
            message { _ = try pattern.splitting(text) }?.hasPrefix("Result is too large. Type: [list]")
                == true)
        let long = String(repeating: "b", count: WorkMeter.mostBytesOfValue / 2)
        #expect(
            message { _ = try pattern.replacing(in: long, with: "ccc") }?.hasPrefix(
                "Result is too large. Type: [string]") == true)
    }

    private func message(_ body: () throws -> Void) -> String? {
        do {
            try body()
            return nil
        } catch EvaluationFailure.error(let error, _) {
            return error.message
        } catch {
            return "\(error)"
        }
    }
}
