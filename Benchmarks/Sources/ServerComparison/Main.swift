import Foundation

/// Compares servers in one run: `ServerComparison NAME=COMMAND [NAME=COMMAND]`.
///
/// In each command, `PORT` stands for the port to listen on. The other servers are compared with the first one.
@main
enum Main {
    static func main() async throws {
        var columns: [(name: String, figures: [Figure: Double])] = []
        for argument in CommandLine.arguments.dropFirst() {
            let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
            guard parts.count == 2 else {
                FileHandle.standardError.write(
                    Data("usage: ServerComparison NAME=COMMAND [NAME=COMMAND]\n".utf8))
                exit(2)
            }
            FileHandle.standardError.write(Data("measuring \(parts[0]) …\n".utf8))
            let measurement = Measurement(command: parts[1], isLarge: columns.isEmpty)
            columns.append((parts[0], try await measurement.run()))
        }
        print(Report(columns: columns).text)
    }
}
