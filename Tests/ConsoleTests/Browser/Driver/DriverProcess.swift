import CurlHTTP
import Subprocess

/// A chromedriver process with its browsers and their files.
///
/// A shell runs between it and the tests. It ends chromedriver and its browsers, and removes their folder, as soon as
/// its input ends. That happens when the test process ends, even if it is interrupted, crashes or is killed.
struct DriverProcess: Sendable {
    /// Sends requests to chromedriver.
    let client: HTTPClient
    /// The address it listens on.
    let authority: String

    /// The shell's input stays open as long as this exists.
    private let end: AsyncStream<Never>.Continuation

    /// Starts chromedriver and waits until it listens.
    init() async throws {
        let (ports, found) = AsyncStream.makeStream(of: String.self)
        let (ending, end) = AsyncStream.makeStream(of: Never.self)
        var options = PlatformOptions()
        // Control-C at the terminal must not end the shell, which still has to clean up.
        options.createSession = true
        let run = Task { [options] in
            defer { found.finish() }
            _ = try await Subprocess.run(
                .name("bash"), arguments: ["-c", Self.script], platformOptions: options, input: .inputWriter,
                output: .sequence, error: .discarded
            ) { execution in
                for try await line in execution.standardOutput.strings() {
                    guard let match = line.firstMatch(of: /started successfully on port (\d+)/) else {
                        continue
                    }
                    found.yield(String(match.1))
                    break
                }
                found.finish()
                for await _ in ending {}
                // When this returns, the shell's input ends.
            }
        }
        self.end = end
        client = HTTPClient()
        var iterator = ports.makeAsyncIterator()
        guard let port = await iterator.next() else {
            end.finish()
            try await run.value
            throw WebDriverError("chromedriver unreachable", "it ended before it listened")
        }
        authority = "127.0.0.1:\(port)"
    }

    /// Browsers are in chromedriver's process group, and write only to the home and temporary folders.
    private static let script = """
        set -m
        folder=$(mktemp -d "${TMPDIR:-/tmp}/receipts-browser.XXXXXX") || exit
        HOME=$folder TMPDIR=$folder chromedriver --port=0 </dev/null &
        exec >&-
        read -r
        kill -KILL -- -$!
        wait
        # What a browser that is just ending still writes makes the first attempt fail.
        for attempt in {1..50}; do
            rm -rf "$folder" && break
            sleep 0.1
        done
        """
}
