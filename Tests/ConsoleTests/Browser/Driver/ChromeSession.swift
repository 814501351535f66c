import HTTPTransport
import HTTPTypes
import JSONText
import TestSupport

/// A Chromium of its own, by chromedriver.
struct ChromeSession: BrowserSession {
    private let transport: any HTTPTransport
    /// The address of chromedriver: `127.0.0.1:PORT`.
    private let authority: String
    /// `/session/ID`.
    private let path: String

    /// Starts a browser.
    init(_ driver: ChromeDriver) async throws {
        let process = try await driver.process
        transport = driver.client
        authority = "127.0.0.1:\(process.port)"
        let request = HTTPRequest(method: .post, scheme: "http", authority: authority, path: "/session")
        let body: JSON = ["capabilities": ["alwaysMatch": Self.capabilities]]
        let answer = try await Self.exchange(transport, request, body)
        guard let id = answer["sessionId"]?.string else {
            throw WebDriverError("session not created", "chromedriver named no session")
        }
        path = "/session/\(id)"
        try await reportViolations()
    }

    func get(_ name: String) async throws(WebDriverError) -> JSON { try await send(.get, "/\(name)", nil) }

    @discardableResult
    func post(_ name: String, _ parameters: JSON) async throws(WebDriverError) -> JSON {
        try await send(.post, "/\(name)", parameters)
    }

    func delete() async throws(WebDriverError) { _ = try await send(.delete, "", nil) }

    func resize(width: Int, height: Int) async throws(WebDriverError) {
        try await devTools(
            "Emulation.setDeviceMetricsOverride",
            [
                "width": .number("\(width)"), "height": .number("\(height)"), "deviceScaleFactor": 1,
                "mobile": false,
            ])
    }

    func prefer(_ colors: ColorScheme, reducedMotion: Bool) async throws(WebDriverError) {
        try await devTools(
            "Emulation.setEmulatedMedia",
            [
                "features": [
                    ["name": "prefers-color-scheme", "value": .string(colors.rawValue)],
                    ["name": "prefers-reduced-motion", "value": reducedMotion ? "reduce" : "no-preference"],
                ]
            ])
    }

    func allowClipboard() async throws(WebDriverError) {
        try await devTools(
            "Browser.grantPermissions",
            ["permissions": ["clipboardSanitizedWrite", "clipboardReadWrite"]])
    }

    func messages() async throws(WebDriverError) -> [PageMessage] {
        let lines = try await post("se/log", ["type": "browser"]).array ?? []
        return lines.map { line in
            PageMessage(
                level: line["level"]?.string ?? "", source: line["source"]?.string ?? "",
                text: line["message"]?.string ?? "")
        }
    }

    /// Writes each violation of the page's policy to the console.
    ///
    /// The browser itself does not do so if a script catches the resulting error, as for `eval`.
    private func reportViolations() async throws(WebDriverError) {
        let script = """
            addEventListener("securitypolicyviolation", (event) => {
                const { effectiveDirective, blockedURI, sourceFile, lineNumber } = event;
                console.error(`policy: ${effectiveDirective} forbids ${blockedURI}, ${sourceFile}:${lineNumber}`);
            });
            """
        try await devTools("Page.addScriptToEvaluateOnNewDocument", ["source": .string(script)])
    }

    /// Sends a command of the Chrome DevTools Protocol.
    private func devTools(_ command: String, _ parameters: JSON) async throws(WebDriverError) {
        try await post("goog/cdp/execute", ["cmd": .string(command), "params": parameters])
    }

    /// The browser's profile is a folder inside chromedriver's; both are removed.
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

    private func send(
        _ method: HTTPRequest.Method, _ name: String, _ body: JSON?
    ) async throws(WebDriverError) -> JSON {
        let request = HTTPRequest(method: method, scheme: "http", authority: authority, path: path + name)
        return try await Self.exchange(transport, request, body)
    }

    private static func exchange(
        _ transport: any HTTPTransport, _ request: HTTPRequest, _ body: JSON?
    ) async throws(WebDriverError) -> JSON {
        var request = request
        if body != nil { request.headerFields[.contentType] = "application/json" }
        let response: HTTPExchangeResponse
        do throws(HTTPTransportError) {
            response = try await transport.send(request, body: body.map { Array($0.compactText.utf8) } ?? [])
        } catch {
            throw WebDriverError(error)
        }
        let value: JSON
        do throws(JSONParser.Failure) {
            value = try JSONParser.parse(response.body)["value"] ?? .null
        } catch {
            throw WebDriverError("unknown error", "\(response.head.status), and the answer is \(error)")
        }
        if response.head.status.kind == .successful { return value }
        throw WebDriverError(value["error"]?.string ?? "unknown error", value["message"]?.string ?? "")
    }
}
