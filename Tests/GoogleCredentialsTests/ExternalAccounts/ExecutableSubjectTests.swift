import Foundation
import JSONText
import Synchronization
import TestSupport
import Testing

@testable import GoogleCredentials

@Suite(.timeLimit(.minutes(1))) struct ExecutableSubjectTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private static let success =
        #"{"version":1,"success":true,"token_type":"urn:ietf:params:oauth:token-type:id_token","id_token":"eyJ.program"}"#

    /// A program that ends as scripted, and remembers how it was called.
    private final class ScriptedRun: ProgramRun {
        private let end: ProgramEnd
        private let calls = Mutex<[(words: [String], environment: [String: String])]>([])

        init(_ output: String, failure: String? = nil) {
            end = ProgramEnd(failure: failure, output: Array(output.utf8))
        }

        var all: [(words: [String], environment: [String: String])] { calls.withLock { $0 } }

        func callAsFunction(
            _ words: [String], environment: [String: String]
        ) async throws(GoogleCredentialsError) -> ProgramEnd {
            calls.withLock { $0.append((words, environment)) }
            return end
        }
    }

    private func subject(
        _ run: any ProgramRun, outputFile: String? = nil,
        environment: [String: String] = [ExecutableSubject.permission: "1", "PATH": "/bin"],
        clock: any Clock<Duration> = ManualClock()
    ) -> ExecutableSubject {
        ExecutableSubject(
            words: ["/bin/get-token", "--for", "x"], timeLimit: .seconds(30), outputFile: outputFile,
            variables: ["GOOGLE_EXTERNAL_ACCOUNT_AUDIENCE": testAudience],
            environment: EnvironmentVariables(environment),
            subject: "the identity of the provider github", run: run, clock: clock,
            unixTime: { 1_767_323_045 })
    }

    @Test func `a program is called with its arguments, and with variables that say what for`() async throws {
        let run = ScriptedRun(ExecutableSubjectTests.success)
        #expect(try await subject(run).fetch().text == "eyJ.program")
        let call = try #require(run.all.first)
        #expect(call.words == ["/bin/get-token", "--for", "x"])
        #expect(call.environment["GOOGLE_EXTERNAL_ACCOUNT_AUDIENCE"] == testAudience)
        #expect(call.environment["PATH"] == "/bin")
    }

    @Test(arguments: [[:], [ExecutableSubject.permission: "0"], [ExecutableSubject.permission: "true"]])
    func `no program runs that nobody has allowed`(_ environment: [String: String]) async throws {
        let run = ScriptedRun(ExecutableSubjectTests.success)
        let error = try await failure { () async throws(GoogleCredentialsError) in
            try await subject(run, environment: environment).fetch()
        }
        #expect(error.kind == .refused)
        #expect(error.message.contains("set GOOGLE_EXTERNAL_ACCOUNT_ALLOW_EXECUTABLES=1"))
        #expect(run.all.isEmpty)
    }

    @Test(arguments: [
        (
            #"{"version":1,"success":true,"token_type":"urn:ietf:params:oauth:token-type:jwt","id_token":"a"}"#,
            "a"
        ),
        (
            #"{"version":1,"success":true,"token_type":"urn:ietf:params:oauth:token-type:saml2","saml_response":"b","expiration_time":1767323046}"#,
            "b"
        ),
    ])
    func `each kind of token is read`(_ output: String, _ token: String) async throws {
        #expect(try await subject(ScriptedRun(output)).fetch().text == token)
    }

    @Test(arguments: [
        (
            "", nil, GoogleCredentialsError.Kind.malformed,
            "the output of the program \"/bin/get-token\" of "
                + "credential_source.executable is not a JSON object"
        ),
        ("[]", nil, .malformed, "is not a JSON object"),
        (#"{"success":true}"#, nil, .malformed, "has no \"version\""),
        (#"{"version":2,"success":true}"#, nil, .malformed, "has a \"version\" other than 1"),
        (#"{"version":1}"#, nil, .malformed, "has no \"success\""),
        (#"{"version":1,"success":false}"#, nil, .malformed, "has no \"code\" and \"message\""),
        (#"{"version":1,"success":true}"#, nil, .malformed, "has no \"token_type\""),
        (
            #"{"version":1,"success":true,"token_type":"x"}"#, nil, .malformed,
            "has a \"token_type\" that is not supported"
        ),
        (
            #"{"version":1,"success":true,"token_type":"urn:ietf:params:oauth:token-type:jwt"}"#, nil,
            .malformed,
            "has no \"id_token\""
        ),
        (
            #"{"version":1,"success":true,"token_type":"urn:ietf:params:oauth:token-type:jwt","id_token":"very-secret","expiration_time":1767323045}"#,
            nil, .refused, "printed a token that has expired"
        ),
        (
            #"{"version":1,"success":false,"code":"401","message":"Sign in\nagain"}"#, nil, .refused,
            "has no token: 401: Sign in again."
        ),
        (
            #"{"version":1,"success":false,"code":401,"message":"no"}"#, "it ended with status 1", .refused,
            "401: no."
        ),
        ("very-secret", "it ended with status 3", .refused, "failed: it ended with status 3."),
        (success, "it ended with status 3", .refused, "failed: it ended with status 3."),
    ])
    func `a program that gives no token is named, and why`(
        _ output: String, _ reason: String?, _ kind: GoogleCredentialsError.Kind, _ expected: String
    ) async throws {
        let error = try await failure { () async throws(GoogleCredentialsError) in
            try await subject(ScriptedRun(output, failure: reason)).fetch()
        }
        #expect(error.kind == kind)
        #expect(error.message.contains(expected), "\(error)")
        #expect(error.message.hasPrefix("No access token for the identity of the provider github: the "))
        #expect(!error.message.contains("very-secret"))
        #expect(isOneLine(error.message))
    }

    // MARK: The file that a program keeps

    private func kept(_ token: String, until end: Int?) -> String {
        let time = end.map { #","expiration_time":\#($0)"# } ?? ""
        return
            #"{"version":1,"success":true,"token_type":"urn:ietf:params:oauth:token-type:jwt","id_token":"\#(token)"\#(time)}"#
    }

    @Test func `a token that is kept and valid is used, and the program does not run`() async throws {
        let path = try folder.write(Array(kept("eyJ.kept", until: 1_767_323_046).utf8))
        let run = ScriptedRun(ExecutableSubjectTests.success)
        #expect(try await subject(run, outputFile: path).fetch().text == "eyJ.kept")
        #expect(run.all.isEmpty)
    }

    @Test func `without a valid one, the program runs`() async throws {
        for text in [
            kept("eyJ.kept", until: 1_767_323_045), kept("eyJ.kept", until: nil), "", "{", "[]",
            #"{"version":2}"#, #"{"version":1,"success":false,"code":"1","message":"m"}"#,
        ] {
            let run = ScriptedRun(ExecutableSubjectTests.success)
            let path = try folder.write(Array(text.utf8))
            #expect(try await subject(run, outputFile: path).fetch().text == "eyJ.program", "\(text)")
            #expect(run.all.count == 1)
        }
        let run = ScriptedRun(ExecutableSubjectTests.success)
        #expect(try await subject(run, outputFile: folder.path + "/none").fetch().text == "eyJ.program")
    }

    @Test func `a kept answer without its required members is refused, with the file's name`() async throws {
        let path = try folder.write(Array(#"{"version":1,"success":true,"expiration_time":1}"#.utf8))
        let error = try await failure { () async throws(GoogleCredentialsError) in
            try await subject(ScriptedRun(""), outputFile: path).fetch()
        }
        #expect(error.kind == .malformed)
        #expect(
            error.message.contains(
                "the file \(path) of credential_source.executable.output_file has no \"token_type\". Remove it."
            ))
    }

    @Test func `a program may answer by its file alone`() async throws {
        let path = folder.path + "/answer.json"
        struct WritingRun: ProgramRun {
            let path: String
            let text: String

            func callAsFunction(
                _ words: [String], environment: [String: String]
            ) async throws(GoogleCredentialsError) -> ProgramEnd {
                try? Data(text.utf8).write(to: URL(filePath: path))
                return ProgramEnd(output: [])
            }
        }
        let run = WritingRun(path: path, text: kept("eyJ.written", until: nil))
        #expect(try await subject(run, outputFile: path).fetch().text == "eyJ.written")
    }

    // MARK: Processes

    @Test func `a real program prints a token for what its variables say`() async throws {
        let path = try folder.write(
            Array(
                """
                #!/bin/sh
                printf '{"version":1,"success":true,"token_type":"%s","id_token":"%s %s %s"}' \
                    "$GOOGLE_EXTERNAL_ACCOUNT_TOKEN_TYPE" "$1" "$GOOGLE_EXTERNAL_ACCOUNT_AUDIENCE" \
                    "$GOOGLE_EXTERNAL_ACCOUNT_IMPERSONATED_EMAIL$GOOGLE_EXTERNAL_ACCOUNT_INTERACTIVE"
                """.utf8), to: "get token", mode: 0o700)
        let transport = ScriptedTransport([.json(tokenJSON()), .json(impersonatedJSON())])
        let file = externalFile([
            "credential_source": ["executable": ["command": .string("'\(path)' 'an argument'")]],
            "service_account_impersonation_url": .string(testImpersonationURL),
        ])
        let google = try GoogleCredentials.file(
            try folder.write(file),
            environment: [ExecutableSubject.permission: "1", "PATH": "/usr/bin:/bin"],
            transport: transport)
        #expect(try await google.tokens.token().value == "ya29.sa")
        #expect(
            try formFields(transport.requests[0].text)["subject_token"]
                == "an argument \(testAudience) \(TestKey.email)0")
    }

    @Test func `a program that cannot run, one that fails, and one that answers are told apart`() async throws
    {
        for (words, expected) in [
            (["/bin/sh", "-c", "exit 3"], "it ended with status 3"),
            (["/nowhere/at/all"], "it cannot be run"),
            (["/bin/sh", "-c", "kill -9 $$"], "it was ended by signal"),
        ] {
            let end = try await SystemProgramRun()(words, environment: ["PATH": "/usr/bin:/bin"])
            #expect(end.failure?.hasPrefix(expected) == true, "\(end)")
        }
    }

    @Test func `a program that takes too long is ended, with all that it has started`() async throws {
        let clock = ManualClock()
        let pidFile = folder.path + "/pid"
        let slow = ExecutableSubject(
            words: [
                "/bin/sh", "-c",
                "sleep 600 & echo $! > '\(pidFile).new'; mv '\(pidFile).new' '\(pidFile)'; wait",
            ],
            timeLimit: .seconds(30), outputFile: nil, variables: [:],
            environment: EnvironmentVariables([ExecutableSubject.permission: "1", "PATH": "/usr/bin:/bin"]),
            subject: "the identity of the provider github", run: SystemProgramRun(), clock: clock,
            unixTime: { 0 })
        let fetch = Task {
            try await failure { () async throws(GoogleCredentialsError) in try await slow.fetch() }
        }
        while !FileManager.default.fileExists(atPath: pidFile) { await Task.yield() }
        await clock.untilAsleep(1)
        clock.advance(by: .seconds(30))
        let error = try await fetch.value
        #expect(error.kind == .unavailable)
        #expect(error.message.contains("took longer than 30"))
        let text = try String(contentsOfFile: pidFile, encoding: .utf8)
        let pid = try #require(pid_t(text.trimmingCharacters(in: .whitespacesAndNewlines)))
        // An orphan is gone once init has noticed.
        while kill(pid, 0) == 0, try !isZombie(pid) { await Task.yield() }
    }

    private func isZombie(_ pid: pid_t) throws -> Bool {
        guard let status = try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8) else {
            return true
        }
        return status.contains(") Z ")
    }
}
