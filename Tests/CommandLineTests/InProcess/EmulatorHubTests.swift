import Foundation
import HTTPServing
import HTTPTransport
import HTTPTypes
import Synchronization
import TestSupport
import Testing

@testable import receipts

@Suite("The emulator hub")
struct EmulatorHubTests {
    /// What a hub was asked to export.
    private final class Exports: Sendable {
        let all = Mutex<[String]>([])
    }

    private let exports = Exports()

    private func hub(failing failure: CommandFailure? = nil) -> EmulatorHub {
        var addresses = EmulatorAddresses(firestore: EmulatorAddress(host: "0.0.0.0", port: 8080))
        addresses.database = EmulatorAddress(host: "::1", port: 9000)
        addresses.hub = EmulatorAddress(host: "127.0.0.1", port: 4400)
        return EmulatorHub(addresses, host: "127.0.0.1") { [exports] path, products throws(CommandFailure) in
            if let failure { throw failure }
            let names = products.map(\.rawValue).sorted().joined(separator: " ")
            exports.all.withLock { $0.append("\(path): \(names)") }
        }
    }

    private func send(
        _ method: HTTPRequest.Method, _ path: String, _ body: String = "", origin: String? = nil,
        host: String = "127.0.0.1:4400", to hub: EmulatorHub
    ) async throws -> (status: Int, text: String) {
        var request = HTTPRequest(method: method, scheme: "http", authority: host, path: path)
        request.headerFields[.origin] = origin
        let reply = hub.respond(to: request, body: Array(body.utf8))
        let response = try await reply.opened().collected()
        return (response.head.status.code, String(decoding: response.body, as: UTF8.self))
    }

    @Test func `says where the emulators are, as one can connect to them`() async throws {
        let answer = try await send(.get, "/emulators", to: hub())
        #expect(answer.status == 200)
        #expect(
            answer.text
                == #"{"hub":{"name":"hub","host":"127.0.0.1","port":4400,"listen":[{"address":"127.0.0.1","family":"IPv4","port":4400}]},"#
                + #""firestore":{"name":"firestore","host":"127.0.0.1","port":8080,"listen":[{"address":"127.0.0.1","family":"IPv4","port":8080}]},"#
                + #""database":{"name":"database","host":"::1","port":9000,"listen":[{"address":"::1","family":"IPv6","port":9000}]}}"#
        )
        let root = try await send(.get, "/", to: hub())
        #expect(root.text.contains(#""origins":["http://127.0.0.1:4400"]"#))
        #expect(root.text.hasSuffix(#""host":"127.0.0.1","port":4400}"#))
    }

    @Test(arguments: ["disable", "enable"])
    func `there are no functions to switch`(verb: String) async throws {
        let answer = try await send(.put, "/functions/\(verb)BackgroundTriggers", to: hub())
        #expect(answer.status == 400)
        #expect(answer.text == #"{"error":"The Cloud Functions emulator is not running."}"#)
    }

    @Test func `exports all products, or those that are named`() async throws {
        let hub = hub()
        let path = "/_admin/export"
        let all = try await send(.post, path, #"{"path": "/tmp/a", "initiatedBy": "test"}"#, to: hub)
        #expect(all.status == 200 && all.text == #"{"message":"OK"}"#)
        _ = try await send(.post, path, #"{"path": "/tmp/b", "targets": ["firestore", "auth"]}"#, to: hub)
        #expect(exports.all.withLock { $0 } == ["/tmp/a: database firestore", "/tmp/b: firestore"])
        let failure = CommandFailure(.failed, "cannot export: it is full")
        let failed = try await send(.post, path, #"{"path": "/tmp/a"}"#, to: self.hub(failing: failure))
        #expect(failed.status == 500 && failed.text == #"{"message":"cannot export: it is full"}"#)
    }

    @Test func `no web page exports, and nobody to an unclear place`() async throws {
        let hub = hub()
        let path = "/_admin/export"
        let body = #"{"path": "/tmp/a"}"#
        #expect(try await send(.post, path, body, origin: "http://localhost", to: hub).status == 403)
        #expect(try await send(.post, path, body, host: "evil.example", to: hub).status == 403)
        #expect(try await send(.post, path, #"{"path": "a"}"#, to: hub).status == 400)
        #expect(try await send(.post, path, "{", to: hub).status == 400)
        #expect(try await send(.get, path, to: hub).status == 404)
        #expect(exports.all.withLock { $0 }.isEmpty)
    }

    @Test func `a file leads to the hub that began first, until it ends`() throws {
        let folder = try TemporaryFolder()
        let locator = HubLocator(project: "demo", environment: ["TMPDIR": folder.path])
        locator.write(origin: "http://127.0.0.1:4400")
        let own = try folder.read("hub-demo.json")
        #expect(
            own.contains(
                #""origins":["http://127.0.0.1:4400"],"pid":\#(ProcessInfo.processInfo.processIdentifier)"#))
        locator.remove()
        #expect(throws: (any Error).self) { try folder.read("hub-demo.json") }
        // Process 1 always runs.
        try folder.write(#"{"pid": 1}"#, to: "hub-demo.json")
        locator.write(origin: "http://127.0.0.1:4400")
        locator.remove()
        #expect(try folder.read("hub-demo.json") == #"{"pid": 1}"#)
        // The program of this file has ended, or there never was one.
        try folder.write(#"{"pid": 2147483646}"#, to: "hub-demo.json")
        locator.write(origin: "http://127.0.0.1:4400")
        #expect(try folder.read("hub-demo.json") == own)
    }
}
