/// How a command ends, as scripts see it.
struct ExitStatus: Hashable, Sendable {
    let code: Int32

    static let done = ExitStatus(code: 0)
    /// Something was denied, had vanished or failed; each is named.
    static let failed = ExitStatus(code: 1)
    static let wrongUsage = ExitStatus(code: 2)
    /// The server could not be reached, or went away.
    static let unreachable = ExitStatus(code: 69)
    static let interrupted = ExitStatus(code: 130)
}
