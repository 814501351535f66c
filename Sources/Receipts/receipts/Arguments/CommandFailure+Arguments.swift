import ArgumentParser
import PrintableText

extension CommandFailure {
    /// Describes arguments that the argument parser rejected; nil for help and the version.
    init?(_ arguments: [String], refusedWith error: any Error) {
        guard ReceiptsCommand.exitCode(for: error) == .validationFailure else { return nil }
        let reading = CommandShape.receipts.map { ArgumentReading(arguments, root: $0) }
        let command = reading?.command ?? "receipts"
        self.init(
            .wrongUsage,
            reading?.problem?.text(for: command) ?? CommandFailure.sentence(of: error, for: command))
        self.command = command
    }

    /// Describes mistakes that the argument parser overlooks; nil if there are none. For an option with several values it takes the last one,
    /// and for help on an unknown command it shows help on the group.
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

    /// The message of the argument parser or of a command's validation, on one line.
    private static func sentence(of error: any Error, for command: String) -> String {
        let text = ReceiptsCommand.message(for: error).printable
        return "\(text)\(text.hasSuffix(".") ? "" : ".") See \(command) --help."
    }
}
