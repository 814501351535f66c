import Foundation

/// The chromedriver that all tests share: started for the first session, ended with the last one.
actor ChromeDriver {
    static let shared = ChromeDriver()

    /// Where Chromium or Chrome is; nil where it or chromedriver is not installed, and browser tests are skipped.
    static let browser: String? = {
        guard program("chromedriver") != nil else { return nil }
        return program("chromium") ?? program("chromium-browser") ?? program("google-chrome")
    }()

    /// True when there is what browser tests need, for `.enabled(if:)`.
    static var isInstalled: Bool { browser != nil }

    private var process: Task<DriverProcess, any Error>?
    private var sessions = 0

    /// The running chromedriver, started if need be.
    ///
    /// Each call is to be followed by one of ``leave()``, unless it throws.
    func join() async throws -> DriverProcess {
        let process = process ?? Task { try await DriverProcess() }
        self.process = process
        sessions += 1
        do {
            return try await process.value
        } catch {
            await leave()
            throw error
        }
    }

    /// Ends chromedriver, unless other sessions use it.
    func leave() async {
        sessions -= 1
        guard sessions == 0, let process else { return }
        self.process = nil
        if let running = try? await process.value { await running.stop() }
    }

    /// Where the shell would find a program.
    private static func program(_ name: String) -> String? {
        let folders = ProcessInfo.processInfo.environment["PATH", default: "/usr/bin"].split(separator: ":")
        return folders.map { "\($0)/\(name)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
    }
}
