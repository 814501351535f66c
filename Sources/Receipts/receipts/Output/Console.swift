import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The output of a command: data to standard output, everything else to standard error.
struct Console: Sendable {
    /// Prints one line of data.
    let out: @Sendable (String) -> Void
    /// Prints one line of progress, a warning or an error.
    let err: @Sendable (String) -> Void
    /// True when data may be coloured.
    let isColoured: Bool
    /// Replaces the last line of a terminal; nil without a terminal.
    var redraw: (@Sendable (String) -> Void)?
    /// The error number if data could not be printed; nil otherwise.
    var failure: @Sendable () -> Int32? = { nil }

    /// The process's own streams. Colour only on a terminal, and not when `NO_COLOR` is set.
    static func standard(environment: [String: String]) -> Console {
        var redraw: (@Sendable (String) -> Void)?
        if isatty(STDERR_FILENO) == 1 {
            redraw = { _ = Console.write("\r\u{1B}[K" + $0, to: STDERR_FILENO, end: "") }
        }
        let failure = Atomic<Int32>(0)
        return Console(
            out: { line in
                if failure.load(ordering: .relaxed) != 0 { return }
                failure.store(Console.write(line, to: STDOUT_FILENO), ordering: .relaxed)
            },
            err: { _ = Console.write($0, to: STDERR_FILENO) },
            isColoured: isatty(STDOUT_FILENO) == 1 && environment["NO_COLOR", default: ""].isEmpty,
            redraw: redraw,
            failure: {
                let code = failure.load(ordering: .relaxed)
                return code == 0 ? nil : code
            })
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
