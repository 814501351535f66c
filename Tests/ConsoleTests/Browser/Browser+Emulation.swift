import JSONText
import TestSupport

extension Browser {
    /// A user's display preferences.
    enum ColorScheme: String, Sendable, CaseIterable {
        case light, dark
    }

    /// Gives the page exactly this size, in pixels; a browser window has a minimum width.
    func resize(width: Int, height: Int) async throws(WebDriverError) {
        try await devTools(
            "Emulation.setDeviceMetricsOverride",
            [
                "width": .number("\(width)"), "height": .number("\(height)"), "deviceScaleFactor": 1,
                "mobile": false,
            ])
    }

    /// Applies these preferences to the page.
    func prefer(_ colors: ColorScheme, reducedMotion: Bool = false) async throws(WebDriverError) {
        try await devTools(
            "Emulation.setEmulatedMedia",
            [
                "features": [
                    ["name": "prefers-color-scheme", "value": .string(colors.rawValue)],
                    ["name": "prefers-reduced-motion", "value": reducedMotion ? "reduce" : "no-preference"],
                ]
            ])
    }

    /// Runs a script before the page's own scripts, each time a page is loaded.
    func beforeEachPage(run script: String) async throws(WebDriverError) {
        try await devTools("Page.addScriptToEvaluateOnNewDocument", ["source": .string(script)])
    }

    /// Sends a command of the Chrome DevTools Protocol.
    @discardableResult
    func devTools(_ command: String, _ parameters: JSON = [:]) async throws(WebDriverError) -> JSON {
        try await session.post("goog/cdp/execute", ["cmd": .string(command), "params": parameters])
    }
}
