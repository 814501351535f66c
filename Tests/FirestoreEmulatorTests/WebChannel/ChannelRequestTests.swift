import HTTPTypes
import Testing

@testable import FirestoreEmulator

struct ChannelRequestTests {
    private static let path = "/google.firestore.v1.Firestore/Listen/channel"

    private func request(_ method: HTTPRequest.Method, _ path: String) -> ChannelRequest? {
        ChannelRequest(HTTPRequest(method: method, scheme: "http", authority: "localhost", path: path))
    }

    private func action(_ method: HTTPRequest.Method, _ query: String) -> ChannelRequest.Action? {
        request(method, "\(Self.path)?VER=8&database=projects%2Fp%2Fdatabases%2F(default)&\(query)&zx=a&t=1")?
            .action
    }

    @Test func `the query says what a request is for`() {
        #expect(action(.post, "RID=5&CVER=22") == .handshake)
        #expect(action(.post, "SID=s&RID=6&AID=3") == .forward(id: "s", acknowledged: 3))
        #expect(action(.post, "SID=s&RID=6&AID=x") == .forward(id: "s", acknowledged: nil))
        #expect(
            action(.get, "SID=s&RID=rpc&AID=3&CI=0&TYPE=xmlhttp")
                == .back(id: "s", acknowledged: 3, .streaming))
        #expect(
            action(.get, "SID=s&RID=rpc&CI=1&TO=700")
                == .back(id: "s", acknowledged: 0, .polling(patience: .milliseconds(700))))
        #expect(action(.post, "SID=s&RID=6&TYPE=terminate") == .terminate(id: "s"))
        #expect(action(.get, "SID=s&RID=6&TYPE=terminate") == .terminate(id: "s"))
    }

    @Test(arguments: [
        ("", 30_000), ("&TO=x", 30_000), ("&TO=-5", 0), ("&TO=999999", 30_000), ("&TO=99999999999", 30_000),
    ])
    func `a client is kept waiting for at most half a minute`(item: String, patience: Int) {
        let expected = ChannelRequest.Action.back(
            id: "s", acknowledged: 0, .polling(patience: .milliseconds(patience)))
        #expect(action(.get, "SID=s&RID=rpc&CI=1\(item)") == expected)
    }

    @Test func `what no client sends is unknown`() {
        #expect(action(.get, "RID=rpc") == .unknown)
        #expect(action(.get, "SID=s&RID=6") == .unknown)
        #expect(request(.get, Self.path)?.action == .unknown)
        #expect(request(.post, "\(Self.path)?SID=%")?.action == .unknown)
    }

    @Test func `both streams have channels, and nothing else has`() {
        #expect(request(.post, Self.path)?.kind == .listen)
        #expect(request(.post, "/google.firestore.v1.Firestore/Write/channel?VER=8")?.kind == .write)
        #expect(request(.post, "/google.firestore.v1.Firestore/Commit/channel") == nil)
        #expect(request(.post, "/v1/google.firestore.v1.Firestore/Listen/channel") == nil)
        #expect(request(.post, "\(Self.path)/x") == nil)
        #expect(request(.put, Self.path) == nil)
        #expect(request(.head, Self.path) == nil)
    }
}
