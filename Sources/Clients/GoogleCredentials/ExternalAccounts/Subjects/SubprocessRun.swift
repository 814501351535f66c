#if os(Linux) || os(macOS)
    import PrintableText
    import Subprocess

    #if os(Linux)
        import SystemPackage
    #else
        import System
    #endif

    /// Runs a program as a process of its own, in a group of processes that end with it.
    struct SubprocessRun: ProgramRun {
        func callAsFunction(
            _ words: [String], environment: [String: String]
        ) async throws(GoogleCredentialsError) -> ProgramEnd {
            guard let program = words.first else { return ProgramEnd(failure: "it has no name", output: []) }
            var options = PlatformOptions()
            options.processGroupID = 0
            options.teardownSequence = [
                .send(signal: .terminate, toProcessGroup: true, allowedDurationToNextStep: .milliseconds(200))
            ]
            var variables: [Environment.Key: String] = [:]
            for (name, value) in environment {
                if let key = Environment.Key(rawValue: name) { variables[key] = value }
            }
            do {
                let result = try await Subprocess.run(
                    program.contains("/") ? .path(FilePath(program)) : .name(program),
                    arguments: Arguments(Array(words.dropFirst())),
                    environment: .custom(variables), platformOptions: options, input: .none,
                    output: .bytes(limit: CredentialFile.maximumBytes), error: .currentStandardError)
                switch result.terminationStatus {
                case .exited(0): return ProgramEnd(failure: nil, output: result.standardOutput)
                case .exited(let status):
                    return ProgramEnd(
                        failure: "it ended with status \(status)", output: result.standardOutput)
                case .signaled(let signal):
                    return ProgramEnd(
                        failure: "it was ended by signal \(signal)", output: result.standardOutput)
                }
            } catch is CancellationError {
                throw GoogleCredentialsError(.cancelled, "The request for an access token was cancelled.")
            } catch {
                return ProgramEnd(
                    failure: "it cannot be run: \("\(error)".beginning(limit: 200))", output: [])
            }
        }
    }
#endif
