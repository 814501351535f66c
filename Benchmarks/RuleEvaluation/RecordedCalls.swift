import FirestoreEmulator
import HTTPTransport
import HTTPTypes

/// What the record of calls, which the console shows, costs an emulator: commits of one read receipt in this process, with and without
/// it, in turns.
enum RecordedCalls {
    private static let rounds = 4000

    static func measure() async throws {
        let clock = ContinuousClock()
        var times: [[Duration]] = [[], []]
        let emulators = [0, 200].map { remembered in
            var configuration = EmulatorConfiguration()
            configuration.rememberedCalls = remembered
            return Emulator(configuration: configuration).transport
        }
        for round in 0..<rounds {
            let (request, body) = commit(of: round)
            for (index, transport) in emulators.enumerated() {
                times[index].append(
                    try await clock.measure { _ = try await transport.send(request, body: body) })
            }
        }
        let medians = times.map { CommitsInProcess.text($0.sorted()[rounds / 2]) }
        print(
            "in process, a commit of one receipt: \(medians[0]) µs, and \(medians[1]) µs with a record of calls"
        )
    }

    private static func commit(of round: Int) -> (HTTPRequest, [UInt8]) {
        let documents = "projects/benchmark/databases/(default)/documents"
        var request = HTTPRequest(
            method: .post, scheme: "http", authority: "localhost", path: "/v1/\(documents):commit")
        request.headerFields[.authorization] = "Bearer owner"
        request.headerFields[.contentType] = "application/json"
        let body = """
            {"writes":[{"update":{"name":"\(documents)/conversations/c/messages/m\(round % 500)",\
            "fields":{"status":{"stringValue":"read"}}},"updateMask":{"fieldPaths":["status"]},\
            "updateTransforms":[{"fieldPath":"readBy","appendMissingElements":\
            {"values":[{"stringValue":"reader\(round / 500)"}]}}]}]}
            """
        return (request, Array(body.utf8))
    }
}
