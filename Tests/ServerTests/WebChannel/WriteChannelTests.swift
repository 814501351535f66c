import HTTPTypes
import JSONText
import TestSupport
import Testing

@Suite("Writing by a channel", .timeLimit(.minutes(2)))
struct WriteChannelTests {
    private func update(_ client: ChannelClient, _ id: String, token: String, _ condition: String = "")
        -> String
    {
        #"{"streamToken":"\#(token)","writes":[{"update":{"name":"\#(client.server.root)/teas/\#(id)","fields":"#
            + #"{"name":{"stringValue":"🍵"}}}\#(condition)}]}"#
    }

    @Test func `each message is a commit, and answered in order`() async throws {
        let server = try TestServer()
        var client = ChannelClient("Write", on: server)
        _ = try await client.open(#"{"database":"\#(client.database)"}"#)
        var (_, frames) = try await client.back()
        let opening = try #require(
            try await frames.messages(until: "streamToken").first { $0.message["streamToken"] != nil })
        #expect(opening.message["streamId"]?.string?.isEmpty == false)
        #expect(opening.message["writeResults"] == nil)
        let token = try #require(opening.message["streamToken"]?.string)
        _ = try await client.send(update(client, "a", token: token), update(client, "b", token: token))
        var answers: [JSON] = []
        while answers.count < 2 {
            answers += try #require(try await frames.next()).map(\.message).filter { $0["commitTime"] != nil }
        }
        for answer in answers {
            #expect(answer["streamId"] == nil)
            #expect(answer["writeResults"]?.array?.count == 1)
            #expect(answer["commitTime"]?.string?.hasSuffix("Z") == true)
            #expect(answer["writeResults"]?.array?.first?["updateTime"] == answer["commitTime"])
        }
        #expect(try await server.exchange(.get, "/teas/b").status == 200)
        _ = try await client.terminate()
    }

    @Test func `an error comes in the stream, ends it, and drops what follows`() async throws {
        let server = try TestServer()
        var client = ChannelClient("Write", on: server)
        _ = try await client.open(#"{"database":"\#(client.database)"}"#)
        var (_, frames) = try await client.back()
        let opening = try #require(
            try await frames.messages(until: "streamToken").first { $0.message["streamToken"] != nil })
        let token = try #require(opening.message["streamToken"]?.string)
        _ = try await client.send(
            update(client, "none", token: token, #","currentDocument":{"exists":true}"#),
            update(client, "after", token: token))
        let error = try #require(
            try await frames.messages(until: "error").compactMap { $0.message["error"] }.first)
        #expect(error["status"]?.string == "NOT_FOUND")
        // Google's emulator goes on. Clients send what follows an error once more, on a new stream.
        let goesOn = server.isGoogles && ListedDifference.allCases.contains(.webChannel)
        #expect(try await server.exchange(.get, "/teas/after").status == (goesOn ? 200 : 404))
        _ = try await client.terminate()
    }
}
