import FirestoreModel
import FirestoreRPC
import Testing

@testable import FirestoreEmulator

@Suite("Streams in the same process")
struct InProcessStreamTests {
    private let emulator = Emulator()

    private func listen() throws -> RPCResponses<ListenRequest, ListenResponse> {
        try RPCResponses { [emulator] onOutput throws(RPCStatus) in
            try emulator.listen(authorization: "Bearer owner", onOutput: onOutput)
        }
    }

    private func write() throws -> RPCResponses<WriteRequest, WriteResponse> {
        try RPCResponses { [emulator] onOutput throws(RPCStatus) in
            try emulator.write(authorization: "Bearer owner", onOutput: onOutput)
        }
    }

    /// The responses up to the next boundary.
    private func snapshot(
        _ iterator: inout RPCResponses<ListenRequest, ListenResponse>.Iterator
    ) async throws -> [String] {
        var responses: [ListenResponse] = []
        while let response = try await iterator.next() {
            responses.append(response)
            if responses.words.last == "boundary" { break }
        }
        return responses.words
    }

    @Test func `a reader waits for what a stream of writes changes`() async throws {
        let (listening, writing) = (try listen(), try write())
        var iterator = listening.makeAsyncIterator()
        listening.stream.receive(ListenRequest(database: DatabaseID.test.description, .addTarget(.query(1))))
        #expect(try await snapshot(&iterator) == ["ADD 1", "CURRENT 1", "boundary"])
        let writer = Task {
            writing.stream.receive(WriteRequest(database: DatabaseID.test.description))
            writing.stream.receive(WriteRequest(writes: Decoded([.make("c/a", ["n": 1])])))
            writing.stream.receive(WriteRequest())
            var count = 0
            for try await _ in writing { count += 1 }
            return count
        }
        #expect(try await snapshot(&iterator) == ["c/a -> 1", "boundary"])
        #expect(try await writer.value == 3)
    }

    @Test func `the failure of a stream is thrown after its responses`() async throws {
        let listening = try listen()
        listening.stream.receive(ListenRequest(database: DatabaseID.test.description, .addTarget(.query(1))))
        listening.stream.receive(ListenRequest(database: DatabaseID.test.description, .none))
        var responses: [ListenResponse] = []
        let failure = await #expect(throws: RPCStatus.self) {
            for try await response in listening { responses.append(response) }
        }
        #expect(failure?.code == .invalidArgument)
        #expect(responses.words == ["ADD 1", "CURRENT 1", "boundary"])
    }

    @Test func `a reader whose task is cancelled stops waiting, and the stream is cancelled`() async throws {
        let listening = try listen()
        listening.stream.receive(ListenRequest(database: DatabaseID.test.description, .addTarget(.query(1))))
        let (started, start) = AsyncStream.makeStream(of: Void.self)
        let reader = Task {
            var count = 0
            for try await _ in listening {
                count += 1
                start.yield()
            }
            return count
        }
        var starts = started.makeAsyncIterator()
        for _ in 0..<3 { _ = await starts.next() }
        reader.cancel()
        #expect(try await reader.value == 3)
        #expect(listening.stream.take().end == .failed(RPCStatus(.cancelled, nil)))
    }

    @Test func `a stream whose reader is gone is closed`() throws {
        let database = emulator.front.core.database(.test)
        do {
            let listening = try listen()
            listening.stream.receive(
                ListenRequest(database: DatabaseID.test.description, .addTarget(.query(1))))
            _ = listening.stream.take()
            #expect(database.listeners.areOpen)
        }
        #expect(!database.listeners.areOpen)
    }
}
