import Logging
import RealtimeDatabase
import RealtimeDatabaseEmulator
import Testing

/// The client on a socket, with the connections that it makes itself.
@Suite struct ConnectionsTests {
    @Test func `however many streams are open, requests go on`() async throws {
        let emulator = DatabaseEmulator()
        let (ports, port) = AsyncStream.makeStream(of: Int.self)
        let server = Task {
            try await emulator.serve(port: 0, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
            {
                port.yield($0)
            }
        }
        defer { server.cancel() }
        var iterator = ports.makeAsyncIterator()
        let number = try #require(await iterator.next())
        let database = try Database(
            DatabaseSettings(
                projectID: "p", name: "db", endpoint: .emulator(host: "127.0.0.1", port: number),
                credentials: .emulatorAdmin))
        let place = database.reference(withPath: "x")

        // More than requests may be under way at a time.
        var streams: [DatabaseChanges.Iterator] = []
        for _ in 0..<70 {
            var stream = place.changes().makeAsyncIterator()
            #expect(try await stream.next()?.kind == .initial)
            streams.append(stream)
        }
        try await place.setValue(7)
        #expect(try await place.getData().databaseValue == 7)
        for index in streams.indices {
            #expect(try await streams[index].next()?.snapshot.databaseValue == 7)
        }
        streams = []
        await until { emulator.streamCount(namespace: "db") == 0 }
    }
}
