import FirestoreModel
import Testing

@testable import FirestoreRules

/// The texts of denials, as Google's emulator has them. Conditions stand from line 3 on.
@Suite("Messages of denials")
struct DenialMessageTests {
    @Test func `a false read is named with its method and line`() throws {
        let probe = try RulesProbe("match /c/{id} { allow get: if id == 'b'; }")
        #expect(probe.denial(.get("c/a")) == "\nfalse for 'get' @ L3")
        #expect(probe.denial(.get("c/b")) == nil)
    }

    @Test func `without an allow of the method there is nothing to name`() throws {
        let probe = try RulesProbe("match /c/{id} { allow list; }")
        #expect(probe.denial(.get("c/a")) == "No matching allow statements")
        #expect(probe.denial(.get("d/a")) == "No matching allow statements")
    }

    @Test func `a write that may create or update is tried as both`() throws {
        let probe = try RulesProbe("match /c/{id} { allow write: if id == 'b'; }")
        #expect(probe.denial(.set("c/a", [:])) == "\nfalse for 'create' @ L3, false for 'update' @ L3")
        #expect(probe.denial(.set("c/a", [:], exists: true)) == "\nfalse for 'update' @ L3")
        #expect(probe.denial(.set("c/a", [:], exists: false)) == "\nfalse for 'create' @ L3")
    }

    @Test func `what needs data is tried without it first`() throws {
        let probe = try RulesProbe("match /c/{id} { allow get:\nif resource.data.x == 1; }")
        #expect(
            probe.storing("c/a", ["x": 2]).denial(.get("c/a"))
                == "\nevaluation error at L4:4 for 'get' @ L4, false for 'get' @ L4")
        #expect(
            probe.denial(.get("c/a"))
                == "\nevaluation error at L4:4 for 'get' @ L4, Null value error. for 'get' @ L4")
        #expect(probe.storing("c/a", ["x": 1]).denial(.get("c/a")) == nil)
    }

    @Test func `an error that needs no data is met twice`() throws {
        let probe = try RulesProbe("match /c/{id} { allow get: if 1 / 0 == 1; }")
        #expect(
            probe.denial(.get("c/a"))
                == "\nDivide by zero error. for 'get' @ L3, Divide by zero error. for 'get' @ L3")
    }

    @Test func `an allowed write of a denied commit is listed as false, too`() throws {
        let probe = try RulesProbe(
            "match /c/{id} { allow write: if true == (id == 'a'); }\nmatch /d/{id} { allow write: if id == 'z'; }"
        )
        #expect(
            probe.denial(.set("c/a", [:]), .set("d/a", [:]))
                == "\nfalse for 'create' @ L3, false for 'update' @ L3, false for 'create' @ L4, "
                + "false for 'update' @ L4")
    }

    @Test func `too many expressions deny, whatever stands beside them`() throws {
        let sum = Array(repeating: "1", count: 60).joined(separator: " + ")
        let probe = try RulesProbe(
            "function f(x) { return x + \(sum) > 0; }\n"
                + "match /c/{id} { allow get: if "
                + Array(repeating: "f(1)", count: 10).joined(separator: " && ") + " || true; }")
        #expect(
            probe.denial(.get("c/a"))
                == "\nUnable to evaluate the expression as the maximum of 1000 expressions to evaluate has "
                + "been reached. for 'get' @ L4")
    }
}
