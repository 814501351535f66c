import FirestoreClient
import HTTPTransport
import HTTPTypes
import JSONText
import ReadReceipts
import ReceiptWorker
import Synchronization
import TestSupport
import Testing

@testable import ReceiptConsole

@Suite("The state of the connection", .timeLimit(.minutes(1)))
struct ConnectionWatchTests {
    /// Waits until a page is notified of this state of its Firestore.
    private func hear(_ page: PageProbe, answers: Bool) async {
        while let event = await page.next() {
            if event.kind == "health", event.data["firestore"]?["answers"] == .boolean(answers) { return }
        }
    }

    @Test func `a page hears when the database goes away and comes back, and its panes go on`()
        async throws
    {
        let chat = try await TestChat(members: ["alice", "bob"], messages: 1)
        let way = SwitchedTransport(chat.server.transport)
        let probe = try ConsoleProbe(chat.server, transport: way)
        let page = PageProbe(probe)
        await page.connect()
        await hear(page, answers: true)
        await page.open("alice", "c1")
        await page.hear { $0.isOpen("alice") }
        way.isDown = true
        await hear(page, answers: false)
        let told = await page.heard.last { $0.kind == "health" }
        #expect(told?.data["firestore"]?["reason"]?.string?.contains("no server answers") == true)
        #expect(told?.data["firestore"]?["answered"]?.isNull == false)
        #expect(told?.data["realtimeDatabase"] == nil)
        // A pane that is opened during the outage waits, and then opens by itself.
        await page.open("bob", "c1")
        await page.hear { $0.panes["bob"]?["error"]?.string?.contains("trying again") == true }
        #expect(await page.picture.panes["bob"]?["state"]?.string == "loading")
        way.isDown = false
        await hear(page, answers: true)
        await page.hear { $0.isOpen("bob") && $0.messages["bob"]?["m0"] != nil }
    }

    @Test func `a conversation that is not there opens by itself once it is made`() async throws {
        let chat = try await TestChat(members: ["alice", "bob"])
        let probe = try ConsoleProbe(chat.server)
        let page = PageProbe(probe)
        await page.connect()
        await page.open("alice", "later")
        await page.hear { $0.panes["alice"]?["state"]?.string == "failed" }
        try await chat.admin.document("conversations/later").setData(["participants": ["alice", "bob"]])
        await page.hear { $0.isOpen("alice") }
        #expect(await page.picture.panes["alice"]?["error"]?.isNull == true)
    }

    @Test func `nobody is asked while no page is open, and no document is read`() async throws {
        let asked = Mutex<[HTTPRequest]>([])
        let server = try TestServer()
        let probe = try ConsoleProbe(
            server,
            transport: Tap(base: server.transport) { request in asked.withLock { $0.append(request) } })
        let isUntouched = asked.withLock(\.isEmpty)
        #expect(isUntouched)
        let page = PageProbe(probe)
        await page.connect()
        await hear(page, answers: true)
        let requests = asked.withLock { $0 }
        #expect(!requests.isEmpty)
        for request in requests {
            #expect(
                request.method == .get && request.path == "/v1/projects/\(server.project)/databases/(default)"
            )
            #expect(request.headerFields[.authorization] == nil)
        }
    }

    @Test func `an outbox that comes later is noticed, and shown`() async throws {
        let folder = try TemporaryFolder()
        let later = Mutex<Outbox?>(nil)
        var configuration = ConsoleConfiguration(
            firestore: try TestServer().firestore(), findOutbox: { later.withLock { $0 } })
        configuration.pace = .forTests
        let finder = WorkerReader(configuration)
        let now = ContinuousClock.now
        #expect(finder.outbox(at: now) == nil)
        let outbox = try Outbox(path: "\(folder.path)/outbox.sqlite")
        later.withLock { $0 = outbox }
        #expect(finder.outbox(at: now + .seconds(1)) == nil, "it is not looked for all the time")
        #expect(finder.outbox(at: now + .seconds(2)) != nil)
    }

    /// Notices requests.
    private struct Tap: HTTPTransport {
        let base: any HTTPTransport
        let notice: @Sendable (HTTPRequest) -> Void

        func send(
            _ request: HTTPRequest, body: [UInt8]
        ) async throws(HTTPTransportError) -> HTTPExchangeResponse {
            notice(request)
            return try await base.send(request, body: body)
        }
    }
}
