import JSONText
import TestSupport

extension Browser {
    /// What a person prefers to see.
    enum ColorScheme: String, Sendable, CaseIterable {
        case light, dark
    }

    /// Gives the page exactly this size, in pixels; a browser's window would have a least width.
    func resize(width: Int, height: Int) async throws(WebDriverError) {
        try await devTools(
            "Emulation.setDeviceMetricsOverride",
            [
                "width": .number("\(width)"), "height": .number("\(height)"), "deviceScaleFactor": 1,
                "mobile": false,
            ])
    }

    /// Has the page see these preferences.
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

    /// Has the page run a script before its own, each time that one is loaded.
    func beforeEachPage(run script: String) async throws(WebDriverError) {
        try await devTools("Page.addScriptToEvaluateOnNewDocument", ["source": .string(script)])
    }

    /// Sends a command of the Chrome DevTools Protocol.
    @discardableResult
    func devTools(_ command: String, _ parameters: JSON = [:]) async throws(WebDriverError) -> JSON {
        try await session.post("goog/cdp/execute", ["cmd": .string(command), "params": parameters])
    }
}
