import HTTPTypes
import TestSupport
import Testing

@testable import ReceiptConsole

@Suite("Who may see the console", .timeLimit(.minutes(1)))
struct ConsoleAccessTests {
    @Test(arguments: ["127.0.0.1:4000", "localhost:4000", "[::1]:4000", "LOCALHOST", "127.8.9.1"])
    func `names of this machine lead to the console`(host: String) async throws {
        #expect(try await ConsoleProbe()(.get, "/api/about", host: host).status == 200)
    }

    @Test(arguments: [
        "evil.example:4000", "127.0.0.1.evil.example", "localhost.evil.example", "", "[::2]:4000",
    ])
    func `other names that lead to this machine do not (DNS rebinding)`(host: String) async throws {
        for path in ["/", "/app/app.js", "/api/about", "/api/events?visit=a"] {
            let answer = try await ConsoleProbe()(.get, path, host: host)
            #expect(answer.status == 403 && answer.text.contains("this machine"), "\(path)")
        }
    }

    @Test func `on a socket, too, only names of this machine lead to it`() async throws {
        let console = try ConsoleProbe().console
        let (ports, continuation) = AsyncStream.makeStream(of: Int.self)
        let serving = Task {
            defer { continuation.finish() }
            try await console.serve { _ = continuation.yield($0) }
        }
        for await port in ports {
            #expect(try await HostProbe.unrefused(["GET /", "GET /api/about"], port: port) == [])
            for head in HostProbe.own {
                #expect(
                    try await HostProbe.ask("GET /api/about", head, body: "", port: port).status == 200,
                    "\(head)")
            }
            serving.cancel()
        }
        _ = await serving.result
    }

    @Test(arguments: [
        ["Origin": "http://evil.example"], ["Origin": "null"], ["Origin": "http://127.0.0.1:4001"],
        ["Origin": "https://localhost:4000.evil.example"],
        ["Sec-Fetch-Site": "cross-site"], ["Sec-Fetch-Site": "same-site"],
        ["Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"],
    ])
    func `pages of other sites cannot use it`(fields: [String: String]) async throws {
        let console = try ConsoleProbe()
        for (method, path) in [
            (HTTPRequest.Method.get, "/api/about"), (.post, "/api/sample"), (.post, "/api/visits/a"),
            (.get, "/api/events?visit=a"),
            (.get, "/api/firestore/v1/projects/p/databases/(default)/documents"),
        ] {
            let answer = await console(method, path, "{}", with: fields)
            #expect(answer.status == 403, "\(method) \(path)")
        }
    }

    @Test func `other sites may link to the page, but not load its scripts`()
        async throws
    {
        let console = try ConsoleProbe()
        let link = ["Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"]
        #expect(await console(.get, "/", with: link).status == 200)
        #expect(
            await console(
                .get, "/app/app.js", with: ["Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors"]
            )
            .status == 403)
        let own = ["Sec-Fetch-Site": "same-origin", "Origin": "http://127.0.0.1:4000"]
        #expect(await console(.get, "/api/about", with: own).status == 200)
    }

    @Test func `with a token, nobody sees anything without it`() async throws {
        let console = try ConsoleProbe(host: "0.0.0.0", token: "secret-token-of-one")
        for path in [
            "/", "/app/app.js", "/api/about", "/api/events?visit=a", "/?token=secret-token-of-on", "/?token=",
            "/?token=secret-token-of-one2",
        ] {
            let answer = await console(.get, path, host: "chat.example:4000")
            #expect(answer.status == 401 && !answer.text.contains("secret"), "\(path)")
        }
        #expect(
            await console(
                .get, "/api/about", host: "chat.example", with: ["Cookie": "receipts-console-80=wrong"]
            )
            .status == 401)
        let bearer = await console(
            .get, "/api/about", host: "chat.example", with: ["Authorization": "Bearer secret-token-of-one"])
        #expect(bearer.status == 200)
    }

    @Test func `the link with the token lets a browser in, and leaves the token out of the address`()
        async throws
    {
        let console = try ConsoleProbe(host: "0.0.0.0", token: "secret-token-of-one")
        let answer = await console(.get, "/?token=secret-token-of-one", host: "chat.example:4000")
        #expect(answer.status == 303 && answer.fields[.location] == "/")
        let cookie = try #require(answer.fields[.setCookie])
        #expect(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"))
        let pair = String(cookie.prefix { $0 != ";" })
        let page = await console(.get, "/", host: "chat.example:4000", with: ["Cookie": "other=1; \(pair)"])
        #expect(page.status == 200)
    }

    @Test func `there is no console for other machines without a token`() throws {
        for token in [nil, "", "t", "0123456789abcde"] {
            let refusal = #expect(throws: ReceiptConsole.Refusal.self) {
                try ConsoleProbe(host: "0.0.0.0", token: token)
            }
            #expect(refusal?.description.contains("needs a token of at least 16 characters") == true)
        }
        #expect(try ConsoleProbe(token: "t").console.link(port: 4000) == "http://127.0.0.1:4000/?token=t")
        #expect(try ConsoleProbe(host: "::1").console.link(port: 4000) == "http://[::1]:4000")
    }

    @Test func `two consoles of one host do not take each other's cookies, as these are for all ports`()
        async throws
    {
        let console = try ConsoleProbe(host: "0.0.0.0", token: "one-of-16-letters")
        let cookie = try #require(
            await console(.get, "/?token=one-of-16-letters", host: "h:4000").fields[.setCookie])
        #expect(cookie.hasPrefix("receipts-console-4000=one-of-16-letters;"))
        let fields = ["Cookie": "receipts-console-4001=two; receipts-console-4000=one-of-16-letters"]
        #expect(await console(.get, "/api/about", host: "h:4000", with: fields).status == 200)
        #expect(await console(.get, "/api/about", host: "h:4001", with: fields).status == 401)
    }

    @Test(arguments: ["a b", "a;b", "a&b", "ä", "a/b", "a%20b"])
    func `a token that no link can hold is refused`(
        token: String
    ) {
        let refusal = #expect(throws: ReceiptConsole.Refusal.self) { try ConsoleProbe(token: token) }
        #expect(refusal?.description.contains("letters, digits") == true)
    }
}
