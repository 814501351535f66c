import JSONText
import TestSupport

/// A new tab of a Firefox, in which nothing is stored from before.
struct FirefoxSession: BrowserSession {
    private let pool: FirefoxPool
    private let driver: FirefoxDriver
    private let marionette: Marionette

    init(_ pool: FirefoxPool) async throws {
        self.pool = pool
        driver = await pool.take()
        marionette = try await driver.marionette
        try await marionette.send(
            "WebDriver:NewSession", ["timeouts": ["script": 120_000, "pageLoad": 30_000, "implicit": 0]])
        // The blank page of a new tab is not in its history; this one is, so stories can go back to it.
        try await marionette.send("WebDriver:Navigate", ["url": "data:,"])
        // What earlier pages still wrote as they ended.
        _ = try await messages()
    }

    func get(_ name: String) async throws(WebDriverError) -> JSON {
        switch name {
        case "screenshot": try await marionette.send("WebDriver:TakeScreenshot", ["full": false])
        case "window": try await marionette.send("WebDriver:GetWindowHandle")
        default: try await element(name, [:])
        }
    }

    @discardableResult
    func post(_ name: String, _ parameters: JSON) async throws(WebDriverError) -> JSON {
        guard let command = Self.commands[name] else { return try await element(name, parameters) }
        return try await marionette.send("WebDriver:\(command)", parameters)
    }

    func delete() async throws(WebDriverError) {
        let forgotten: Result<JSON, WebDriverError>
        do throws(WebDriverError) {
            forgotten = .success(
                try await marionette.runInBrowser(
                    """
                    const [done] = arguments;
                    const tab = gBrowser.addTrustedTab("about:blank");
                    gBrowser.selectedTab = tab;
                    gBrowser.removeAllTabsBut(tab, { skipPermitUnload: true });
                    Services.clearData.deleteData(Ci.nsIClearDataService.CLEAR_ALL, () => done());
                    """, isAsync: true))
        } catch {
            forgotten = .failure(error)
        }
        try await marionette.send("WebDriver:DeleteSession")
        // One that remembers something is not used again.
        _ = try forgotten.get()
        await pool.giveBack(driver)
    }

    func resize(width: Int, height: Int) async throws(WebDriverError) {
        try await marionette.runInBrowser(
            """
            const [width, height] = arguments;
            const { style } = gBrowser.selectedBrowser;
            for (const [name, size] of [["width", width], ["height", height]])
              for (const bound of ["", "min-", "max-"]) style.setProperty(bound + name, `${size}px`, "important");
            """, .number("\(width)"), .number("\(height)"))
        // The page hears of it a moment later.
        for _ in 0..<100 {
            let size = try await post(
                "execute/sync", ["script": "return [innerWidth, innerHeight]", "args": []])
            if size == [.number("\(width)"), .number("\(height)")] { return }
        }
        throw WebDriverError("unknown error", "the page does not become \(width) by \(height)")
    }

    func prefer(_ colors: ColorScheme, reducedMotion: Bool) async throws(WebDriverError) {
        try await marionette.runInBrowser(
            """
            const [colors, reduced] = arguments;
            gBrowser.selectedBrowser.browsingContext.prefersColorSchemeOverride = colors;
            Services.prefs.setIntPref("ui.prefersReducedMotion", reduced ? 1 : 0);
            """, .string(colors.rawValue), .boolean(reducedMotion))
    }

    /// Every page may: it is one of the preferences.
    func allowClipboard() {}

    func messages() async throws(WebDriverError) -> [PageMessage] {
        let lines = try await marionette.runInBrowser(
            """
            const { nsIScriptError } = Ci;
            const lines = Services.console.getMessageArray().filter((one) => one instanceof nsIScriptError)
              .filter(({ sourceName, category }) => /^(https?|data|blob):/.test(sourceName) || category === "CSP")
              .map(({ flags, category, errorMessage, sourceName, lineNumber }) => [
                flags & nsIScriptError.warningFlag ? "WARNING" : flags & nsIScriptError.infoFlag ? "INFO" : "SEVERE",
                category.startsWith("CSP") ? "security" : "javascript", `${sourceName} ${lineNumber} ${errorMessage}`]);
            Services.console.reset();
            return lines;
            """)
        return (lines.array ?? []).map { line in
            let parts = (line.array ?? []).map { $0.string ?? "" }
            return PageMessage(
                level: parts.first ?? "", source: parts.dropFirst().first ?? "", text: parts.last ?? "")
        }
            + (try await driver.consoleErrors()).map {
                PageMessage(level: "SEVERE", source: "console-api", text: $0)
            }
    }

    /// What is asked of an element, `element/ID/click`.
    private func element(_ path: String, _ parameters: JSON) async throws(WebDriverError) -> JSON {
        let parts = path.split(separator: "/").map(String.init)
        guard parts.count > 2, parts[0] == "element", let command = Self.elementCommands[parts[2]] else {
            throw WebDriverError("unknown command", path)
        }
        var values: [JSON.Member] = [JSON.Member("id", .string(parts[1]))]
        if parts.count > 3 { values.append(JSON.Member("name", .string(parts[3]))) }
        if case .object(let members) = parameters { values += members }
        return try await marionette.send("WebDriver:\(command)", .object(values))
    }

    private static let commands = [
        "url": "Navigate", "refresh": "Refresh", "back": "Back", "element": "FindElement",
        "elements": "FindElements", "execute/sync": "ExecuteScript", "execute/async": "ExecuteAsyncScript",
        "actions": "PerformActions", "window": "SwitchToWindow", "window/new": "NewWindow",
    ]

    private static let elementCommands = [
        "click": "ElementClick", "value": "ElementSendKeys", "clear": "ElementClear",
        "text": "GetElementText", "attribute": "GetElementAttribute", "computedlabel": "GetComputedLabel",
        "computedrole": "GetComputedRole",
    ]
}
