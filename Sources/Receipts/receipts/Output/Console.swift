import PrintableText
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The output of a command: data to standard output, everything else to standard error.
///
/// Whoever prints a foreign text makes it ``Swift/String/printable``, so that it stays in its line. This is the last wall behind that: nothing
/// but colours and line feeds moves a cursor.
struct Console: Sendable {
    /// Prints one line of data.
    let out: @Sendable (String) -> Void
    /// Prints one line of progress, a warning or an error.
    let err: @Sendable (String) -> Void
    /// True when data may be coloured.
    let isColoured: Bool
    /// Replaces the last line of a terminal, which the next line of output removes; nil without a terminal.
    var redraw: (@Sendable (String) -> Void)?
    /// The error number if data could not be printed; nil otherwise.
    var failure: @Sendable () -> Int32? = { nil }

    init(
        out: @escaping @Sendable (String) -> Void, err: @escaping @Sendable (String) -> Void, isColoured: Bool
    ) {
        self.out = { out($0.shown(isColoured: isColoured)) }
        self.err = { err($0.shown(isColoured: isColoured)) }
        self.isColoured = isColoured
    }

    /// The process's own streams.
    static func standard(environment: [String: String]) -> Console {
        let terminal = Terminal(
            environment: environment, isOutput: isatty(STDOUT_FILENO) == 1,
            isError: isatty(STDERR_FILENO) == 1)
        let failure = Atomic<Int32>(0)
        let lastLine = LastLine()
        var redraw: (@Sendable (String) -> Void)?
        if terminal.showsProgress {
            redraw = { lastLine.draw($0.shown(isColoured: terminal.isColoured)) }
        }
        var console = Console(
            out: { line in
                if failure.load(ordering: .relaxed) != 0 { return }
                lastLine.draw("")
                failure.store(Console.write(line, to: STDOUT_FILENO), ordering: .relaxed)
            },
            err: { line in
                lastLine.draw("")
                _ = Console.write(line, to: STDERR_FILENO)
            },
            isColoured: terminal.isColoured)
        console.redraw = redraw
        console.failure = {
            let code = failure.load(ordering: .relaxed)
            return code == 0 ? nil : code
        }
        return console
    }

    /// The line of a terminal that is drawn again and again.
    private final class LastLine: Sendable {
        private let isDrawn = Atomic(false)

        func draw(_ text: String) {
            if isDrawn.exchange(!text.isEmpty, ordering: .relaxed) || !text.isEmpty {
                _ = Console.write("\r\u{1B}[K" + text, to: STDERR_FILENO, end: "")
            }
        }
    }

    /// Occupies closed standard streams with unusable ones. Otherwise the next file opened, such as an outbox, would get their number and be
    /// written to.
    static func keepClosedStreamsClosed() {
        for stream in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(stream, F_GETFD) == -1 {
            // The lowest free number is this one.
            _ = open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY)
        }
    }

    /// Writes a line at once, so that the reader of a pipe sees it immediately.
    ///
    /// - Returns: An error number, or 0.
    private static func write(_ line: String, to descriptor: Int32, end: String = "\n") -> Int32 {
        var text = line + end
        return text.withUTF8 { buffer in
            var rest = UnsafeRawBufferPointer(buffer)
            while let base = rest.baseAddress, !rest.isEmpty {
                let count = systemWrite(descriptor, base, rest.count)
                if count < 0, errno == EINTR { continue }
                if count <= 0 { return count < 0 ? errno : EIO }
                rest = UnsafeRawBufferPointer(rebasing: rest[count...])
            }
            return 0
        }
    }
}

private func systemWrite(_ descriptor: Int32, _ base: UnsafeRawPointer, _ count: Int) -> Int {
    write(descriptor, base, count)
}

extension String {
    /// The lines with control characters made visible, except for those of colours.
    fileprivate func shown(isColoured: Bool) -> String {
        guard isColoured else { return printableLines }
        return Style.split(self).map { $0.isStyle ? $0.text : $0.text.printableLines }.joined()
    }
}
