import TestSupport
import Testing

@testable import receipts

@Suite("Settings of servers")
struct ServerSettingsTests {
    private func completion(
        _ arguments: [String], _ environment: [String: String] = [:], file: String = "{}"
    ) throws(CommandFailure) -> ServerSettings.Completion {
        guard let settings = ServerSettings(arguments, environment: environment) else {
            return ServerSettings.Completion(arguments: arguments)
        }
        return try settings.completed { _ in Array(file.utf8) }
    }

    private func failure(
        _ arguments: [String], _ environment: [String: String] = [:], file: String = "{}"
    ) -> String? {
        do throws(CommandFailure) {
            _ = try completion(arguments, environment, file: file)
            return nil
        } catch {
            return "\(error.command): \(error.message)"
        }
    }

    @Test func `options come from arguments, then from variables, then from the file`() throws {
        let file =
            #"{"worker": {"outbox": "c", "flush-interval": 3, "share": "1/2"}, "console": {"port": 1}}"#
        let completion = try completion(
            ["worker", "run", "--outbox", "a", "--settings", "s.json"],
            ["RECEIPTS_WORKER_OUTBOX": "b", "RECEIPTS_WORKER_FLUSH_INTERVAL": "2"], file: file)
        #expect(
            completion.arguments == [
                "worker", "run", "--flush-interval=2", "--share=1/2", "--outbox", "a", "--settings", "s.json",
            ])
        #expect(
            completion.origins == [
                "--flush-interval from RECEIPTS_WORKER_FLUSH_INTERVAL", "--share from s.json",
            ])
    }

    @Test func `flags are true or false, and repeated options have several values`() throws {
        let file = #"{"worker": {"drain": true, "force": false, "auto-deliver": ["a", "b"]}}"#
        let environment = [
            "RECEIPTS_SETTINGS": "s.json", "RECEIPTS_WORKER_FOLLOW": "x,y", "RECEIPTS_WORKER_STDIN": "1",
        ]
        #expect(
            try completion(["worker"], environment, file: file).arguments == [
                "worker", "--follow=x", "--follow=y", "--stdin", "--drain", "--auto-deliver=a",
                "--auto-deliver=b",
            ])
    }

    @Test func `a command after dashes stays the last`() throws {
        let arguments = ["emulator", "exec", "--", "sh", "--rules"]
        #expect(
            try completion(arguments, ["RECEIPTS_EMULATOR_RULES": "r"]).arguments == [
                "emulator", "exec", "--rules=r", "--", "sh", "--rules",
            ])
    }

    @Test func `other commands, other subcommands and secrets are left alone`() throws {
        let environment = [
            "RECEIPTS_WORKER_OUTBOX": "b", "RECEIPTS_CONSOLE_TOKEN": "t", "RECEIPTS_CONSOLE_TOKEN_FILE": "f",
        ]
        for arguments in [["watch", "--user", "a"], ["worker", "status"], ["console"], []] {
            #expect(try completion(arguments, environment) == ServerSettings.Completion(arguments: arguments))
        }
    }

    @Test func `what is no setting is an error that says what may be meant`() {
        #expect(
            failure(["worker"], ["RECEIPTS_WORKER_OUTBX": "b"])
                == "receipts worker: RECEIPTS_WORKER_OUTBX is not a setting of receipts worker. Did you mean 'outbox'?"
        )
        #expect(
            failure(["console", "--settings=s"], file: #"{"console": {"prt": 1}}"#)
                == "receipts console: console.prt in s is not a setting of receipts console. Did you mean 'port'?"
        )
        #expect(failure(["worker"], ["RECEIPTS_WORKER_SETTINGS": "b"])?.contains("is not a setting") == true)
    }

    @Test(arguments: [
        ("", "not JSON"), ("[]", "must be an object with the settings of console, emulator, worker"),
        (#"{"watch": {}}"#, "there are no settings of 'watch'"),
        (#"{"worker": 1}"#, "worker must be an object"),
        (#"{"worker": {"outbox": null}}"#, "outbox must be a text"),
        (#"{"worker": {"outbox": ["a", "b"]}}"#, "--outbox takes one value"),
        (#"{"worker": {"drain": "yes"}}"#, "--drain is true or false"),
    ])
    func `a wrong file is refused with a reason`(file: String, reason: String) {
        #expect(failure(["worker", "--settings", "s"], file: file)?.contains(reason) == true)
    }

    @Test func `secrets are read from files`() throws {
        let read = { (path: String) throws(CommandFailure) -> String in
            path == "empty" ? "\n" : "a secret\r\n"
        }
        #expect(
            try SecretFiles.environment(["RECEIPTS_INTAKE_TOKEN_FILE": "f"], reading: read)[
                "RECEIPTS_INTAKE_TOKEN"] == "a secret")
        #expect(throws: CommandFailure.self) {
            try SecretFiles.environment(["FIRESTORE_TOKEN_FILE": "f", "FIRESTORE_TOKEN": "t"], reading: read)
        }
        #expect(throws: CommandFailure.self) {
            try SecretFiles.environment(["FIRESTORE_TOKEN_FILE": "empty"], reading: read)
        }
    }

    @Test func `a server says where its settings come from, and never their values`() async throws {
        var line = try CommandLine(onServer: false)
        let folder = try TemporaryFolder(["s.json": #"{"worker": {"share": "9/4"}}"#])
        line.environment = ["RECEIPTS_SETTINGS": "\(folder.path)/s.json", "RECEIPTS_WORKER_STDIN": "true"]
        let outcome = await line.run(["worker"])
        #expect(outcome.status == 2)
        #expect(
            outcome.err.first
                == "receipts: settings: --stdin from RECEIPTS_WORKER_STDIN, --share from \(folder.path)/s.json"
        )
        #expect(outcome.err.last?.contains("--share") == true)
    }
}
