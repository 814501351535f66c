import HTTPTransport
import HTTPTypes
import JSONText
import ReadReceipts
import TestSupport
import Testing

@testable import ReceiptConsole

@Suite("What is switched on", .timeLimit(.minutes(1)))
struct FaultsDeskTests {
    private let faultsPath = "/api/firestore/emulator/v1/faults"
    private let clockPath = "/api/firestore/emulator/v1/clock"

    private func view(_ probe: ConsoleProbe) async throws -> JSON {
        try JSONParser.parse(Array(try await probe.console.router.faults.current().json().utf8))
    }

    @Test func `faults that are set through the console are known at once`() async throws {
        let probe = try ConsoleProbe()
        let faults = #"{"seed": 7, "faults": [{"status": "ABORTED", "times": 2}]}"#
        #expect(await probe(.put, faultsPath, faults).status == 200)
        let view = try await view(probe)
        #expect(view["absence"] == .null)
        #expect(view["firestore"]?["faults"]?.array?.first?["status"] == "ABORTED")
        #expect(view["clock"]?["isSet"] == .boolean(false))
    }

    @Test func `the view says whether the clock follows, is ahead, or is stopped`() async throws {
        let probe = try ConsoleProbe()
        _ = await probe(.put, clockPath, #"{"advance": "3600s"}"#)
        let clock = probe.console.router.faults
        #expect(await clock.current().clock == FaultsView.Clock(isSet: true, ahead: 3600))
        _ = await probe(.put, clockPath, #"{"time": "2030-01-01T00:00:00Z"}"#)
        #expect(
            await clock.current().clock
                == FaultsView.Clock(isSet: true, stoppedAt: "2030-01-01T00:00:00Z"))
        _ = await probe(.put, clockPath, #"{"system": true}"#)
        #expect(try await view(probe)["clock"]?["isSet"] == .boolean(false))
    }

    @Test func `one request switches everything off`() async throws {
        let probe = try ConsoleProbe()
        _ = await probe(.put, faultsPath, #"{"faults": [{"latency": "0.1s"}]}"#)
        _ = await probe(.put, clockPath, #"{"time": "2030-01-01T00:00:00Z"}"#)
        let schedule = #"[{"user": "bob", "online": 10, "offline": 20}]"#
        #expect(await probe(.put, "/api/faults/devices", schedule).status == 200)
        #expect(try await view(probe)["devices"]?.array?.count == 1)
        #expect(await probe(.delete, "/api/faults").status == 200)
        #expect(await probe.console.router.faults.current() == FaultsView(faults: ["faults": []]))
        #expect(await probe(.get, faultsPath).json["faults"] == [])
        #expect(await probe(.get, clockPath).json["system"] == .boolean(true))
    }

    @Test func `what the emulator refuses changes nothing, and the page says why`() async throws {
        let probe = try ConsoleProbe()
        _ = await probe(.put, faultsPath, #"{"faults": [{"status": "ABORTED"}]}"#)
        let answer = await probe(.put, faultsPath, #"{"faults": [{"share": 2, "status": "ABORTED"}]}"#)
        #expect(answer.status == 400)
        #expect(answer.json["error"]?["message"]?.string?.contains("share") == true)
        #expect(try await view(probe)["firestore"]?["faults"]?.array?.count == 1)
    }

    @Test(arguments: [
        "{}", #"[{"user": "bob"}]"#, #"[{"user": "", "online": 1, "offline": 1}]"#,
        #"[{"user": "bob", "online": 0, "offline": 1}]"#, #"[{"user": "bob", "online": 1, "offline": 1e9}]"#,
        #"[{"user": "bob", "online": 1, "offline": 1}, {"user": "bob", "online": 2, "offline": 1}]"#,
    ])
    func `an invalid schedule is refused`(body: String) async throws {
        let probe = try ConsoleProbe()
        #expect(await probe(.put, "/api/faults/devices", body).status == 400)
        #expect(try await view(probe)["devices"] == [])
    }

    @Test func `an emulator without faults is said to be another one`() async throws {
        let server = try TestServer()
        let other = InterceptedPaths(base: server.transport, prefix: "/emulator/v1/")
        let probe = try ConsoleProbe(server, transport: other)
        await probe.console.router.faults.look()
        #expect(try await view(probe)["absence"]?.string?.contains("makes no faults") == true)
        #expect(await probe(.delete, "/api/faults").status == 200)
    }

    @Test func `in production there are none, and in a Realtime Database neither`() async throws {
        let production = try ConsoleProbe(panes: .asTheConsole)
        #expect(try await view(production)["absence"]?.string?.contains("production") == true)
        #expect(await production(.put, faultsPath, #"{"faults": []}"#).status == 404)
        let database = try ConsoleProbe(stores: [.realtimeDatabase])
        #expect(try await view(database)["absence"]?.string?.contains("Realtime Database") == true)
    }

    @Test func `a device is online first, then offline, again and again`() {
        let schedule = DeviceSchedule(user: "bob", online: 10, offline: 20)
        let states = [0, 9.9, 10, 29.9, 30, 39.9, 40].map { schedule.isOffline(after: .seconds($0)) }
        #expect(states == [false, false, true, true, false, false, true])
    }

    @Test func `a page's devices follow the schedule, and stay online when it ends`() async throws {
        let probe = try ConsoleProbe(try await TestChat().server)
        let page = PageProbe(probe)
        await page.connect()
        await page.open("bob", "c1")
        await page.hear { $0.isOpen("bob") }
        let schedule = #"[{"user": "bob", "online": 0.5, "offline": 3600}]"#
        #expect(await probe(.put, "/api/faults/devices", schedule).status == 200)
        await page.hear { $0.panes["bob"]?["state"]?.string == "offline" }
        #expect(await probe(.delete, "/api/faults").status == 200)
        await page.hear { $0.isOpen("bob") }
    }
}

/// A server that does not know some of its paths.
private struct InterceptedPaths: HTTPTransport {
    let base: any HTTPTransport
    let prefix: String

    func send(
        _ request: HTTPRequest, body: [UInt8]
    ) async throws(HTTPTransportError) -> HTTPExchangeResponse {
        if request.path?.hasPrefix(prefix) == true {
            return HTTPExchangeResponse(head: HTTPResponse(status: .notFound))
        }
        return try await base.send(request, body: body)
    }
}
