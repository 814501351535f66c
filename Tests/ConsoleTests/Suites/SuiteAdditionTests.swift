import Testing

@testable import ReceiptConsole

@Suite("A case added to a suite's file")
struct SuiteAdditionTests {
    private let added = "  - name: \"new\"\n    as: bob\n    get: rooms/a\n    expect: denied\n"

    private func result(of content: String) throws(SuiteAddition.Problem) -> String {
        try SuiteAddition(of: added, to: content).content
    }

    @Test func `it comes last, indented like the others`() throws {
        #expect(
            try result(of: "suite: s\ncases:\n  - {name: a}\n") == "suite: s\ncases:\n  - {name: a}\n\(added)"
        )
        #expect(
            try result(of: "suite: s\ncases:\n- {name: a}")
                == "suite: s\ncases:\n- {name: a}\n- name: \"new\"\n  as: bob\n  get: rooms/a\n  expect: denied\n"
        )
        #expect(try result(of: "cases:   # all\n\n\n").hasPrefix("cases:"), "the first case")
    }

    @Test func `comments stay, also at the left and at the end`() throws {
        let content = "suite: s\ncases:\n# ---- Reading\n  - {name: a}\n# The end.\n"
        #expect(try result(of: content) == content + added)
    }

    @Test(arguments: [
        "suite: s\n", "cases: [{name: a}]\n", "cases:\n  - {name: a}\nusers: {}\n", #"{"cases": []}"#,
    ])
    func `a file in which it would not be a case is refused`(content: String) {
        #expect(throws: SuiteAddition.Problem.self) { try result(of: content) }
    }
}
