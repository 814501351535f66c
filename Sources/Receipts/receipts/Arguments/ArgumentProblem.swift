import PrintableText

/// What is wrong with a command line.
enum ArgumentProblem: Sendable {
    /// An unknown command.
    case unknownCommand(String, among: [String])
    /// An unknown word after `help`.
    case unknownTopic(String, among: [String])
    /// An unknown option, which other commands may have.
    case unknownOption(String, known: [String], commandsThatHaveIt: [String])
    /// An option before the command that it belongs to.
    case misplacedOption(String)
    case missingValue(CommandShape.Input, next: String?)
    /// A value that is not among the allowed ones.
    case unknownValue(String, of: CommandShape.Input, among: [String])
    /// An option with one value was given several.
    case doubled(CommandShape.Input, [String])
    case unexpected(String)
    /// A command to run was not preceded by `--`.
    case terminatorMissing(String)
    case missing([CommandShape.Input])

    /// The error message.
    ///
    /// - Parameter command: The command as the user wrote it.
    func text(for command: String) -> String {
        switch self {
        case .unknownCommand(let word, let known):
            let question = Spelling.question(word, among: known)
            if !question.isEmpty { return "there is no command \(quoted(word)).\(question)" }
            let hint = known.count <= 4 ? "use \(list(known, "or"))" : "\(command) --help lists the commands"
            return "there is no command \(quoted(word)); \(hint)"
        case .unknownTopic(let word, let known):
            let question = Spelling.question(word, among: known)
            let hint = "; \(command) --help lists the commands, \(command) help topics the topics"
            return "there is no command or topic \(quoted(word))\(question.isEmpty ? hint : "." + question)"
        case .unknownOption(let word, let known, let others):
            let question = Spelling.question(word, among: known)
            if !others.isEmpty {
                return
                    "\(quoted(word)) is an option of \(list(others, "and")), not of this command.\(question)"
            }
            if question.isEmpty {
                return "there is no option \(quoted(word)); \(command) --help lists the options"
            }
            return "there is no option \(quoted(word)).\(question)"
        case .misplacedOption(let word):
            return
                "\(quoted(word)) must come after the command: \(command) COMMAND \(word.beginning(limit: 60))"
        case .missingValue(let input, let next):
            if let next {
                return
                    "\(input.title) needs a value, but \(quoted(next)) looks like an option; if it is the value, write "
                    + "\(input.title)=\(next.beginning(limit: 60))"
            }
            return "\(input.title) needs a value\(input.explanation)"
        case .unknownValue(let word, let input, let known):
            return "\(input.title) must be \(list(known, "or")), not \(quoted(word))."
                + Spelling.question(word, among: known)
        case .doubled(let input, let values):
            return
                "\(input.title) was given several times (\(list(values.map(quoted), "and"))); give it once"
        case .unexpected(let word):
            return "unexpected argument \(quoted(word)); put quotes around text that contains spaces"
        case .terminatorMissing(let word):
            return "put the command to run after --: \(command) -- \(word.beginning(limit: 60))"
        case .missing(let inputs):
            let explanation = inputs.count == 1 ? inputs[0].explanation : "; see \(command) --help"
            return
                "\(list(inputs.map(\.title), "and")) \(inputs.count == 1 ? "is" : "are") missing\(explanation)"
        }
    }

    private func quoted(_ word: String) -> String { "'\(word.beginning(limit: 60))'" }

    private func list(_ words: [String], _ conjunction: String) -> String {
        if words.count <= 1 { return words.joined() }
        return words.dropLast().joined(separator: ", ") + " \(conjunction) \(words[words.count - 1])"
    }
}

extension CommandShape.Input {
    /// Its purpose, after a colon.
    fileprivate var explanation: String {
        guard var text = abstract, let first = text.first else { return "" }
        if text.hasSuffix("."), !text.dropLast().contains(". ") { text.removeLast() }
        // It continues a sentence, so its first word is lowercase unless it is a name.
        let startsWithName = text.dropFirst().first?.isUppercase ?? false
        return ": " + (startsWithName ? text : first.lowercased() + text.dropFirst())
    }
}
