/// Ends a command early, with a message and an exit status.
struct CommandFailure: Error {
    let status: ExitStatus
    let message: String
    /// The prefix of the message: the program, or the command with invalid arguments.
    var command = "receipts"
    /// Further lines, for users who asked for details.
    var details: [String] = []

    init(_ status: ExitStatus, _ message: String) {
        self.status = status
        self.message = message
    }
}

/// The exit status of a command.
struct ExitStatus: Hashable, Sendable {
    let code: Int32

    static let done = ExitStatus(code: 0)
    /// Something was denied, no longer existed, or failed; standard error names each.
    static let failed = ExitStatus(code: 1)
    static let wrongUsage = ExitStatus(code: 2)
    /// The server could not be reached, or the connection was lost.
    static let unreachable = ExitStatus(code: 69)
    static let interrupted = ExitStatus(code: 130)
}
