/// Ends a command early: one line for people and the status.
struct CommandFailure: Error {
    let status: ExitStatus
    let message: String
    /// Who says it, before a colon: the program, or the command whose arguments are wrong.
    var command = "receipts"
    /// Lines behind the message, for those who have asked to see more.
    var details: [String] = []

    init(_ status: ExitStatus, _ message: String) {
        self.status = status
        self.message = message
    }
}
