import ClientCore
import NamedFiles
import PrintableText

/// A subject token from a program that the file names.
///
/// Source: https://google.aip.dev/auth/4117#determining-the-subject-token-in-executable-sourced-credentials
struct ExecutableSubject: SubjectTokenSource {
    /// The program and its arguments.
    let words: [String]
    let timeLimit: Duration
    /// Where the program keeps its last answer, if anywhere.
    let outputFile: String?
    /// Environment variables that describe the credentials to the program.
    let variables: [String: String]
    /// The environment of this process.
    let environment: EnvironmentVariables
    /// Who asks for a token, for messages.
    let subject: String
    let run: any ProgramRun
    let clock: any Clock<Duration>
    let unixTime: @Sendable () -> Int64

    /// The variable that allows programs, so that a file alone can start none.
    static let permission = "GOOGLE_EXTERNAL_ACCOUNT_ALLOW_EXECUTABLES"

    func fetch() async throws(GoogleCredentialsError) -> Secret {
        guard environment[ExecutableSubject.permission] == "1" else {
            throw failure(
                .refused,
                "credential_source.executable names a program, which is not allowed to run. "
                    + "If you trust the file, set \(ExecutableSubject.permission)=1")
        }
        if let token = try keptToken() { return token }
        let (words, all, run) = (words, environment.all.merging(variables) { $1 }, run)
        let end = await within(timeLimit, by: clock) {
            () async -> Result<ProgramEnd, GoogleCredentialsError> in
            do throws(GoogleCredentialsError) {
                return .success(try await run(words, environment: all))
            } catch {
                return .failure(error)
            }
        }
        if Task.isCancelled {
            throw GoogleCredentialsError(.cancelled, "The request for an access token was cancelled.")
        }
        guard let end = try end?.get() else {
            throw failure(
                .unavailable, "\(program) took longer than \(timeLimit). Try again, or raise timeout_millis")
        }
        return try token(of: end)
    }

    private var program: String {
        "the program \((words.first ?? "").beginning(limit: 200).quotedForMessage) of credential_source.executable"
    }

    private func token(of end: ProgramEnd) throws(GoogleCredentialsError) -> Secret {
        let answer: ExecutableAnswer
        do throws(ExecutableAnswer.Problem) {
            // A program that keeps its answers in a file need not print them.
            let kept = end.failure == nil && end.output.isEmpty ? outputFile.flatMap(contents) : nil
            answer = try ExecutableAnswer(kept ?? end.output)
        } catch {
            if let reason = end.failure { throw failure(.refused, "\(program) failed: \(reason)") }
            throw failure(.malformed, "the output of \(program) \(error.reason)")
        }
        switch answer {
        case .failure(let code, let message):
            throw failure(.refused, "\(program) has no token: \(code): \(message)")
        case .token(_, let end?) where end <= Double(unixTime()):
            throw failure(.refused, "\(program) printed a token that has expired")
        case .token(let token, _):
            if let reason = end.failure { throw failure(.refused, "\(program) failed: \(reason)") }
            return token
        }
    }

    /// The last answer's token, as long as it is valid.
    private func keptToken() throws(GoogleCredentialsError) -> Secret? {
        guard let outputFile, let bytes = contents(outputFile) else { return nil }
        do throws(ExecutableAnswer.Problem) {
            guard case .token(let token, let end?) = try ExecutableAnswer(bytes), end > Double(unixTime())
            else { return nil }
            return token
        } catch {
            if error.isOutdated { return nil }
            throw failure(
                .malformed,
                "the file \(outputFile.beginning(limit: 300)) of credential_source.executable.output_file "
                    + "\(error.reason). Remove it")
        }
    }

    private func contents(_ path: String) -> [UInt8]? {
        let bytes = try? NamedFile.contents(of: path, limit: CredentialFile.maximumBytes)
        return bytes.flatMap { $0.isEmpty ? nil : $0 }
    }

    private func failure(_ kind: GoogleCredentialsError.Kind, _ reason: String) -> GoogleCredentialsError {
        GoogleCredentialsError(kind, "No access token for \(subject): \(reason).")
    }
}
