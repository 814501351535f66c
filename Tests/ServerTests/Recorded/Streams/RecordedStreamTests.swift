import FirestoreClient
import FirestoreEmulator
import Foundation
import Logging
import TestSupport
import Testing

/// What streams of Google's emulator have said once, asked again of the embedded emulator, or of Google's where `FIRESTORE_EMULATOR_HOST`
/// names it: by a channel, by a polled channel and over gRPC. `Scripts/record` writes it down.
@Suite("Recorded streams", .timeLimit(.minutes(2)))
struct RecordedStreamTests {
    /// Runs a body with the port of a server.
    private func serving(
        _ server: TestServer, _ body: @escaping @Sendable (Int) async throws -> Void
    ) async throws {
        guard let emulator = server.emulator else { return try await body(server.endpoint.port) }
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let (ports, continuation) = AsyncStream.makeStream(of: Int.self)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await emulator.serve(port: 0, logger: logger) { continuation.yield($0) } }
            for await port in ports {
                try await body(port)
                break
            }
            group.cancelAll()
        }
    }

    @Test(arguments: RecordedStream.names, StreamWay.allCases)
    func `each way has the recorded messages`(name: String, way: StreamWay) async throws {
        let stream = try RecordedStream(named: name)
        let server = try TestServer()
        let isRecording = SystemEnvironment.isRecording
        if isRecording, way != .channel { return }
        try await serving(server) { port in
            let heard = try await stream.heard(from: server, way, port: port)
            if isRecording { return try await record(stream, named: name, heard, server) }
            for (number, (step, messages)) in zip(1..., zip(stream.steps, heard)) {
                #expect(messages == step.expectation(ofGoogles: server.isGoogles) ?? [], "step \(number)")
            }
        }
    }

    /// Writes down what Google's emulator says, or the embedded one where a difference is named.
    private func record(
        _ stream: RecordedStream, named name: String, _ heard: [[String]], _ server: TestServer
    ) async throws {
        var recorded = stream
        for (index, step) in stream.steps.enumerated() where step.end != nil {
            if server.isGoogles {
                recorded.steps[index].google = heard[index]
            } else {
                recorded.steps[index].ours = step.difference == nil ? nil : heard[index]
            }
        }
        try Data(recorded.text.utf8).write(to: RecordedStream.file(name))
        Issue.record("\(name): \(heard.count) steps are recorded anew; now compare them")
    }

    @Test(arguments: RecordedStream.names)
    func `the files are written as recording writes them`(name: String) throws {
        let text = try Data(contentsOf: RecordedStream.file(name))
        #expect(try RecordedStream(text).text == String(decoding: text, as: UTF8.self))
    }

    @Test(arguments: RecordedStream.names)
    func `where the servers differ, the difference has a name, and nowhere else`(name: String) throws {
        for (number, step) in zip(1..., try RecordedStream(named: name).steps) {
            #expect((step.difference != nil) == (step.ours != nil), "step \(number)")
            #expect((step.google != nil) == (step.end != nil), "step \(number)")
            #expect(step.ours == nil || step.ours != step.google, "step \(number) differs no more")
        }
    }
}
