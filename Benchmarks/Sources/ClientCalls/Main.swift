import ClientTelemetry
import CurlHTTP
import FirestoreClient
import FirestoreEmulator

/// What calls cost: `ClientCalls secure HOST PORT CA-FILE PROTOCOL` over TLS, `ClientCalls observed` with and without an observer.
@main
enum Main {
    static func main() async throws {
        let arguments = CommandLine.arguments.dropFirst()
        switch (arguments.first, Array(arguments.dropFirst())) {
        case ("secure", let words) where words.count == 4:
            try await secure(host: words[0], port: Int(words[1]) ?? 443, authority: words[2], name: words[3])
        case ("observed", _): try await observed()
        default: print("usage: ClientCalls secure HOST PORT CA-FILE PROTOCOL | ClientCalls observed")
        }
    }

    // MARK: Over TLS

    private static func secure(host: String, port: Int, authority: String, name: String) async throws {
        for concurrency in [1, 16, 64] {
            var configuration = HTTPClientConfiguration()
            configuration.certificateAuthorityFile = authority
            let client = HTTPClient(configuration: configuration)
            let settings = FirestoreSettings(
                projectID: "demo-bench", endpoint: .secure(host: host, port: port),
                credentials: .bearerToken("owner"))
            let firestore = try Firestore(settings, transport: client)
            let note = firestore.document("notes/n1")
            try await note.setData(["text": "Hello", "count": 1])
            let count = 200 * concurrency
            let begin = ContinuousClock.now
            try await withThrowingTaskGroup { group in
                for _ in 0..<concurrency {
                    group.addTask { for _ in 0..<(count / concurrency) { _ = try await note.getDocument() } }
                }
                try await group.waitForAll()
            }
            let seconds = (ContinuousClock.now - begin) / .seconds(1)
            print(
                "| \(name) | \(concurrency) | \(Int(Double(count) / seconds)) | \(rounded(1000 * seconds * Double(concurrency) / Double(count))) ms | \(client.connectionsOpened) |"
            )
        }
    }

    // MARK: Observed

    private static func observed() async throws {
        let emulator = Emulator()
        var best: [String: Double] = [:]
        for _ in 0..<3 {
            for name in ["no observer", "TelemetryObserver, nothing bootstrapped"] {
                let settings = FirestoreSettings(
                    projectID: "demo-bench", endpoint: .emulator(host: "127.0.0.1", port: 8080),
                    credentials: .emulatorAdmin)
                if name != "no observer" { settings.callObserver = TelemetryObserver() }
                let firestore = try Firestore(settings, transport: emulator.transport)
                let note = firestore.document("notes/n1")
                try await note.setData(["text": "Hello"])
                let count = 5_000
                let begin = ContinuousClock.now
                for _ in 0..<count { _ = try await note.getDocument() }
                let time = (ContinuousClock.now - begin) / .microseconds(count)
                best[name] = min(best[name] ?? time, time)
            }
        }
        for (name, time) in best.sorted(by: { $0.value < $1.value }) {
            print("a call in the same process, \(name): \(rounded(time)) µs")
        }
    }

    private static func rounded(_ number: Double) -> Double { (number * 100).rounded() / 100 }
}
