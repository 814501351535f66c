import JSONText
import TestSupport

/// A line of the browser's console.
struct PageMessage: Sendable, Equatable, CustomStringConvertible {
    /// `SEVERE` for an error, `WARNING`, `INFO` or `DEBUG`.
    let level: String
    /// The source: `javascript` for uncaught errors, `network` for failed loads, `security`
    /// for violations of the page's policy, `console-api` for messages of scripts.
    let source: String
    let text: String

    var isError: Bool { level == "SEVERE" }
    var description: String { "\(level) \(source): \(text)" }
}

extension Browser {
    /// The errors in the console since the last call, or since the session began: uncaught errors, failed loads, and violations of the page's policy.
    func errors() async throws(WebDriverError) -> [PageMessage] {
        try await session.messages().filter(\.isError)
    }
}
