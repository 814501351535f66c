import Comparison

/// Compares what listeners of servers take in one run: `ListeningComparison NAME=COMMAND [NAME=COMMAND]`.
@main
enum Main {
    static func main() async throws {
        var columns: [(name: String, figures: [Figure: Double])] = []
        for server in ComparedServer.fromArguments() {
            let measurement = Measurement(countsMemory: columns.isEmpty)
            columns.append((server.name, try await server.measure(measurement.run)))
        }
        print(Report(columns: columns).text)
    }
}
