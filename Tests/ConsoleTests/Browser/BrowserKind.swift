import Foundation
import TestSupport

/// The browsers that the stories can run in.
enum BrowserKind: String, Sendable {
    /// Chromium or Chrome, by chromedriver.
    case chromium
    /// Firefox, by Marionette, the protocol that it speaks itself. Debian has no geckodriver.
    case firefox

    /// The browser that `RECEIPTS_STORIES_IN` names, otherwise Chromium.
    static let chosen = SystemEnvironment.browser.flatMap(BrowserKind.init) ?? .chromium

    /// Whether it is installed, for `.enabled(if:)`.
    var isInstalled: Bool {
        switch self {
        case .chromium: ChromeDriver.browser != nil
        case .firefox: FirefoxDriver.browser != nil
        }
    }

    /// Starts the browser for a story, or takes the one that is there.
    func start() async throws -> any BrowserSession {
        switch self {
        case .chromium: try await ChromeSession(ChromeDriver.shared)
        case .firefox: try await FirefoxSession(FirefoxPool.shared)
        }
    }

    /// The path at which the shell would find the first of these programs that is installed.
    static func program(_ names: String...) -> String? {
        let folders = ProcessInfo.processInfo.environment["PATH", default: "/usr/bin"].split(separator: ":")
        return names.lazy.flatMap { name in folders.map { "\($0)/\(name)" } }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }
}
