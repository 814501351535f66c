/// How many cases passed and failed.
package struct TestSummary: Sendable, Equatable {
    package var passed: Int
    package var failed: Int

    package init(_ results: [CaseResult]) {
        failed = results.count { $0.failure != nil }
        passed = results.count - failed
    }

    /// One line, such as `12 cases: 11 passed, 1 failed`.
    package var text: String {
        let count = passed + failed
        return "\(count) \(count == 1 ? "case" : "cases"): \(passed) passed, \(failed) failed"
    }
}

extension CaseResult {
    /// The place of the failing step, or else of the case.
    var place: String {
        guard let line = failure?.line ?? line else { return file }
        return "\(file):\(line)"
    }
}

extension CaseFailure {
    /// The outcome in one line.
    var summary: String { "expected \(expected), was \(actual)" }
}
