import CurlHTTP
import Subprocess

/// A chromedriver process, with all that comes of it: its browsers and their files.
///
/// A shell stands between it and the tests. It ends chromedriver and its browsers and removes their folder as soon as
/// its input ends: with the process of the tests, also when that is interrupted, crashes or is killed.
struct DriverProcess: Sendable {
    /// Carries requests to chromedriver.
    let client: HTTPClient
    /// Where it listens.
    let authority: String

    /// As long as this is kept, the input of the shell stays open.
    private let end: AsyncStream<Never>.Continuation

    /// Starts chromedriver and waits until it listens.
    init() async throws {
        let (ports, found) = AsyncStream.makeStream(of: String.self)
        let (ending, end) = AsyncStream.makeStream(of: Never.self)
        var options = PlatformOptions()
        // A Control-C at the terminal is not for the shell, which has yet to clean up.
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
                // With the return from here the input of the shell ends.
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

    /// Browsers are members of chromedriver's process group, and write to the home and to the temporary folder only.
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
