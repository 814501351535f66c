import EmulatorAccess
import FirestoreModel
import HTTPTypes
import Testing

@testable import FirestoreEmulator

@Suite("Who may administer an emulator")
struct AdministrativeAccessTests {
    private static let reset = "/reset"
    private static let documents = "/v1/projects/p/databases/(default)/documents"

    private func refusal(
        of path: String, _ method: HTTPRequest.Method = .post, origin: String? = nil,
        host: String? = "localhost",
        listeningOn listeningHost: String? = "127.0.0.1"
    ) -> RPCStatus? {
        var request = HTTPRequest(method: method, scheme: "http", authority: host, path: path)
        request.headerFields[.origin] = origin
        return AdministrativeAccess(listeningHost: listeningHost).refusal(of: request)
    }

    @Test(arguments: [
        "/emulator/v1/projects/p:export", "/emulator/v1/projects/p:import", "/emulator/v1/clock",
        "/emulator/v1/projects/p:securityRules", "/emulator/v1/projects/p/databases/(default)/documents",
        "/emulator/v1/what/is/yet/to/come", "/reset", "/shutdown", "/reset?x", "/%72eset",
        "/%65mulator/v1/clock", "/emulator%2Fv1%2Fclock",
    ])
    func `pages from elsewhere may send none of what administers it`(path: String) {
        for method: HTTPRequest.Method in [.get, .post, .put, .delete, .options, .head] {
            #expect(refusal(of: path, method, origin: "http://page.test")?.code == .permissionDenied)
            #expect(refusal(of: path, method, host: "page.test")?.code == .permissionDenied)
            #expect(refusal(of: path, method) == nil)
        }
    }

    @Test(arguments: ["/", documents + "/c/a", documents + ":commit", "/emulator", "/nowhere", "/%"])
    func `whatever else there is they may send`(path: String) {
        #expect(refusal(of: path, origin: "http://page.test", host: "page.test") == nil)
    }

    @Test(arguments: [
        "http://localhost", "http://localhost:3000", "https://LOCALHOST:1", "http://127.0.0.1:8080",
        "http://[::1]", "http://[::1]:65535", "capacitor://localhost", "http://127.0.0.2",
        "http://localhost.",
        "http://app.localhost:5173", "http://[::ffff:127.0.0.1]:80", "http://[0:0:0:0:0:0:0:1]",
    ])
    func `pages of this machine may administer it`(origin: String) {
        #expect(refusal(of: Self.reset, origin: origin) == nil)
    }

    @Test(arguments: [
        "null", "", "http://", "localhost", "localhost:80", "http://localhost.page.test",
        "http://127.0.0.1.page.test:80", "http://page.test:80@localhost:80", "http://localhost@page.test",
        "http://page.test#localhost", "http://page.test/http://localhost", "http://localhost:80:80",
        "http://localhost, http://page.test", "http://page.test, http://localhost", "http://[::1].page.test",
        "http://::1", "http://localhost:x", "http://lоcalhost", "http://127.1", "http://2130706433",
        "http://127.page.test", "http://127.0.0.1.2", "http://localhost..", "http://[::1", "http://[::2]",
    ])
    func `what only looks like this machine is elsewhere`(origin: String) {
        #expect(refusal(of: Self.reset, origin: origin)?.code == .permissionDenied)
    }

    @Test(arguments: [
        ("localhost:8080", "127.0.0.1"), ("127.0.0.1", "localhost"), ("[::1]:8080", "127.0.0.1"),
        ("Build.test:1", "build.TEST"), ("[fe80::1]:8080", "FE80::1"), ("10.0.0.2:8080", "10.0.0.2"),
        ("emulator:8080", "0.0.0.0"), ("emulator.test", "::"), ("LOCALHOST:8080", "127.0.0.1"),
        ("localhost.:8080", "127.0.0.1"), ("localhost:", "127.0.0.1"), ("demo.localhost:9000", "127.0.0.1"),
        ("[::ffff:7f00:1]:8080", "127.0.0.1"),
    ])
    func `a name that the server goes by is right`(host: String, listeningHost: String) {
        #expect(refusal(of: Self.reset, host: host, listeningOn: listeningHost) == nil)
    }

    @Test(arguments: [
        "page.test", "localhost.page.test:80", "10.0.0.2:8080", "127.0.0.1:x", "localhost:1:2", "page.test.",
        "localhost@page.test", "page.test@localhost", "::1", "[::1", "[::1]x", "[::1%25lo]:80", "127.1", "",
        "localhost page.test", "localhost,page.test", "localhost:123456", nil,
    ])
    func `a name of somebody else is not, nor is none`(host: String?) {
        #expect(refusal(of: Self.reset, host: host)?.code == .permissionDenied)
        #expect(refusal(of: Self.reset, host: host, listeningOn: nil) == nil)
    }
}
