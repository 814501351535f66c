import ArgumentParser
import PrintableText

extension CommandFailure {
    /// What is wrong with arguments that the argument parser has refused; nil for help and the version.
    init?(_ arguments: [String], refusedWith error: any Error) {
        guard ReceiptsCommand.exitCode(for: error) == .validationFailure else { return nil }
        let reading = CommandShape.receipts.map { ArgumentReading(arguments, root: $0) }
        let command = reading?.command ?? "receipts"
        self.init(
            .wrongUsage,
            reading?.problem?.text(for: command) ?? CommandFailure.sentence(of: error, for: command))
        self.command = command
    }

    /// What is wrong with arguments that the argument parser has accepted: of an option that is given several times it takes the last
    /// value, and help for a command that is not there is help for the group around it; nil when there is nothing.
    init?(overlookedIn arguments: [String]) {
        let options = arguments.prefix { $0 != "--" }.filter { $0.hasPrefix("-") }
            .map { $0.prefix { $0 != "=" } }
        let isHelp = arguments.first == "help"
        guard isHelp || Set(options).count < options.count, let root = CommandShape.receipts else {
            return nil
        }
        let reading = ArgumentReading(arguments, root: root)
        guard isHelp || reading.isDoubled, let problem = reading.problem else { return nil }
        self.init(.wrongUsage, problem.text(for: reading.command))
        command = reading.command
    }

    /// What the argument parser or a command's own check says, on one line.
    private static func sentence(of error: any Error, for command: String) -> String {
        let text = ReceiptsCommand.message(for: error).printable
        return "\(text)\(text.hasSuffix(".") ? "" : ".") See \(command) --help."
    }
}
