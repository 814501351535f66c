import Foundation

/// Measures how programs start: `ProgramStart RECEIPTS [RECEIPTS ...]`, with builds of the program. Several take turns.
@main
enum Main {
    static func main() throws {
        let programs = CommandLine.arguments.dropFirst().map { StartMeasurement(program: $0) }
        if programs.isEmpty {
            FileHandle.standardError.write(Data("usage: ProgramStart RECEIPTS [RECEIPTS ...]\n".utf8))
            exit(2)
        }
        for _ in 0..<21 { for program in programs { try program.startEmulator() } }
        for _ in 0..<101 { for program in programs { try program.askForHelp() } }
        for program in programs { print(program.report) }
    }
}
