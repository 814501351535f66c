import JSONText
import TestSupport
import Testing

/// A headless browser, used as a person would: a session of its own, with nothing stored from before.
struct Browser: Sendable {
    /// Sends its commands.
    let session: any BrowserSession

    /// Runs the body with a new browser, and quits it afterwards, even if the body throws.
    ///
    /// If the body throws, a screenshot is attached to the test.
    ///
    /// - Parameters:
    ///   - width: The width of the page, in pixels.
    ///   - height: The height of the page.
    static func run<Result: Sendable>(
        width: Int = 1280, height: Int = 800, _ body: (Browser) async throws -> Result
    ) async throws -> Result {
        // A cancelled test must not lose track of a browser that is just starting.
        let browser = try await Task { try await Browser() }.value
        do {
            try await browser.resize(width: width, height: height)
            let result = try await body(browser)
            await browser.end()
            return result
        } catch {
            if let picture = try? await browser.screenshot() { Attachment.record(picture, named: "page.png") }
            await browser.end()
            throw error
        }
    }

    private init() async throws { session = try await BrowserKind.chosen.start() }

    /// In a task of its own, because this one may be cancelled.
    private func end() async {
        await Task { try? await session.delete() }.value
    }
}

extension Browser {
    /// Gives the page exactly this size, in pixels.
    func resize(width: Int, height: Int) async throws(WebDriverError) {
        try await session.resize(width: width, height: height)
    }

    /// Applies these preferences to the page.
    func prefer(_ colors: ColorScheme, reducedMotion: Bool = false) async throws(WebDriverError) {
        try await session.prefer(colors, reducedMotion: reducedMotion)
    }

    /// Opens a page; returns when it is loaded. An address that differs only after `#` does not reload the page.
    func open(_ url: String) async throws(WebDriverError) {
        try await session.post("url", ["url": .string(url)])
    }

    /// Reloads the page.
    func reload() async throws(WebDriverError) { try await session.post("refresh") }

    /// Goes back to the previous page.
    func back() async throws(WebDriverError) { try await session.post("back") }

    /// The first matching element, visible or not; throws `no such element` if there is none.
    func find(_ css: String) async throws(WebDriverError) -> Element {
        let found = try await session.post("element", ["using": "css selector", "value": .string(css)])
        return try Element(session, found) { () async throws(WebDriverError) in try await find(css) }
    }

    /// All matching elements, in the order of the page.
    func findAll(_ css: String) async throws(WebDriverError) -> [Element] {
        let found = try await session.post("elements", ["using": "css selector", "value": .string(css)])
        return try Element.list(session, found)
    }

    /// Runs the body of a function, whose arguments are in `arguments`; waits if it returns a promise.
    @discardableResult
    func execute(_ script: String, _ arguments: JSON...) async throws(WebDriverError) -> JSON {
        try await session.post("execute/sync", ["script": .string(script), "args": .array(arguments)])
    }

    /// Runs the body of a function whose last argument is a callback; the result is the callback's argument.
    @discardableResult
    func executeAsync(_ script: String, _ arguments: JSON...) async throws(WebDriverError) -> JSON {
        try await session.post("execute/async", ["script": .string(script), "args": .array(arguments)])
    }

    /// A screenshot of the visible page, as a PNG file.
    func screenshot() async throws(WebDriverError) -> [UInt8] {
        guard let text = try await session.get("screenshot").string, let picture = Base64.decode(text) else {
            throw WebDriverError("unable to capture screen", "the answer is no Base64")
        }
        return picture
    }
}
