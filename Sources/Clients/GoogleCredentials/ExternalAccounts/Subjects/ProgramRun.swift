/// Runs a program to its end, and gives what it wrote to its standard output.
protocol ProgramRun: Sendable {
    /// Runs a program. Cancelling the task ends it.
    ///
    /// - Parameters:
    ///   - words: The program and its arguments.
    ///   - environment: All of its environment variables.
    /// - Returns: How it ended, and its output.
    func callAsFunction(
        _ words: [String], environment: [String: String]
    ) async throws(GoogleCredentialsError) -> ProgramEnd
}

/// How a program ended.
struct ProgramEnd: Sendable, Equatable {
    /// nil after status 0; otherwise what happened, such as `it ended with status 3`.
    var failure: String?
    var output: [UInt8]
}

#if os(Linux) || os(macOS)
    typealias SystemProgramRun = SubprocessRun
#else
    /// Where programs cannot start others.
    struct SystemProgramRun: ProgramRun {
        func callAsFunction(
            _ words: [String], environment: [String: String]
        ) async throws(GoogleCredentialsError) -> ProgramEnd {
            ProgramEnd(failure: "this system does not let one program start another", output: [])
        }
    }
#endif
