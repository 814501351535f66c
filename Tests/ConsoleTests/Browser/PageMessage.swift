import JSONText
import TestSupport

/// A line of the browser's console.
struct PageMessage: Sendable, Equatable, CustomStringConvertible {
    /// `SEVERE` for an error, `WARNING`, `INFO` or `DEBUG`.
    let level: String
    /// Who says it: `javascript` for what was thrown and not caught, `network` for what could not be loaded, `security`
    /// for what the page's policy forbids, `console-api` for what a script has written.
    let source: String
    let text: String

    var isError: Bool { level == "SEVERE" }
    var description: String { "\(level) \(source): \(text)" }
}

extension Browser {
    /// What has come to the console since this was last asked, and since the session began.
    func messages() async throws(WebDriverError) -> [PageMessage] {
        let lines = try await session.post("se/log", ["type": "browser"]).array ?? []
        return lines.map { line in
            PageMessage(
                level: line["level"]?.string ?? "", source: line["source"]?.string ?? "",
                text: line["message"]?.string ?? "")
        }
    }

    /// Has each violation of the page's policy written to its console.
    ///
    /// The browser itself says nothing there when a script catches the error that it gets, as for `eval`.
    func reportViolations() async throws(WebDriverError) {
        try await beforeEachPage(
            run: """
                addEventListener("securitypolicyviolation", (event) => {
                    const { effectiveDirective, blockedURI, sourceFile, lineNumber } = event;
                    console.error(`policy: ${effectiveDirective} forbids ${blockedURI}, ${sourceFile}:${lineNumber}`);
                });
                """)
    }

    /// The errors among ``messages()``: what was not caught, was not loaded, or is against the page's policy.
    func errors() async throws(WebDriverError) -> [PageMessage] { try await messages().filter(\.isError) }
}
