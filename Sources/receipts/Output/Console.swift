#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Where a command prints: data to standard output, everything else to standard error.
struct Console: Sendable {
    /// Prints one line of data.
    let out: @Sendable (String) -> Void
    /// Prints one line of progress, a warning or an error.
    let err: @Sendable (String) -> Void
    /// True when data may be coloured.
    let isColoured: Bool
    /// Puts a text in the place of the one before, on the last line of a terminal; nil where there is none.
    var redraw: (@Sendable (String) -> Void)?

    /// The process's own streams. Colour only on a terminal, and not when `NO_COLOR` is set.
    static func standard(environment: [String: String]) -> Console {
        var redraw: (@Sendable (String) -> Void)?
        if isatty(STDERR_FILENO) == 1 {
            redraw = { Console.write("\r\u{1B}[K" + $0, to: STDERR_FILENO, end: "") }
        }
        return Console(
            out: { Console.write($0, to: STDOUT_FILENO) }, err: { Console.write($0, to: STDERR_FILENO) },
            isColoured: isatty(STDOUT_FILENO) == 1 && environment["NO_COLOR", default: ""].isEmpty,
            redraw: redraw)
    }

    /// Writes a line at once, so that a reader at the other end of a pipe sees it when it is printed.
    private static func write(_ line: String, to descriptor: Int32, end: String = "\n") {
        var text = line + end
        text.withUTF8 { buffer in
            var rest = UnsafeRawBufferPointer(buffer)
            while let base = rest.baseAddress, !rest.isEmpty {
                let count = systemWrite(descriptor, base, rest.count)
                if count < 0, errno == EINTR { continue }
                if count <= 0 { return }
                rest = UnsafeRawBufferPointer(rebasing: rest[count...])
            }
        }
    }
}

private func systemWrite(_ descriptor: Int32, _ base: UnsafeRawPointer, _ count: Int) -> Int {
    write(descriptor, base, count)
}
