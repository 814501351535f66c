import JSONText
import TestSupport
import Testing

/// A browser without a window, driven as a person would: one session of its own, with nothing stored from before.
struct Browser: Sendable {
    /// What carries its commands to chromedriver.
    let session: WebDriverSession

    /// Runs the body with a new browser, and ends it, however the body ends.
    ///
    /// A picture of the page is attached to the test when the body throws.
    ///
    /// - Parameters:
    ///   - width: The width of the page, in pixels.
    ///   - height: The height of the page.
    static func run<Result: Sendable>(
        width: Int = 1280, height: Int = 800, _ body: (Browser) async throws -> Result
    ) async throws -> Result {
        // A test that is cancelled meanwhile must not lose sight of a browser that is just starting.
        let browser = try await Task { try await Browser() }.value
        do {
            try await browser.resize(width: width, height: height)
            try await browser.reportViolations()
            let result = try await body(browser)
            await browser.end()
            return result
        } catch {
            if let picture = try? await browser.screenshot() { Attachment.record(picture, named: "page.png") }
            await browser.end()
            throw error
        }
    }

    private init() async throws {
        let driver = try await ChromeDriver.shared.process
        session = try await WebDriverSession(
            driver.client, driver.authority, capabilities: Self.capabilities)
    }

    /// Also in a task that is cancelled: another one asks.
    private func end() async {
        await Task { try? await session.delete() }.value
    }

    /// The browser's profile is a folder that chromedriver makes in its own; both are removed.
    private static var capabilities: JSON {
        [
            "goog:chromeOptions": [
                "binary": .string(ChromeDriver.browser ?? "chromium"),
                "args": [
                    "--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu",
                    "--hide-scrollbars", "--disable-smooth-scrolling", "--window-size=1280,900",
                    "--force-color-profile=srgb",
                    "--no-first-run", "--disable-background-networking", "--disable-component-update",
                    "--disable-sync", "--no-default-browser-check", "--lang=en-US",
                ],
            ],
            "goog:loggingPrefs": ["browser": "ALL"],
            "timeouts": ["script": 120_000, "pageLoad": 30_000, "implicit": 0],
        ]
    }
}

extension Browser {
    /// Opens a page; returns when it is loaded. What differs in the part after `#` only is not loaded anew.
    func open(_ url: String) async throws(WebDriverError) {
        try await session.post("url", ["url": .string(url)])
    }

    /// Loads the page anew.
    func reload() async throws(WebDriverError) { try await session.post("refresh") }

    /// Goes to the page before.
    func back() async throws(WebDriverError) { try await session.post("back") }

    /// The first element that matches, shown or not; throws `no such element` when there is none.
    func find(_ css: String) async throws(WebDriverError) -> Element {
        let found = try await session.post("element", ["using": "css selector", "value": .string(css)])
        return try Element(session, found) { () async throws(WebDriverError) in try await find(css) }
    }

    /// All elements that match, in the order of the page.
    func findAll(_ css: String) async throws(WebDriverError) -> [Element] {
        let found = try await session.post("elements", ["using": "css selector", "value": .string(css)])
        return try Element.list(session, found)
    }

    /// Runs the body of a function, which finds its arguments in `arguments`; waits when it returns a promise.
    @discardableResult
    func execute(_ script: String, _ arguments: JSON...) async throws(WebDriverError) -> JSON {
        try await session.post("execute/sync", ["script": .string(script), "args": .array(arguments)])
    }

    /// Runs the body of a function whose last argument is a function; what that is called with is the result.
    @discardableResult
    func executeAsync(_ script: String, _ arguments: JSON...) async throws(WebDriverError) -> JSON {
        try await session.post("execute/async", ["script": .string(script), "args": .array(arguments)])
    }

    /// A picture of what is to be seen of the page: a PNG file.
    func screenshot() async throws(WebDriverError) -> [UInt8] {
        guard let text = try await session.get("screenshot").string, let picture = Base64.decode(text) else {
            throw WebDriverError("unable to capture screen", "the answer is no Base64")
        }
        return picture
    }
}
