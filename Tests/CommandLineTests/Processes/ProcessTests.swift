import Foundation
import TestSupport
import Testing

@Suite("The program as a process")
struct ProcessTests {
    @Test func `exit statuses are as documented`() async throws {
        #expect(try await BuiltCommand.run(["--version"]).status == 0)
        #expect(try await BuiltCommand.run(["mark-read"]).status == 2)
        let absent = [
            "mark-read", "--emulator", "127.0.0.1:1", "--conversation", "c", "--user", "bob", "--all",
        ]
        let outcome = try await BuiltCommand.run(absent)
        #expect(outcome.status == 69)
        #expect(outcome.out.isEmpty)
        #expect(outcome.err.split(separator: "\n").count == 1)
    }

    @Test func `the emulator says when it is ready, serves, and ends when interrupted`() async throws {
        let status = try await BuiltCommand.run(["emulator", "start", "--port", "0"], until: "ready http") {
            line in
            let host = ["FIRESTORE_EMULATOR_HOST": try #require(Self.address(line))]
            let seed = FileManager.default.temporaryDirectory.appending(
                path: "seed-\(UUID().uuidString).json")
            let content =
                #"{"conversations":[{"id":"c","participants":["a","b"],"messages":{"count":3,"senderId":"a"}}]}"#
            try Data(content.utf8).write(to: seed)
            defer { try? FileManager.default.removeItem(at: seed) }
            #expect(try await BuiltCommand.run(["seed", seed.path()], environment: host).status == 0)
            let marked = try await BuiltCommand.run(
                ["mark-read", "--conversation", "c", "--user", "b", "--all", "-v"], environment: host)
            #expect(marked.out == "3 messages marked read, 1 commit, 4 read, 3 written\n")
            #expect(marked.err.contains("1 connection"))
        }
        #expect(status == 130)
    }

    @Test func `a port that is taken is explained`() async throws {
        let status = try await BuiltCommand.run(["emulator", "start", "--port", "0"], until: "ready http") {
            line in
            let port = try #require(Self.address(line)?.split(separator: ":").last.map(String.init))
            let second = try await BuiltCommand.run(["emulator", "start", "--quiet", "--port", port])
            #expect(second.status == 1)
            #expect(second.err.contains("the port is taken"))
            #expect(second.err.split(separator: "\n").count == 1)
        }
        #expect(status == 130)
    }

    @Test func `exec gives a command an emulator and ends with its status`() async throws {
        let outcome = try await BuiltCommand.run([
            "emulator", "exec", "--quiet", "--project", "demo-exec", "--", "sh", "-c",
            "echo \"$GCLOUD_PROJECT at $FIRESTORE_EMULATOR_HOST\"; exit 7",
        ])
        #expect(outcome.status == 7)
        #expect(outcome.out.hasPrefix("demo-exec at 127.0.0.1:"))
        let unknown = try await BuiltCommand.run([
            "emulator", "exec", "--quiet", "--", "no-such-command-here",
        ])
        #expect(unknown.status == 2)
        #expect(unknown.err.contains("no-such-command-here"))
    }

    @Test func `watch prints changes until it is interrupted`() async throws {
        let status = try await BuiltCommand.run(["demo", "--serve", "--port", "0"], until: "ready http") {
            line in
            let host = ["FIRESTORE_EMULATOR_HOST": try #require(Self.address(line))]
            let arguments = ["watch", "--conversation", "team", "--interval", "20"]
            let watch = try await BuiltCommand.run(arguments, until: "+", environment: host) { line in
                #expect(line.hasPrefix("+ ✓✓") && line.contains("alice"))
                #expect(line.hasSuffix("bob, carol, dave"))
            }
            #expect(watch == 130)
        }
        #expect(status == 130)
    }

    @Test(.timeLimit(.minutes(1)), arguments: ["", "--poll --interval 20"])
    func `watch shows a receipt that is marked meanwhile, pushed or polled`(options: String) async throws {
        let status = try await BuiltCommand.run(["demo", "--serve", "--port", "0"], until: "ready http") {
            line in
            let host = ["FIRESTORE_EMULATOR_HOST": try #require(Self.address(line))]
            let watch = try await BuiltCommand.run(
                script: """
                    "$0" send --conversation team --user bob Late >&2
                    exec 3< <(exec "$0" watch --conversation team --newest 1 \(options))
                    while read -r line <&3; do
                        case "$line" in
                            +*) "$0" mark-read --conversation team --user dave --all >&2 ;;
                            ~*) echo "$line"; break ;;
                        esac
                    done
                    kill $!
                    """, environment: host)
            #expect(watch.out.hasPrefix("~ ") && watch.out.contains("dave"), "\(watch)")
        }
        #expect(status == 130)
    }

    @Test(.timeLimit(.minutes(1)), arguments: ["", "CLICOLOR_FORCE=1"])
    func `an interrupted search ends at once with status 130, and writes no file`(variable: String)
        async throws
    {
        let folder = try TemporaryFolder([
            "old.rules": Self.rules(allowing: "request.auth.uid == resource.data.owner"),
            "new.rules": Self.rules(allowing: "request.auth != null"),
        ])
        // The search begins once it has read the pipe. With job control, the program does not ignore interrupts.
        let outcome = try await BuiltCommand.run(
            script: """
                set -m
                cd '\(folder.path)' && mkfifo pipe
                \(variable) "$0" rules diff old.rules pipe --seconds 50 --suite-out found.yaml &
                cat new.rules >pipe
                kill -INT $!
                wait $! 2>/dev/null
                echo "status $?"
                ls
                """)
        #expect(outcome.out == "status 130\nnew.rules\nold.rules\npipe\n")
        #expect(!outcome.err.contains("receipts:") && !outcome.err.contains("\u{1B}"))
    }

    private static func rules(allowing condition: String) -> String {
        """
        rules_version = '2';
        service cloud.firestore {
          match /databases/{database}/documents {
            match /notes/{note} { allow update: if \(condition); }
          }
        }
        """
    }

    @Test func `the environment turns colours on in a pipe, and off`() async throws {
        let folder = try TemporaryFolder(["broken.rules": Self.rules(allowing: "true true")])
        let check = ["rules", "check", "\(folder.path)/broken.rules"]
        for (environment, isColoured) in [
            (["NO_COLOR": ""], false), (["NO_COLOR": "", "CLICOLOR_FORCE": "1"], true),
            (["NO_COLOR": "1", "CLICOLOR_FORCE": "1"], false),
        ] {
            let outcome = try await BuiltCommand.run(check, environment: environment)
            #expect(outcome.status == 1)
            #expect(outcome.out.contains("\u{1B}[31m error: ") == isColoured)
            #expect(!outcome.err.contains("\u{1B}"))
        }
    }

    @Test func `a reader that goes away ends a command quietly, and data that cannot be written is reported`()
        async throws
    {
        let read = try await BuiltCommand.run(script: #""$0" --help | head -n 1; exit "${PIPESTATUS[0]}""#)
        #expect(read.status == 0)
        #expect(read.err.isEmpty)
        let closed = try await BuiltCommand.run(script: #""$0" --help >&-"#)
        #expect(closed.status == 1)
        #expect(closed.err == "receipts: cannot write to standard output: Bad file descriptor\n")
    }

    #if os(Linux)
        @Test func `a command, or watch, ends with status 1 if the disk behind standard output is full`()
            async throws
        {
            let full = "receipts: cannot write to standard output: No space left on device\n"
            let help = try await BuiltCommand.run(script: #""$0" --help >/dev/full"#)
            #expect(help.status == 1)
            #expect(help.err == full)
            let status = try await BuiltCommand.run(["demo", "--serve", "--port", "0"], until: "ready http") {
                line in
                let host = ["FIRESTORE_EMULATOR_HOST": try #require(Self.address(line))]
                let watch = try await BuiltCommand.run(
                    script: #""$0" watch --quiet --conversation team >/dev/full"#, environment: host)
                #expect(watch.status == 1)
                #expect(watch.err == full)
            }
            #expect(status == 130)
        }
    #endif

    /// The address in a line such as `ready http://127.0.0.1:8080`.
    private static func address(_ line: String) -> String? {
        line.firstMatch(of: /http:\/\/([0-9.:]+)/).map { String($0.1) }
    }
}
