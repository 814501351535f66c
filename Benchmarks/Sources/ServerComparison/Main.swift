import Comparison

/// Compares servers in one run: `ServerComparison NAME=COMMAND [NAME=COMMAND]`.
@main
enum Main {
    static func main() async throws {
        var columns: [(name: String, figures: [Figure: Double])] = []
        for server in ComparedServer.fromArguments() {
            let measurement = Measurement(isLarge: columns.isEmpty)
            columns.append((server.name, try await server.measure(measurement.run)))
        }
        print(Report(columns: columns).text)
    }
}
