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
    /// The console's messages since the last call, or since the session began.
    func messages() async throws(WebDriverError) -> [PageMessage] {
        let lines = try await session.post("se/log", ["type": "browser"]).array ?? []
        return lines.map { line in
            PageMessage(
                level: line["level"]?.string ?? "", source: line["source"]?.string ?? "",
                text: line["message"]?.string ?? "")
        }
    }

    /// Writes each violation of the page's policy to the console.
    ///
    /// The browser itself does not do so if a script catches the resulting error, as for `eval`.
    func reportViolations() async throws(WebDriverError) {
        try await beforeEachPage(
            run: """
                addEventListener("securitypolicyviolation", (event) => {
                    const { effectiveDirective, blockedURI, sourceFile, lineNumber } = event;
                    console.error(`policy: ${effectiveDirective} forbids ${blockedURI}, ${sourceFile}:${lineNumber}`);
                });
                """)
    }

    /// The errors among ``messages()``: uncaught errors, failed loads, and violations of the page's policy.
    func errors() async throws(WebDriverError) -> [PageMessage] { try await messages().filter(\.isError) }
}
