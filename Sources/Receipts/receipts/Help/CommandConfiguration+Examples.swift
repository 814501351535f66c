import ArgumentParser

extension CommandConfiguration {
    /// A configuration whose help has examples after the discussion.
    ///
    /// - Parameter examples: Command lines by what they do.
    init(
        commandName: String, abstract: String, discussion: String = "",
        examples: KeyValuePairs<String, String>, version: String = "",
        subcommands: [any ParsableCommand.Type] = [], defaultSubcommand: (any ParsableCommand.Type)? = nil
    ) {
        let lines = examples.map { purpose, line in "  # \(purpose)\n  " + line.replacing("\n", with: "\n  ")
        }
        let section = ([Self.examplesTitle] + lines).joined(separator: "\n")
        self.init(
            commandName: commandName, abstract: abstract,
            discussion: discussion.isEmpty ? section : "\(discussion)\n\n\(section)",
            version: version, subcommands: subcommands, defaultSubcommand: defaultSubcommand)
    }

    /// The line above the examples, by which the manual pages find them.
    static let examplesTitle = "Examples:"
}
