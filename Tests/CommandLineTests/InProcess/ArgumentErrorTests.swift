import TestSupport
import Testing

@testable import receipts

/// The messages for an invalid command line.
@Suite("Wrong arguments")
struct ArgumentErrorTests {
    private static let mark = ["--conversation", "c", "--user", "bob", "--all"]

    @Test(arguments: [
        (
            ["mark-raed", "--conversation", "c"],
            "receipts: there is no command 'mark-raed'. Did you mean 'mark-read'?"
        ),
        (["sent", "--user", "bob"], "receipts: there is no command 'sent'. Did you mean 'send'?"),
        (["nonsense"], "receipts: there is no command 'nonsense'; receipts --help lists the commands"),
        (["emulator", "strat"], "receipts emulator: there is no command 'strat'. Did you mean 'start'?"),
        (["emulator", "nonsense"], "receipts emulator: there is no command 'nonsense'; use start or exec"),
        (["rules", "tets", "x.yaml"], "receipts rules: there is no command 'tets'. Did you mean 'test'?"),
        (["worker", "statsu"], "receipts worker: there is no command 'statsu'. Did you mean 'status'?"),
        (
            ["worker", "dead-letters", "lst"],
            "receipts worker dead-letters: there is no command 'lst'. Did you mean 'list'?"
        ),
        (
            ["help", "emulator", "strat"],
            "receipts emulator: there is no command 'strat'. Did you mean 'start'?"
        ),
        (
            ["a\u{1B}[31m\nb"],
            "receipts: there is no command 'a\\u{1b}[31m\\u{a}b'; receipts --help lists the commands"
        ),
    ])
    func `a misspelt command is named, with the intended one`(arguments: [String], message: String)
        async throws
    {
        let outcome = await (try CommandLine()).run(arguments)
        #expect(outcome.status == 2)
        #expect(outcome.err == [message])
        #expect(outcome.out.isEmpty)
    }

    @Test(arguments: [
        (
            ["mark-read", "--conversaton", "c", "--user", "b", "--all"],
            "receipts mark-read: there is no option '--conversaton'. Did you mean '--conversation'?"
        ),
        (
            ["mark-read", "--convers=c", "--user", "b", "--all"],
            "receipts mark-read: there is no option '--convers'. Did you mean '--conversation'?"
        ),
        (["--verison"], "receipts: there is no option '--verison'. Did you mean '--version'?"),
        (
            ["mark-read", "-x"],
            "receipts mark-read: there is no option '-x'; receipts mark-read --help lists the options"
        ),
        (
            ["watch", "--conversation", "c", "--coverage"],
            "receipts watch: '--coverage' is an option of rules test, not of this command."
        ),
        (
            ["--conversation", "c", "mark-read"],
            "receipts: '--conversation' must come after the command: receipts COMMAND --conversation"
        ),
    ])
    func `an unknown option is named, with the intended one`(
        arguments: [String], message: String
    ) async throws {
        let outcome = await (try CommandLine()).run(arguments)
        #expect(outcome.status == 2)
        #expect(outcome.err == [message])
    }

    @Test(arguments: [
        (
            ["mark-read", "--format", "jsno"] + mark,
            "receipts mark-read: --format must be text or json, not 'jsno'. Did you mean 'json'?"
        ),
        (
            ["rules", "test", "x.yaml", "--output", "jnuit"],
            "receipts rules test: --output must be text, json, tap or junit, not 'jnuit'. Did you mean 'junit'?"
        ),
        (
            ["worker", "--writes", "comits"],
            "receipts worker: --writes must be commits or bulk, not 'comits'. Did you mean 'commits'?"
        ),
        (
            ["mark-read", "--schema", "staus"] + mark,
            "receipts: there is no schema \"staus\". Did you mean 'status'? Choose status, delivered-to, read-by, "
                + "read-up-to, read-at, or the path of a JSON file"
        ),
        (
            ["demo", "--port"],
            "receipts demo: --port needs a value: the port to serve on with --serve; 0 picks a free one"
        ),
        (
            ["demo", "--port", "-1"],
            "receipts demo: --port needs a value, but '-1' looks like an option; if it is the value, write --port=-1"
        ),
        (
            ["demo", "--port", "70000"],
            "receipts demo: --port must be from 0 to 65535. See receipts demo --help."
        ),
        (
            ["demo", "--port", "x"],
            "receipts demo: The value 'x' is invalid for '--port <port>'. See receipts demo --help."
        ),
        (
            ["mark-read", "--conversation", "d"] + mark,
            "receipts mark-read: --conversation was given several times ('d' and 'c'); give it once"
        ),
        (
            ["send", "--conversation", "c", "--user", "bob", "Hello", "there"],
            "receipts send: unexpected argument 'there'; put quotes around text that contains spaces"
        ),
        (
            ["send", "--conversation", "c", "--user", "bob"],
            "receipts send: <text> is missing: the message's text"
        ),
        (
            ["send", "--conversation", "c", "--user", "bob", " \n"],
            "receipts send: The message's text is empty. See receipts send --help."
        ),
        (
            ["mark-read", "--all"],
            "receipts mark-read: --conversation and --user are missing; see receipts mark-read --help"
        ),
        (
            ["emulator", "exec"],
            "receipts emulator exec: <command> is missing: the command and its arguments"
        ),
        (
            ["emulator", "exec", "ls"],
            "receipts emulator exec: put the command to run after --: receipts emulator exec -- ls"
        ),
        (
            ["worker", "--token-command", " "],
            "receipts worker: --token-command is empty; pass a command that prints a token. See receipts worker --help."
        ),
    ])
    func `an invalid value is explained in one line, with the allowed values`(
        arguments: [String], message: String
    )
        async throws
    {
        let outcome = await (try CommandLine()).run(arguments)
        #expect(outcome.status == 2)
        #expect(outcome.err == [message])
        #expect(outcome.out.isEmpty)
    }

    @Test func `a repeated value counts once, and words after a double dash are not options`()
        async throws
    {
        let line = try CommandLine()
        let twice = await line.run(["mark-read", "--user", "bob"] + Self.mark)
        #expect(twice.err == ["receipts: there is no conversation \"c\" (conversations/c)"])
        #expect(
            CommandFailure(overlookedIn: ["emulator", "exec", "--port", "1", "--", "x", "--port", "2"]) == nil
        )
    }

    @Test func `help is printed with status 0`() async throws {
        let line = try CommandLine()
        for arguments in [
            ["--help"], ["help", "mark-read"], ["mark-read", "--help"], ["help"], ["emulator"], [],
        ] {
            let outcome = await line.run(arguments)
            #expect(outcome.status == 0, "\(arguments)")
            #expect(outcome.out.joined().contains("USAGE: receipts"), "\(arguments)")
            #expect(outcome.err.isEmpty)
        }
    }

    @Test(arguments: ["a/b", "", "..", "my project"])
    func `an emulator is not started for an invalid project`(project: String) async throws {
        let outcome = await (try CommandLine()).run("emulator", "start", "--port", "0", "--project", project)
        #expect(outcome.status == 2)
        #expect(
            outcome.err == ["receipts: \"\(project)\" is not a project id; it looks like my-project-123."])
    }
}
