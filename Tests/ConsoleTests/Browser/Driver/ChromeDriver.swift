import Foundation

/// The chromedriver that all tests share: started for the first test, and ended with the process.
actor ChromeDriver {
    static let shared = ChromeDriver()

    /// The path of Chromium or Chrome; nil if it or chromedriver is not installed, so browser tests are skipped. Debian's
    /// `chromium-headless-shell` is Chromium without windows, and takes about half the processor time. The command of that name is a script that
    /// chromedriver would end in place of the browser, so the program itself is started.
    static let browser: String? = {
        guard program("chromedriver") != nil else { return nil }
        let shell = "/usr/lib/chromium/chromium-headless-shell"
        if FileManager.default.isExecutableFile(atPath: shell) { return shell }
        return ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"].lazy
            .compactMap(program).first
    }()

    /// Whether browser tests can run, for `.enabled(if:)`.
    static var isInstalled: Bool { browser != nil }

    private var starting: Task<DriverProcess, any Error>?

    /// The running chromedriver, started if necessary.
    var process: DriverProcess {
        get async throws {
            let starting = starting ?? Task { try await DriverProcess() }
            self.starting = starting
            return try await starting.value
        }
    }

    /// The path at which the shell would find a program.
    private static func program(_ name: String) -> String? {
        let folders = ProcessInfo.processInfo.environment["PATH", default: "/usr/bin"].split(separator: ":")
        return folders.map { "\($0)/\(name)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
    }
}
