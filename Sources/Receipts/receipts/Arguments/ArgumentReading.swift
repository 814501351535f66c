/// Reads a command line word by word, like the argument parser, to describe mistakes in the user's terms.
struct ArgumentReading: Sendable {
    /// The command as written: `receipts worker status`.
    private(set) var command: String
    /// The first mistake; nil if there is none.
    private(set) var problem: ArgumentProblem?

    private let root: CommandShape
    private var shape: CommandShape
    /// The group whose default command is meant, because none was given.
    private var group: CommandShape?
    private var values: [String: [String]] = [:]
    private var positionals: [String] = []
    private var commandToRun: [String] = []

    init(_ arguments: [String], root: CommandShape) {
        self.root = root
        shape = root
        command = root.commandName
        var rest = arguments[...]
        if rest.first == "help" {
            rest.removeFirst()
            if let word = rest.first, shape.command(word) == nil {
                let topics = ["topics"] + HelpTopic.all.map(\.name)
                problem = .unknownTopic(word, among: shape.commands.map(\.commandName) + topics)
            }
            for word in rest where problem == nil { enter(word) }
            return
        }
        findCommand(&rest)
        if problem == nil { readWords(rest) }
        if problem == nil { checkPositionals() }
        if problem == nil { checkAll() }
    }

    /// True when an option with one value was given several.
    var isDoubled: Bool {
        if case .doubled? = problem { true } else { false }
    }

    // MARK: The command

    private mutating func findCommand(_ rest: inout ArraySlice<String>) {
        while !shape.commands.isEmpty {
            let word = rest.first { !ArgumentReading.isOption($0) }
            let isFirst = word != nil && word == rest.first
            if isFirst, let word, shape.command(word) != nil {
                enter(word)
                rest.removeFirst()
            } else if let usual = shape.defaultSubcommand, let next = shape.command(usual) {
                group = shape
                shape = next
            } else if let option = rest.first, ArgumentReading.isOption(option) {
                if shape.option(option) == nil { problem = unknown(option) }
                return
            } else {
                if let word { problem = .unknownCommand(word, among: shape.commands.map(\.commandName)) }
                return
            }
        }
    }

    private mutating func enter(_ word: String) {
        guard let next = shape.command(word) else {
            problem = .unknownCommand(word, among: shape.commands.map(\.commandName))
            return
        }
        command += " " + word
        shape = next
    }

    // MARK: Its words

    private mutating func readWords(_ words: ArraySlice<String>) {
        var rest = words
        while problem == nil, let word = rest.popFirst() {
            if word == "--" {
                if shape.positionals.contains(where: \.followsTerminator) {
                    commandToRun = Array(rest)
                } else {
                    positionals += rest
                }
                return
            }
            if ArgumentReading.isOption(word) { readOption(word, &rest) } else { positionals.append(word) }
        }
    }

    private mutating func readOption(_ word: String, _ rest: inout ArraySlice<String>) {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(
            String.init)
        guard let input = shape.option(parts[0]) else {
            // Short flags may be combined.
            if !word.hasPrefix("--"), word.dropFirst().allSatisfy({ shape.option("-\($0)") != nil }) {
                return
            }
            problem = unknown(parts[0])
            return
        }
        guard input.kind == .option else { return }
        let value: String
        if parts.count == 2 {
            value = parts[1]
        } else if let next = rest.first, !ArgumentReading.isOption(next), next != "--" {
            value = rest.removeFirst()
        } else {
            problem = .missingValue(input, next: rest.first.flatMap { shape.option($0) == nil ? $0 : nil })
            return
        }
        values[input.title, default: []].append(value)
        if let known = input.allValues, !known.isEmpty, !known.contains(value) {
            problem = .unknownValue(value, of: input, among: known)
        }
    }

    private func unknown(_ option: String) -> ArgumentProblem {
        let others = ArgumentReading.commands(with: option, in: root, named: "")
        if !shape.commands.isEmpty, !others.isEmpty { return .misplacedOption(option) }
        return .unknownOption(
            option, known: shape.options.flatMap(\.spellings), commandsThatHaveIt: Array(others.prefix(3)))
    }

    /// The commands that have an option, without the program's name.
    private static func commands(with option: String, in shape: CommandShape, named name: String) -> [String]
    {
        let here = shape.commands.isEmpty && shape.option(option) != nil ? [name] : []
        return here
            + shape.commands.flatMap {
                commands(
                    with: option, in: $0, named: name.isEmpty ? $0.commandName : "\(name) \($0.commandName)")
            }
    }

    /// Whether a word starts with a dash; `-` alone means standard input.
    private static func isOption(_ word: String) -> Bool {
        word.hasPrefix("-") && word != "-" && word != "--"
    }

    // MARK: Checks

    private mutating func checkPositionals() {
        let wanted = shape.positionals.filter { !$0.followsTerminator }
        if wanted.contains(where: \.isRepeating) || positionals.count <= wanted.count { return }
        let word = positionals[wanted.count]
        if let group, wanted.isEmpty {
            problem = .unknownCommand(word, among: group.commands.map(\.commandName))
        } else if shape.positionals.contains(where: \.followsTerminator), commandToRun.isEmpty {
            problem = .terminatorMissing(word)
        } else {
            problem = .unexpected(word)
        }
    }

    private mutating func checkAll() {
        var missing = shape.options.filter { !$0.isOptional && values[$0.title] == nil }
        for (index, input) in shape.positionals.enumerated() where !input.isOptional {
            if input.followsTerminator ? commandToRun.isEmpty : positionals.count <= index {
                missing.append(input)
            }
        }
        if !missing.isEmpty {
            problem = .missing(missing)
            return
        }
        for input in shape.options where input.kind == .option && !input.isRepeating {
            if let given = values[input.title], Set(given).count > 1 {
                problem = .doubled(input, given)
                return
            }
        }
    }
}
