import CurlHTTP
import HTTPTransport
import HTTPTypes
import TestSupport
import Testing

@Suite("The console as a process", .timeLimit(.minutes(1)))
struct ConsoleProcessTests {
    private func get(
        _ url: String, _ path: String, _ fields: HTTPFields = [:]
    ) async throws -> (status: Int, body: String, fields: HTTPFields) {
        let address = try #require(url.split(separator: "/").dropFirst().first.map(String.init))
        let response = try await HTTPClient().send(
            HTTPRequest(method: .get, scheme: "http", authority: address, path: path, headerFields: fields),
            body: [])
        return (
            response.head.status.code, String(decoding: response.body, as: UTF8.self),
            response.head.headerFields
        )
    }

    /// The address after a word in a line.
    private func url(_ line: String, behind word: String) throws -> String {
        let words = line.split(separator: " ")
        let place = try #require(words.firstIndex { $0 == word })
        return String(try #require(words.dropFirst(place + 1).first))
    }

    @Test func `an emulator's ready line has the address of its console`() async throws {
        let arguments = ["emulator", "start", "--port", "0", "--console", "--console-port", "0"]
        let status = try await BuiltCommand.run(arguments, until: "ready http") { line in
            let (emulator, console) = (try url(line, behind: "ready"), try url(line, behind: "console"))
            #expect(line == "ready \(emulator) console \(console)" && emulator != console)
            #expect(console.hasPrefix("http://127.0.0.1:"))
            let page = try await get(console, "/")
            #expect(page.status == 200 && page.body.contains("<title>receipts"))
            let about = try await get(console, "/api/about").body
            #expect(about.contains(#""server":"\#(emulator)""#) && about.contains(#""pushesChanges":true"#))
        }
        #expect(status == 130)
    }

    @Test func `a console shows a Realtime Database, beside an emulator of it and from another process`()
        async throws
    {
        let arguments = [
            "emulator", "start", "--port", "0", "--database-port", "0", "--console", "--console-port", "0",
        ]
        let status = try await BuiltCommand.run(arguments, until: "ready http") { line in
            let about = try await get(try url(line, behind: "console"), "/api/about").body
            let database = try url(line, behind: "database")
            #expect(about.contains(#""namespace":"demo-receipts-default-rtdb""#) && about.contains(database))
            #expect(about.contains(#""schemas":["status","delivered-to","read-by","read-up-to","read-at"]"#))
            let address = database.replacing("http://", with: "")
            let other = ["console", "--schema", "read-at", "--port", "0", "--emulator", address]
            _ = try await BuiltCommand.run(other, until: "ready http") { line in
                let console = try url(line, behind: "ready")
                let about = try await get(console, "/api/about").body
                #expect(about.contains(database) && about.contains(#""firestore":null"#))
                #expect(about.contains(#""schemas":["read-at"]"#))
                let chats = try await get(console, "/api/conversations?schema=read-at").body
                #expect(chats == #"{"conversations":[],"isComplete":true,"isSettled":true}"#)
            }
        }
        #expect(status == 130)
    }

    @Test func `without the option an emulator has no console`() async throws {
        let status = try await BuiltCommand.run(["emulator", "start", "--port", "0"], until: "ready http") {
            line in
            #expect(!line.contains("console"))
        }
        #expect(status == 130)
        let wrong = try await BuiltCommand.run(["emulator", "start", "--console-port", "0"])
        #expect(wrong.status == 2 && wrong.err.contains("--console-port needs --console"))
    }

    @Test func `a console shows an emulator of another process, and a worker's outbox`() async throws {
        let folder = try TemporaryFolder()
        let outbox = "\(folder.path)/outbox.sqlite"
        let status = try await BuiltCommand.run(["emulator", "start", "--port", "0"], until: "ready http") {
            line in
            let emulator = try url(line, behind: "ready").replacing("http://", with: "")
            let drained = try await BuiltCommand.run([
                "worker", "run", "--outbox", outbox, "--drain", "--emulator", emulator,
            ])
            #expect(drained.status == 0)
            let console = [
                "console", "--port", "0", "--emulator", emulator, "--outbox", outbox, "--schema", "read-by",
            ]
            let ended = try await BuiltCommand.run(console, until: "ready http") { line in
                let console = try url(line, behind: "ready")
                let about = try await get(console, "/api/about").body
                #expect(about.contains(#""hasWorker":true"#) && about.contains(#""pushesChanges":false"#))
                #expect(about.contains(#""schemas":["read-by","status","delivered-to","read-up-to"]"#))
                #expect(try await get(console, "/api/worker").body.contains(#""queued":0"#))
                #expect(try await get(console, "/api/conversations?schema=status").status == 200)
            }
            #expect(ended == 130)
        }
        #expect(status == 130)
    }

    @Test func `a console for production or other machines is opened by a link with a token`()
        async throws
    {
        let production = ["console", "--port", "0", "--project", "my-chat"]
        let status = try await BuiltCommand.run(
            production, until: "ready http", environment: ["FIRESTORE_TOKEN": "ya29.secret"]
        ) { line in
            let link = try url(line, behind: "ready")
            let token = try #require(link.firstMatch(of: #/\/\?token=([a-z0-9]{40,})$/#)?.1)
            #expect(try await get(link, "/").status == 401)
            let entered = try await get(link, "/?token=\(token)")
            #expect(entered.status == 303)
            let cookie = String(try #require(entered.fields[.setCookie]).prefix { $0 != ";" })
            let about = try await get(link, "/api/about", [.cookie: cookie])
            #expect(about.status == 200 && about.body.contains(#""isEmulator":false"#))
        }
        #expect(status == 130)
        let given = ["console", "--port", "0", "--host", "0.0.0.0", "--emulator", "127.0.0.1:1"]
        let other = try await BuiltCommand.run(
            given, until: "ready http", environment: ["RECEIPTS_CONSOLE_TOKEN": "my-token-of-16-or-more"]
        ) { line in
            #expect(line.hasSuffix("/?token=my-token-of-16-or-more"))
        }
        #expect(other == 130)
    }

    @Test(arguments: [
        (["console"], "no server"), (["console", "--emulator", "here"], "not an emulator's address"),
        (["console", "--emulator", "127.0.0.1:1", "--port", "70000"], "--port must be from 0 to 65535"),
        (
            ["console", "--emulator", "127.0.0.1:1", "--outbox", "/no/such/file"],
            "there is no outbox /no/such/file"
        ),
        (["console", "--emulator", "127.0.0.1:1", "--schema", "none"], "there is no schema"),
    ])
    func `problems of a command line are explained in one line`(arguments: [String], words: String)
        async throws
    {
        let outcome = try await BuiltCommand.run(arguments)
        #expect(outcome.status == 2 && outcome.err.contains(words) && outcome.out.isEmpty)
    }

    @Test func `a requested port that is taken is named, and the default one is replaced`()
        async throws
    {
        let first = ["emulator", "start", "--port", "0", "--console", "--console-port", "0"]
        let status = try await BuiltCommand.run(first, until: "ready http") { line in
            let console = try url(line, behind: "console")
            let port = try #require(console.split(separator: ":").last.map(String.init))
            let taken = try await BuiltCommand.run(["console", "--emulator", "127.0.0.1:1", "--port", port])
            #expect(
                taken.status == 1 && taken.err.contains("127.0.0.1:\(port)")
                    && taken.err.contains("the port is taken"))
            // Two at once without a given port: one gets the usual port if it is free, the other any.
            let usual = ["console", "--emulator", "127.0.0.1:1"]
            let one = try await BuiltCommand.run(usual, until: "ready http") { first in
                let other = try await BuiltCommand.run(usual, until: "ready http") { second in
                    #expect(first != second)
                }
                #expect(other == 130)
            }
            #expect(one == 130)
        }
        #expect(status == 130)
    }
}
