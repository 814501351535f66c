import FirestoreModel
import TestSupport
import Testing

@testable import FirestoreClient

struct ChannelTargetTests {
    private let target = ChannelTarget(database: DatabaseID(project: "p", database: "(default)"))
    private let path =
        "/google.firestore.v1.Firestore/Listen/channel?VER=8&database=projects%2Fp%2Fdatabases%2F(default)"

    private func session(_ id: String, httpSession: String? = nil) -> ChannelSession {
        var session = ChannelSession(request: 5)
        _ = session.nextForward()
        session.forwardSucceeded()
        _ = session.receive([
            ChannelArray(id: 0, message: .opened(id: id, keepAlive: nil)),
            ChannelArray(id: 1, message: .other), ChannelArray(id: 2, message: .other),
        ])
        session.httpSession = httpSession
        return session
    }

    @Test func `the first request asks for a session`() throws {
        var session = ChannelSession(request: 5)
        let next = session.nextForward()
        let forward = try #require(next)
        #expect(
            target.forward(forward, session, "z")
                == "\(path)&RID=5&CVER=22&X-HTTP-Session-Id=gsessionid&zx=z&t=1")
    }

    @Test func `later ones name the session and what was received, with the attempt`() throws {
        var session = session("s/+ &=é", httpSession: "h?#")
        session.send([1])
        _ = session.nextForward()
        let repeated = session.forwardFailed()
        let forward = try #require(repeated)
        #expect(
            target.forward(forward, session, "z")
                == "\(path)&RID=6&SID=s%2F%2B%20%26%3D%C3%A9&gsessionid=h%3F%23&AID=2&zx=z&t=2")
    }

    @Test func `a request for answers`() {
        var session = session("s")
        #expect(
            target.back(session, isPolling: false, "z")
                == "\(path)&RID=rpc&SID=s&AID=2&CI=0&TYPE=xmlhttp&zx=z&t=1")
        _ = session.backFailed()
        #expect(
            target.back(session, isPolling: true, "z")
                == "\(path)&RID=rpc&SID=s&AID=2&CI=1&TYPE=xmlhttp&zx=z&t=2")
    }

    @Test func `the end of a session`() {
        #expect(
            target.terminate(session("s", httpSession: "h"), request: 9, "z")
                == "\(path)&SID=s&gsessionid=h&RID=9&TYPE=terminate&zx=z")
    }

    @Test func `messages are escaped as in a form`() {
        let messages = [#"{"a":"x&y=z+% 🍵"}"#, "{}"].map { Array($0.utf8) }
        let forward = ChannelSession.Forward(request: 1, offset: 3, messages: messages)
        #expect(
            String(decoding: target.body(forward), as: UTF8.self)
                == "count=2&ofs=3&req0___data__=%7B%22a%22%3A%22x%26y%3Dz%2B%25%20%F0%9F%8D%B5%22%7D&req1___data__=%7B%7D"
        )
    }

    @Test func `header fields of the stream come before its first message`() {
        let forward = ChannelSession.Forward(request: 1, offset: 0, messages: [Array("{}".utf8)])
        let body = target.body(forward, headers: [("Authorization", "Bearer a&b"), ("x-y", "1")])
        #expect(
            String(decoding: body, as: UTF8.self)
                == "headers=Authorization%3ABearer%20a%26b%0D%0Ax-y%3A1%0D%0A&count=1&ofs=0&req0___data__=%7B%7D"
        )
    }

    @Test func `no messages are a count of none`() {
        let forward = ChannelSession.Forward(request: 1, offset: 0, messages: [])
        #expect(String(decoding: target.body(forward), as: UTF8.self) == "count=0")
    }

    @Test func `a database by another name`() throws {
        let target = ChannelTarget(database: DatabaseID(project: "a-b", database: "c&d"))
        var session = ChannelSession(request: 1)
        let next = session.nextForward()
        let forward = try #require(next)
        #expect(
            target.forward(forward, session, "z").contains("database=projects%2Fa-b%2Fdatabases%2Fc%26d&"))
    }
}
