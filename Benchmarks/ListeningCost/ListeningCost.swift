import FirestoreRPC
import Foundation

/// What listeners cost in an emulator in this process, without a protocol: what commits pay for them, what it takes until all of
/// them have a change, and what memory they need while nothing happens. Prints the rows of a table.
@main
struct ListeningCost {
    private static let rounds = 21

    static func main() throws {
        // Before anything else has left memory that could be used again.
        let memory = try memory()
        print("|  | commit (ms) | until all have it (ms) |\n| --- | --- | --- |")
        try row("one write, 50 listeners of 500 documents", messages: 500, listeners: 50, writes: 1)
        try row("500 writes, 50 listeners of 500 documents", messages: 500, listeners: 50, writes: 500)
        try row(
            "one write, 50 listeners of the first 50 of 500", messages: 500, listeners: 50, limit: 50,
            writes: 1)
        try row("one write, a listener of 100,000 documents", messages: 100_000, listeners: 1, writes: 1)
        try row("500 writes, a listener of 100,000 documents", messages: 100_000, listeners: 1, writes: 500)
        try row("500 writes, nobody listens", messages: 500, listeners: 0, writes: 500)
        try row(
            "500 writes, 1,000 listen elsewhere", messages: 500, listeners: 1000, elsewhere: true, writes: 500
        )
        print("\n1,000 listeners of 500 documents, idle: \(format(memory)) MB")
    }

    private static func row(
        _ name: String, messages: Int, listeners: Int, limit: Int? = nil, elsewhere: Bool = false, writes: Int
    ) throws {
        let scene = try ListeningScene(messages: messages)
        try scene.listen(count: listeners, limit: limit, in: elsewhere ? "others" : "messages")
        scene.take()
        let clock = ContinuousClock()
        var commits: [Duration] = []
        var wholes: [Duration] = []
        for _ in 0..<rounds {
            let start = clock.now
            try scene.commit(0..<writes)
            commits.append(start.duration(to: clock.now))
            let documents = scene.take()
            wholes.append(start.duration(to: clock.now))
            let expected = elsewhere ? 0 : limit == nil ? listeners * writes : nil
            if let expected, documents != expected {
                throw Surprise(documents: documents, expected: expected)
            }
        }
        print("| \(name) | \(median(commits)) | \(median(wholes)) |")
    }

    /// What 1,000 idle listeners need, in megabytes.
    private static func memory() throws -> Double {
        let scene = try ListeningScene(messages: 500)
        let before = residentSize
        try scene.listen(count: 1000)
        scene.take()
        return withExtendedLifetime(scene) { Double(residentSize - before) / 1024 }
    }

    /// In kilobytes.
    private static var residentSize: Int {
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
        return line.flatMap { Int($0.filter(\.isNumber)) } ?? 0
    }

    private static func median(_ times: [Duration]) -> String {
        let time = times.sorted()[times.count / 2]
        return format(Double(time.components.attoseconds) / 1e15 + Double(time.components.seconds) * 1000)
    }

    private static func format(_ number: Double) -> String { String(format: "%.2f", number) }

    /// A listener that was told something else than what was written.
    private struct Surprise: Error {
        let documents: Int
        let expected: Int
    }
}
