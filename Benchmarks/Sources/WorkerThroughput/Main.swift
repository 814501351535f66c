import Foundation

/// Measures what the worker takes in, writes, and needs: `WorkerThroughput RECEIPTS`, with the built program.
@main
enum Main {
    static func main() async throws {
        guard CommandLine.arguments.count == 2 else {
            FileHandle.standardError.write(Data("usage: WorkerThroughput RECEIPTS\n".utf8))
            exit(2)
        }
        let receipts = CommandLine.arguments[1]
        let folder = FileManager.default.temporaryDirectory.appending(path: "worker-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        print("| the worker | |\n| --- | --- |")
        try await IntakeMeasurement(receipts: receipts, folder: folder.path()).run()
        for identity in DrainMeasurement.Identity.allCases {
            try await DrainMeasurement(receipts: receipts, folder: folder.path(), identity: identity).run()
        }
    }

    static func row(_ name: String, _ value: Double, digits: Int = 0) {
        print("| \(name) | \(String(format: "%.\(digits)f", value)) |")
    }
}
