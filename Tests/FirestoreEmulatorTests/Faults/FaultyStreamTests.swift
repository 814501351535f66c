import FirestoreModel
import FirestoreRPC
import Synchronization
import TestSupport
import Testing

@testable import FirestoreEmulator

@Suite("Streams with faults", .timeLimit(.minutes(1)))
struct FaultyStreamTests {
    private let clock = TestSupport.ManualClock()
    private let outputs = OutputCounter()

    private func service(_ faults: String) throws -> FirestoreService {
        var configuration = EmulatorConfiguration()
        configuration.sleepClock = clock
        configuration.faults = try EmulatorFaults(json: #"{"seed": 1, "faults": [\#(faults)]}"#)
        return FirestoreService(core: EmulatorCore(configuration: configuration))
    }

    private func listen(_ service: FirestoreService) throws -> any RPCStream<ListenRequest, ListenResponse> {
        try service.listen(CallMetadata(authorization: "Bearer owner")) { [outputs] in outputs.add() }
    }

    private func request(_ target: Target) -> ListenRequest {
        ListenRequest(database: DatabaseID.test.description, .addTarget(target))
    }

    @Test func `a stream that fails is not opened`() throws {
        let service = try service(#"{"methods": ["Listen"], "status": "RESOURCE_EXHAUSTED", "times": 1}"#)
        let error = #expect(throws: RPCStatus.self) { try listen(service) }
        #expect(error?.code == .resourceExhausted)
        _ = try listen(service)
    }

    @Test func `a stream is cut in place of the next message`() throws {
        let service = try service(#"{"methods": ["Listen"], "cutAfter": 4}"#)
        let stream = try listen(service)
        stream.receive(request(.query(2)))
        // ADD, CURRENT and the boundary.
        #expect(stream.take().responses.count == 3)
        _ = try service.core.database(.test).commit([.make("c/a", ["n": 1])])
        let output = stream.take()
        #expect(output.responses.count == 1)
        guard case .failed(let status)? = output.end else {
            Issue.record("The stream goes on.")
            return
        }
        #expect(status.code == .unavailable)
        #expect(stream.take().end == output.end && stream.take().responses.isEmpty)
        #expect(!service.core.database(.test).listeners.areOpen)
    }

    @Test func `a commit on a stream that is cut counts`() throws {
        let service = try service(#"{"methods": ["Write"], "cutAfter": 1}"#)
        let stream = try service.write(CallMetadata(authorization: "Bearer owner")) {}
        stream.receive(.handshake)
        stream.receive(.commit([.make("c/a", ["n": 1])]))
        let output = stream.take()
        #expect(output.responses.count == 1 && output.end != nil)
        #expect(service.core.database(.test).latestState.document(DocumentName.make("c/a").path) != nil)
    }

    @Test func `a late stream says nothing before its time`() async throws {
        let service = try service(#"{"methods": ["Listen"], "latency": "2s"}"#)
        let stream = try listen(service)
        stream.receive(request(.query(2)))
        #expect(stream.take().responses.isEmpty && !stream.take().hasMore)
        await clock.untilAsleep(1)
        clock.advance(by: .seconds(1))
        #expect(stream.take().responses.isEmpty)
        clock.advance(by: .seconds(1))
        while outputs.count == 0 { await Task.yield() }
        #expect(stream.take().responses.count == 3)
        _ = try service.core.database(.test).commit([.make("c/a", ["n": 1])])
        #expect(stream.take().responses.isEmpty)
        await clock.untilAsleep(1)
        clock.advance(by: .seconds(2))
        while outputs.count == 1 { await Task.yield() }
        #expect(stream.take().responses.count == 2)
    }

    @Test
    func `a listener of a query gets one document too many in the count, that of a document the right one`()
        throws
    {
        let service = try service(#"{"wrongCount": true}"#)
        _ = try service.core.database(.test).commit([.make("c/a", ["n": 1])])
        let stream = try listen(service)
        stream.receive(request(.query(2)))
        #expect(stream.take().responses.words.contains("filter 2: 2"))
        stream.receive(request(.documents(4, "c/a")))
        #expect(stream.take().responses.words.contains("filter 4: 1"))
    }
}
