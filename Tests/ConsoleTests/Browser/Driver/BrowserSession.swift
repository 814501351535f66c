import JSONText
import TestSupport

/// One person's use of a browser: the commands of the WebDriver standard by their paths, and what each browser does in its own way.
protocol BrowserSession: Sendable {
    /// Gets a property of the session, such as `screenshot`.
    func get(_ name: String) async throws(WebDriverError) -> JSON

    /// Sends a command to the session, such as `url`.
    @discardableResult
    func post(_ name: String, _ parameters: JSON) async throws(WebDriverError) -> JSON

    /// Ends the session, and forgets what the browser has stored meanwhile.
    func delete() async throws(WebDriverError)

    /// Gives the page exactly this size, in pixels; a browser window has a minimum width.
    func resize(width: Int, height: Int) async throws(WebDriverError)

    /// Applies these preferences to the page.
    func prefer(_ colors: ColorScheme, reducedMotion: Bool) async throws(WebDriverError)

    /// Lets pages read what they have copied.
    func allowClipboard() async throws(WebDriverError)

    /// The lines of the browser's console since the last call, or since the session began.
    func messages() async throws(WebDriverError) -> [PageMessage]
}

/// A user's display preferences.
enum ColorScheme: String, Sendable, CaseIterable {
    case light, dark
}

extension BrowserSession {
    /// Sends a command without parameters.
    @discardableResult
    func post(_ name: String) async throws(WebDriverError) -> JSON { try await post(name, [:]) }
}
