import HTTPTransport
import HTTPTypes
import JSONText
import TestSupport
import Testing

@Suite("Listening by a channel", .timeLimit(.minutes(2)))
struct ListenChannelTests {
    private func text(_ response: HTTPExchangeResponse) -> String {
        String(decoding: response.body, as: UTF8.self)
    }

    @Test func `a handshake names the channel, and a page may read it`() async throws {
        var client = try ChannelClient("Listen", on: TestServer())
        let response = try await client.open()
        #expect(response.head.status == .ok)
        #expect(client.id.utf8.count >= 22)
        #expect(text(response).hasSuffix("\n" + #"[[0,["c","\#(client.id)","",8,12,30000]]]"#))
        let fields = response.head.headerFields
        #expect(fields[.contentType] == "text/plain; charset=utf-8")
        #expect(fields[.accessControlAllowOrigin] == "http://localhost:3000")
        #expect(fields[.accessControlAllowCredentials] == "true")
        #expect(fields[.vary] == "Origin")
        #expect(
            fields[.accessControlExposeHeaders]
                == "x-client-wire-protocol, x-http-session-id, x-http-initial-response")
        _ = try await client.terminate()
    }

    @Test func `a target is added, current, and changes come as they happen`() async throws {
        let server = try TestServer()
        var client = ChannelClient("Listen", on: server)
        _ = try await client.open(client.addTarget(2, "teas"))
        var (head, frames) = try await client.back()
        #expect(head.headerFields[.xContentTypeOptions] == "nosniff")
        #expect(head.headerFields[.cacheControl]?.hasPrefix("private, max-age=0") == true)
        let kinds = try await frames.messages(until: "CURRENT").compactMap {
            $0.message["targetChange"]?["targetChangeType"]?.string
        }
        #expect(kinds == ["ADD", "CURRENT"])
        let body = #"{"fields":{"name":{"stringValue":"sencha 🍵 漢字 é"}}}"#
        let written = try await server.exchange(.patch, "/teas/t1", body: body)
        #expect(written.status == 200)
        let messages = try await frames.messages(until: "documentChange")
        let change = try #require(messages.compactMap { $0.message["documentChange"] }.first)
        #expect(change["document"]?["name"]?.string == "\(server.root)/teas/t1")
        #expect(change["document"]?["fields"]?["name"]?["stringValue"]?.string == "sencha 🍵 漢字 é")
        #expect(change["targetIds"]?.array?.count == 1)
        _ = try await client.terminate()
    }

    @Test func `the arrays are numbered without a gap, and sent again until they are acknowledged`()
        async throws
    {
        var client = try ChannelClient("Listen", on: TestServer())
        _ = try await client.open(client.addTarget(2, "a"))
        var (_, first) = try await client.back()
        let seen = try await first.messages(until: "CURRENT")
        #expect(seen.map(\.id) == Array(1...seen.count))
        client.lastArray = 1
        // The new back channel ends the one before.
        var (_, second) = try await client.back()
        let again = try await second.messages(until: "CURRENT")
        #expect(again.first?.id == 2)
        while try await first.next() != nil {}
        _ = try await client.terminate()
    }

    @Test func `messages count once, whatever arrives twice or too early`() async throws {
        var client = try ChannelClient("Listen", on: TestServer())
        _ = try await client.open(client.addTarget(2, "a"))
        let early = client.form([client.addTarget(6, "c")], from: 2)
        let late = client.form([client.addTarget(4, "b"), client.addTarget(6, "c")], from: 1)
        for form in [early, late, late, early] {
            #expect(text(try await client.send(form: form)).hasPrefix("7\n[0,0,"))
        }
        _ = try await client.send(form: client.form([client.addTarget(8, "d")], from: 3))
        var (_, frames) = try await client.back()
        var added: [String] = []
        while !added.contains("8") {
            for array in try #require(try await frames.next()) {
                let change = array.message["targetChange"]
                guard change?["targetChangeType"]?.string == "ADD",
                    case .number(let id)? = change?["targetIds"]?.array?.first
                else { continue }
                added.append(id)
            }
        }
        #expect(added == ["2", "4", "6", "8"])
        _ = try await client.terminate()
    }

    @Test func `a poll ends with its first messages`() async throws {
        var client = try ChannelClient("Listen", on: TestServer())
        _ = try await client.open(client.addTarget(2, "a"))
        var (_, frames) = try await client.back(polling: true)
        var count = 0
        while let arrays = try await frames.next() { count += arrays.count }
        #expect(count > 0)
        _ = try await client.terminate()
    }

    @Test func `a target that is refused is removed, and the others live`() async throws {
        var client = try ChannelClient("Listen", on: TestServer())
        _ = try await client.open(client.addTarget(2, "__bad__"))
        var (_, frames) = try await client.back()
        let change = try await frames.messages(until: "REMOVE").last { $0.message["targetChange"] != nil }
        #expect(change?.message["targetChange"]?["cause"]?["code"] == .number("3"))
        #expect(
            change?.message["targetChange"]?["cause"]?["message"]?.string
                == #"Collection id "__bad__" is invalid because it is reserved."#)
        _ = try await client.send(client.addTarget(4, "good"))
        _ = try await frames.messages(until: "CURRENT")
        _ = try await client.terminate()
    }

    @Test(arguments: [HTTPRequest.Method.post, .get])
    func `a terminated channel is unknown, and its back channel ends`(method: HTTPRequest.Method) async throws
    {
        var client = try ChannelClient("Listen", on: TestServer())
        _ = try await client.open()
        var (_, frames) = try await client.back()
        _ = try await frames.messages(until: "noop")
        let response = try await client.terminate(method)
        #expect(response.head.status == .ok)
        #expect(response.body.isEmpty)
        while try await frames.next() != nil {}
        #expect(try await client.send(client.addTarget(4, "a")).head.status == .badRequest)
        #expect(try await client.back().head.status == .badRequest)
    }

    @Test func `an unknown channel is one to open anew`() async throws {
        let server = try TestServer()
        var client = ChannelClient("Listen", on: server)
        client.id = "nobody"
        let response = try await client.send("{}")
        #expect(response.head.status == .badRequest)
        // Google's emulator answers without a text, and clients begin anew as well.
        #expect(text(response) == (server.isGoogles ? "" : "Bad Request: Unknown SID\n"))
        #expect(try await client.back().head.status == .badRequest)
        #expect(try await client.terminate().head.status == (server.isGoogles ? .badRequest : .ok))
    }

    @Test func `who listens is said in the form`() async throws {
        let server = try TestServer()
        let rules =
            "rules_version = '2'; service cloud.firestore { match /databases/{d}/documents { match /{p=**} "
            + "{ allow read: if false; } } }"
        let body = JSON.object([
            .init(
                "rules",
                .object([
                    .init(
                        "files",
                        .array([
                            .object([
                                .init("name", .string("firestore.rules")), .init("content", .string(rules)),
                            ])
                        ]))
                ]))
        ]).compactText
        let set = try await server.exchange(
            .put, "/emulator/v1/projects/\(server.project):securityRules", body: body)
        #expect(set.status == 200)
        var owner = ChannelClient("Listen", on: server)
        _ = try await owner.open(
            owner.addTarget(2, "a"), headers: "Content-Type:text/plain\r\nAuthorization:Bearer owner\r\n")
        var (_, frames) = try await owner.back()
        _ = try await frames.messages(until: "CURRENT")
        _ = try await owner.terminate()
        var nobody = ChannelClient("Listen", on: server)
        _ = try await nobody.open(nobody.addTarget(2, "a"))
        var (_, denials) = try await nobody.back()
        var all: [ChannelArray] = []
        while !all.contains(where: {
            $0.message["error"]?["status"]?.string == "PERMISSION_DENIED"
                || $0.message["targetChange"]?["cause"]?["code"] == .number("7")
        }) {
            all += try #require(try await denials.next())
        }
        #expect(!all.contains { $0.message.compactText.contains("CURRENT") })
        _ = try await nobody.terminate()
    }
}
