import Subprocess

/// A process that drives browsers, with its browsers and their files.
///
/// A shell runs between it and the tests. It ends the process and its browsers, and removes their folder, as soon as
/// its input ends. That happens when the test process ends, even if it is interrupted, crashes or is killed.
struct DriverProcess: Sendable {
    /// The port of 127.0.0.1 on which it listens.
    let port: Int
    /// The folder with its files.
    let folder: String

    /// The shell's input stays open as long as this exists.
    private let end: AsyncStream<Never>.Continuation

    /// Starts it and waits until it listens.
    ///
    /// - Parameter command: Starts it in the background of a shell, in the folder `$folder`; a line of the output has `successfully on port PORT`.
    init(_ command: String) async throws {
        let (lines, found) = AsyncStream.makeStream(of: (port: Int, folder: String).self)
        let (ending, end) = AsyncStream.makeStream(of: Never.self)
        var options = PlatformOptions()
        // Control-C at the terminal must not end the shell, which still has to clean up.
        options.createSession = true
        let run = Task { [options] in
            defer { found.finish() }
            _ = try await Subprocess.run(
                .name("bash"), arguments: ["-c", Self.script(command)], platformOptions: options,
                input: .inputWriter, output: .sequence, error: .discarded
            ) { execution in
                var folder = ""
                for try await line in execution.standardOutput.strings() {
                    if let match = line.firstMatch(of: /^folder (.+?)\s*$/) { folder = String(match.1) }
                    guard let match = line.firstMatch(of: /successfully on port (\d+)/),
                        let port = Int(match.1)
                    else {
                        continue
                    }
                    found.yield((port, folder))
                    break
                }
                found.finish()
                for await _ in ending {}
                // When this returns, the shell's input ends.
            }
        }
        self.end = end
        var iterator = lines.makeAsyncIterator()
        guard let (port, folder) = await iterator.next() else {
            end.finish()
            try await run.value
            throw WebDriverError("browser unreachable", "it ended before it listened")
        }
        (self.port, self.folder) = (port, folder)
    }

    /// Browsers are in the process group of what drives them, and write only to the home and temporary folders.
    private static func script(_ command: String) -> String {
        """
        set -m
        folder=$(mktemp -d "${TMPDIR:-/tmp}/receipts-browser.XXXXXX") || exit
        echo "folder $folder"
        export HOME=$folder TMPDIR=$folder
        \(command)
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
}
