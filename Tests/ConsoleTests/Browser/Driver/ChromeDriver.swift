import CurlHTTP
import Foundation

/// The chromedriver that all tests share: started for the first test, and ended with the process.
actor ChromeDriver {
    static let shared = ChromeDriver()

    /// The path of Chromium or Chrome; nil if it or chromedriver is not installed, so browser tests are skipped. Debian's
    /// `chromium-headless-shell` is Chromium without windows, and takes about half the processor time. The command of that name is a script that
    /// chromedriver would end in place of the browser, so the program itself is started.
    static let browser: String? = {
        guard BrowserKind.program("chromedriver") != nil else { return nil }
        let shell = "/usr/lib/chromium/chromium-headless-shell"
        if FileManager.default.isExecutableFile(atPath: shell) { return shell }
        return BrowserKind.program("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
    }()

    /// Sends requests to chromedriver.
    nonisolated let client = HTTPClient()

    private var starting: Task<DriverProcess, any Error>?

    /// The running chromedriver, started if necessary.
    var process: DriverProcess {
        get async throws {
            let starting = starting ?? Task { try await DriverProcess("chromedriver --port=0 </dev/null &") }
            self.starting = starting
            return try await starting.value
        }
    }
}
