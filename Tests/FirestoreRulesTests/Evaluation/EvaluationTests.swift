import FirestoreModel
import Testing

@testable import FirestoreRules

@Suite("Evaluation")
struct EvaluationTests {
    @Test(arguments: [
        "1 / 0 == 1 || true", "true || 1 / 0 == 1", "null || true", "!(1 / 0 == 1 && false)",
        "!(false && 1 / 0 == 1)", "!(1 && false)", "id == 'a' ? true : 1 / 0 == 1",
    ])
    func `an operand that decides makes up for one that fails`(condition: String) throws {
        #expect(try RulesProbe(condition: condition).denial(.get("c/a")) == nil)
    }

    @Test(arguments: [
        ("1 / 0 == 1 || false", "Divide by zero error."), ("1 / 0 == 1 && true", "Divide by zero error."),
        ("1 / 0 == 1 || nothing", "Divide by zero error."), ("nothing || 1 / 0 == 1", "Null value error."),
        ("1 && true", "Type error. Received: [int] Expected: [bool]."),
        ("nofunction(1)", "Function not found error: Name: [nofunction]."),
        ("(1 / 0) in 5", "Function not found error: Name: [in]."),
    ])
    func `the left failure is the one that is reported`(condition: String, message: String) throws {
        let denial = try RulesProbe(condition: condition).denial(.get("c/a"))
        #expect(denial == "\n\(message) for 'get' @ L3, \(message) for 'get' @ L3")
    }

    @Test func `fields are found in each document, wherever they were in the one before`() throws {
        var probe = try RulesProbe(condition: "resource.data.a == 1 && resource.data.b == 2")
        let documents: [(fields: MapValue, isAllowed: Bool)] = [
            (["a": 1, "b": 2], true), (["b": 2, "a": 1], true), (["x": 0, "y": 0, "b": 2, "a": 1], true),
            (["a": 1], false), (["b": 1, "a": 2], false), ([:], false), (["a": 1, "b": 2], true),
        ]
        for (fields, isAllowed) in documents {
            probe = probe.storing("c/a", fields)
            #expect((probe.denial(.get("c/a")) == nil) == isAllowed)
        }
    }

    @Test func `an argument that fails matters only where its name is read`() throws {
        let body = """
            function unused(x) { return true; }
            function absorbed(x) { let y = x; return y == 1 || true; }
            match /c/{id} { allow get: if unused(1 / 0) && absorbed(1 / 0); }
            """
        #expect(try RulesProbe(body).denial(.get("c/a")) == nil)
    }

    @Test func `functions see what stands around them, not around their callers`() throws {
        let body = """
            function owner() { return id == 'a'; }
            match /c/{id} {
              function mine(x) { return x == id; }
              allow get: if mine('a');
              allow list: if owner();
            }
            """
        let probe = try RulesProbe(body)
        #expect(probe.denial(.get("c/a")) == nil)
        #expect(probe.denial(.get("c/b")) != nil)
        #expect(probe.denial(.list("c")) == "\nNull value error. for 'list' @ L7")
    }

    @Test func `a declaration shadows what is built in`() throws {
        let body = """
            function get(x) { return x == 'c'; }
            match /c/{request} { allow get: if get('c') && request == 'a'; }
            """
        #expect(try RulesProbe(body).denial(.get("c/a")) == nil)
    }

    /// A call of f costs 100, a junction two, a sum of 40 compared with something 81, a `!` one: 1000 in all, or 1001.
    @Test(arguments: [("!", "<", true), ("!!", ">", false)])
    func `a thousand expressions may be evaluated`(
        negations: String, comparison: String, isAllowed: Bool
    ) throws {
        func sum(_ count: Int) -> String { Array(repeating: "1", count: count).joined(separator: " + ") }
        let calls = Array(repeating: "f()", count: 9).joined(separator: " && ")
        let probe = try RulesProbe(
            """
            function f() { return \(sum(49)) > 0; }
            match /c/{id} { allow get: if \(calls) && \(negations)(\(sum(40)) \(comparison) 0); }
            """)
        #expect((probe.denial(.get("c/a")) == nil) == isAllowed)
    }
}
