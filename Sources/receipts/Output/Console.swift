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

    /// The process's own streams. Colour only on a terminal, and not when `NO_COLOR` is set.
    static func standard(environment: [String: String]) -> Console {
        Console(
            out: { Console.write($0, to: STDOUT_FILENO) }, err: { Console.write($0, to: STDERR_FILENO) },
            isColoured: isatty(STDOUT_FILENO) == 1 && environment["NO_COLOR", default: ""].isEmpty)
    }

    /// Writes a line at once, so that a reader at the other end of a pipe sees it when it is printed.
    private static func write(_ line: String, to descriptor: Int32) {
        var text = line + "\n"
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
