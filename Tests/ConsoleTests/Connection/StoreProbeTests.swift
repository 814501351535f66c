import HTTPTypes
import JSONText
import RealtimeDatabase
import RealtimeDatabaseEmulator
import Testing

@testable import ReceiptConsole

@Suite("Probes of a database")
struct StoreProbeTests {
    @Test func `those of a Realtime Database are reads in the background, which nobody looks for`()
        async throws
    {
        var configuration = DatabaseEmulatorConfiguration()
        configuration.rememberedCalls = 10
        let emulator = DatabaseEmulator(configuration: configuration)
        let database = try Database(
            DatabaseSettings(
                projectID: "demo-default", endpoint: .emulator(host: "127.0.0.1", port: 9000),
                credentials: .emulatorAdmin), transport: emulator.transport)
        #expect(await StoreProbe.realtimeDatabase(database).ask(atMost: .seconds(20)) == nil)
        func calls(_ parameters: [(name: String, value: String)]) async throws -> [JSON] {
            let answer = try await database.forward(.get, [".inspect", "calls"], parameters: parameters)
            return try JSONParser.parse(answer.body)["calls"]?.array ?? []
        }
        #expect(try await calls([]).count == 1)
        #expect(try await calls([("background", "false")]).isEmpty)
    }
}
