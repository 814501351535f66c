import Foundation

/// The chromedriver that all tests share: started for the first of them, and ended with their process.
actor ChromeDriver {
    static let shared = ChromeDriver()

    /// Where Chromium or Chrome is; nil where it or chromedriver is not installed, and browser tests are skipped. Debian's
    /// `chromium-headless-shell` is Chromium without all that a window needs, and takes about half of the processor time.
    static let browser: String? = {
        guard program("chromedriver") != nil else { return nil }
        return ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"].lazy
            .compactMap(program).first
    }()

    /// True when there is what browser tests need, for `.enabled(if:)`.
    static var isInstalled: Bool { browser != nil }

    private var starting: Task<DriverProcess, any Error>?

    /// The running chromedriver, started if need be.
    var process: DriverProcess {
        get async throws {
            let starting = starting ?? Task { try await DriverProcess() }
            self.starting = starting
            return try await starting.value
        }
    }

    /// Where the shell would find a program.
    private static func program(_ name: String) -> String? {
        let folders = ProcessInfo.processInfo.environment["PATH", default: "/usr/bin"].split(separator: ":")
        return folders.map { "\($0)/\(name)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
    }
}
