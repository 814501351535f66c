import Foundation
import JSONText
import TestSupport

/// A Firefox, for one session after the other: started for the first of them, and ended with the test process.
actor FirefoxDriver {
    /// The path of Firefox; nil if it is not installed.
    static let browser: String? = BrowserKind.program("firefox-esr", "firefox")

    private var starting: Task<(Marionette, output: String), any Error>?
    /// How much of its output has been read.
    private var position = 0

    /// The connection to the running Firefox, which is started if necessary.
    var marionette: Marionette {
        get async throws { try await running.0 }
    }

    /// What pages have written to the console as errors since the last call. Firefox tells them to its output alone.
    func consoleErrors() async throws(WebDriverError) -> [String] {
        let text: String
        do {
            let all = try Data(contentsOf: URL(filePath: try await running.output))
            text = String(decoding: all.dropFirst(position), as: UTF8.self)
            position = all.count
        } catch {
            throw WebDriverError("browser unreachable", "\(error)")
        }
        let mark = "console.error: "
        return text.split(separator: "\n").filter { $0.hasPrefix(mark) }
            .map { String($0.dropFirst(mark.count)) }
    }

    private var running: (Marionette, output: String) {
        get async throws {
            let starting =
                starting
                ?? Task {
                    let process = try await DriverProcess(Self.command)
                    return (try await Marionette(process), "\(process.folder)/output")
                }
            self.starting = starting
            return try await starting.value
        }
    }

    /// Firefox chooses a port, and writes it to its profile.
    private static var command: String {
        """
        mkdir "$folder/profile"
        cat >"$folder/profile/user.js" <<'END'
        \(preferences.map { "user_pref(\"\($0.key)\", \($0.value.compactText));" }.sorted().joined(separator: "\n"))
        END
        \(browser ?? "firefox") --headless --no-remote --marionette --remote-allow-system-access \
            --profile "$folder/profile" </dev/null >"$folder/output" 2>&1 &
        for attempt in {1..300}; do
            if [ -s "$folder/profile/MarionetteActivePort" ]; then
                echo "started successfully on port $(cat "$folder/profile/MarionetteActivePort")"
                break
            fi
            sleep 0.1
        done
        """
    }

    private static let preferences: [String: JSON] = [
        "marionette.port": 0,
        // Errors of pages in the output.
        "devtools.console.stdout.content": true, "devtools.console.stdout.chrome": false,
        "ui.prefersReducedMotion": 1,
        "general.smoothScroll": false,
        // As phones and Chromium without a window have them: over the page, without a place of their own.
        "widget.gtk.overlay-scrollbars.enabled": true,
        "dom.events.testing.asyncClipboard": true,
        // A headless window counts as the one that somebody looks at.
        "focusmanager.testmode": true,
        // Nothing but what a test asks for.
        "services.settings.server": "data:,", "messaging-system.log": "off",
        "app.update.disabledForTesting": true, "browser.startup.homepage": "about:blank",
        "browser.newtabpage.enabled": false, "browser.safebrowsing.downloads.enabled": false,
        "network.captive-portal-service.enabled": false, "network.connectivity-service.enabled": false,
        "datareporting.policy.dataSubmissionEnabled": false, "toolkit.telemetry.enabled": false,
        "intl.accept_languages": "en-US",
    ]
}
