import FirestoreModel
import FirestoreRules
import Testing

/// A thousand expressions do not add up to hours of work, or to all of the memory.
@Suite("Work and memory of one request")
struct WorkTests {
    /// What a request under a condition is denied with, when it may take a hundredth of the usual work.
    private func denial(
        _ condition: String, functions: String = "", storing fields: MapValue = [:]
    ) throws -> String? {
        let probe = try RulesProbe("\(functions)\nmatch /c/{id} { allow get: if \(condition); }")
            .storing("c/a", fields)
        return probe.decide([.get("c/a")], work: WorkMeter(mostSteps: WorkMeter.mostSteps / 100)).denial?
            .message
    }

    /// A chain of functions, each of which doubles what the one before gives.
    private func doubling(_ times: Int, _ first: String, _ double: (String) -> String) -> String {
        let rest = (1...times).map { "function d\($0)(x) { let y = d\($0 - 1)(x); return \(double("y")); }" }
        return "function d0(x) { return \(first); }\n" + rest.joined(separator: "\n")
    }

    @Test func `comparing doubled lists again and again ends with an error`() throws {
        let lists = doubling(14, "[x]") { "\($0).concat(\($0))" }
        let once = "l == l"
        let many = Array(repeating: once, count: 60).joined(separator: " && ")
        #expect(
            try denial("f(1)", functions: lists + "\nfunction f(x) { let l = d14(x); return \(once); }")
                == nil)
        let message = try denial(
            "f(1)", functions: lists + "\nfunction f(x) { let l = d14(x); return \(many); }")
        #expect(message?.contains("million steps for one request") == true)
    }

    @Test func `lists of one large text are not compared without end`() throws {
        let lists = doubling(14, "[x]") { "\($0).concat(\($0))" }
        let text = Value.string(String(repeating: "x", count: 100_000))
        let message = try denial(
            "d14(resource.data.a) == d14(resource.data.b)", functions: lists, storing: ["a": text, "b": text])
        #expect(message?.contains("million steps for one request") == true)
    }

    @Test(arguments: [
        "resource.data.t.matches('(a|aa)*(a|aaa)*b')", "resource.data.t.replace('(a|aa)*b', 'c') == ''",
        "resource.data.t.split('(a|aa)*b').size() > 0", "resource.data.t.size() < 0",
        "resource.data.t == resource.data.u",
        "hashing.sha256(resource.data.t) == b'x'", "resource.data.t < resource.data.u",
        "resource.data.t[0] == 'b'",
        "[resource.data.t].toSet().hasAll([resource.data.u])",
        "resource.data.t in ['a', resource.data.u]",
    ])
    func `an expression on a large text, many times, ends with an error`(expression: String) throws {
        let text = Value.string(String(repeating: "a", count: 200_000))
        // All elements of a list are evaluated, whatever they are.
        let list = Array(repeating: expression, count: 45).joined(separator: ", ")
        let message = try denial("[\(list)].size() == 0", storing: ["t": text, "u": text])
        #expect(
            message?.contains("million steps for one request") == true,
            "\(expression): \(message ?? "allowed")")
    }

    @Test func `values that together take more memory than there is are an error`() throws {
        let texts = doubling(12, "x") { "\($0) + \($0)" }
        let parts = (0..<40).map { "l + '\($0)'" }.joined(separator: ", ")
        let message = try RulesProbe(
            "\(texts)\nfunction f(x) { let l = d12(x); return [\(parts)].size() == 40; }\n"
                + "match /c/{id} { allow get: if f(resource.data.t); }"
        ).storing("c/a", ["t": .string(String(repeating: "x", count: 1000))]).denial(.get("c/a"))
        #expect(message?.contains("take more than 64 MB") == true)
    }

    @Test func `what one request has taken is not missing to the next`() throws {
        let probe = try RulesProbe(condition: "resource.data.t.matches('a*')")
            .storing("c/a", ["t": .string(String(repeating: "a", count: 100_000))])
        for _ in 0..<20 {
            #expect(probe.decide([.get("c/a")], work: WorkMeter(mostSteps: 1_000_000)).denial == nil)
        }
    }
}
