import PrintableText

/// What is wrong with a command line.
enum ArgumentProblem: Sendable {
    /// There is no such command.
    case unknownCommand(String, among: [String])
    /// There is no such option; others may have it.
    case unknownOption(String, known: [String], commandsThatHaveIt: [String])
    /// An option stands before the command that it belongs to.
    case misplacedOption(String)
    case missingValue(CommandShape.Input, next: String?)
    /// The value is none of the few that there are.
    case unknownValue(String, of: CommandShape.Input, among: [String])
    /// An option was given with several values, and has one.
    case doubled(CommandShape.Input, [String])
    case unexpected(String)
    /// A command to run was not put behind `--`.
    case terminatorMissing(String)
    case missing([CommandShape.Input])

    /// One sentence for people.
    ///
    /// - Parameter command: The command, as it is written.
    func text(for command: String) -> String {
        switch self {
        case .unknownCommand(let word, let known):
            let question = Spelling.question(word, among: known)
            if !question.isEmpty { return "there is no command \(quoted(word)).\(question)" }
            let hint = known.count <= 4 ? "it is \(list(known, "or"))" : "\(command) --help lists them"
            return "there is no command \(quoted(word)); \(hint)"
        case .unknownOption(let word, let known, let others):
            let question = Spelling.question(word, among: known)
            if !others.isEmpty {
                return
                    "\(quoted(word)) is an option of \(list(others, "and")), not of this command.\(question)"
            }
            if question.isEmpty {
                return "there is no option \(quoted(word)); \(command) --help lists them"
            }
            return "there is no option \(quoted(word)).\(question)"
        case .misplacedOption(let word):
            return
                "\(quoted(word)) stands before the command; write it behind: \(command) COMMAND \(word.beginning(limit: 60))"
        case .missingValue(let input, let next):
            if let next {
                return
                    "\(input.title) needs a value, and \(quoted(next)) looks like an option; if it is the value, write "
                    + "\(input.title)=\(next.beginning(limit: 60))"
            }
            return "\(input.title) needs a value\(input.explanation)"
        case .unknownValue(let word, let input, let known):
            return "\(input.title) is \(list(known, "or")), not \(quoted(word))."
                + Spelling.question(word, among: known)
        case .doubled(let input, let values):
            return
                "\(input.title) is given several times, as \(list(values.map(quoted), "and")); give it once"
        case .unexpected(let word):
            return "\(quoted(word)) is one argument too many; put quotes around a text with spaces"
        case .terminatorMissing(let word):
            return "put the command to run behind --: \(command) -- \(word.beginning(limit: 60))"
        case .missing(let inputs):
            let explanation = inputs.count == 1 ? inputs[0].explanation : "; \(command) --help says more"
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
    /// What it is for, behind a colon.
    fileprivate var explanation: String {
        guard var text = abstract, let first = text.first else { return "" }
        if text.hasSuffix("."), !text.dropLast().contains(". ") { text.removeLast() }
        // A sentence goes on here, so its first word is small, unless it is a name.
        let startsWithName = text.dropFirst().first?.isUppercase ?? false
        return ": " + (startsWithName ? text : first.lowercased() + text.dropFirst())
    }
}
