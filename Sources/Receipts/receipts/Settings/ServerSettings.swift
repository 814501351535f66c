import PrintableText

/// Settings of the commands that run on servers, beside their arguments.
///
/// The option `--flush-interval` of `worker run` is also the variable `RECEIPTS_WORKER_FLUSH_INTERVAL`, and `"flush-interval"` of `"worker"` in
/// a ``SettingsFile``. Arguments count first, then variables, then the file. Settings become arguments, so that all are checked alike.
struct ServerSettings: Sendable {
    /// The first words of these commands, with the subcommands that read settings; none for a command without subcommands.
    static let commands: [String: [String]] = [
        "worker": ["run"], "emulator": ["start", "exec"], "console": [],
    ]
    static var list: String { commands.keys.sorted().joined(separator: ", ") }

    /// The variable with the path of a settings file, and the option.
    static let fileVariable = "RECEIPTS_SETTINGS"
    static let fileOption = "--settings"

    /// A command line with the settings in it.
    struct Completion: Sendable, Equatable {
        var arguments: [String]
        /// Which options come from where: `--listen from RECEIPTS_WORKER_LISTEN`.
        var origins: [String] = []
    }

    private struct Setting {
        let input: CommandShape.Input
        let values: [String]
        /// The variable, or the file.
        let origin: String
    }

    private let arguments: [String]
    /// The name of the settings: the first word of the command.
    private let name: String
    /// How many words the command has.
    private let wordCount: Int
    private let environment: [String: String]

    /// - Returns: nil for a command without settings.
    init?(_ arguments: [String], environment: [String: String]) {
        guard let name = arguments.first, let subcommands = ServerSettings.commands[name] else { return nil }
        let isNamed = arguments.count > 1 && subcommands.contains(arguments[1])
        // Without a subcommand, options belong to the usual one.
        let isUsual = arguments.count < 2 || arguments[1].hasPrefix("-")
        guard isNamed || isUsual else { return nil }
        self.arguments = arguments
        self.name = name
        self.environment = environment
        wordCount = isNamed ? 2 : 1
    }

    /// Adds the settings to the arguments.
    ///
    /// - Parameter read: Reads a file.
    /// - Throws: ``CommandFailure`` for an unknown setting, a wrong value or a file that cannot be read.
    func completed(
        reading read: (String) throws(CommandFailure) -> [UInt8]
    ) throws(CommandFailure) -> Completion {
        let variables = environment.filter { isVariable($0.key) && !$0.value.isEmpty }
        guard !variables.isEmpty || filePath != nil, let shape else {
            return Completion(arguments: arguments)
        }
        var settings: [Setting] = []
        for (variable, value) in variables.sorted(by: { $0.key < $1.key }) {
            guard let input = try input(named: option(of: variable), in: shape, as: variable) else {
                continue
            }
            let values = input.isRepeating ? value.split(separator: ",").map(String.init) : [value]
            settings.append(Setting(input: input, values: values, origin: variable))
        }
        if let filePath {
            let file = try SettingsFile(try read(filePath), path: filePath)
            for (name, values) in file.settings[self.name] ?? [] {
                guard let input = try input(named: name, in: shape, as: "\(self.name).\(name) in \(filePath)")
                else {
                    continue
                }
                settings.append(Setting(input: input, values: values, origin: filePath))
            }
        }
        return try completion(with: settings)
    }

    private func completion(with settings: [Setting]) throws(CommandFailure) -> Completion {
        let given = arguments.prefix { $0 != "--" }.map {
            $0.split(separator: "=", maxSplits: 1).first.map(String.init) ?? $0
        }
        var set = Set(given)
        var words: [String] = []
        var origins: [String] = []
        for setting in settings where set.isDisjoint(with: setting.input.spellings) {
            let more = try self.words(of: setting)
            if more.isEmpty { continue }
            set.formUnion(setting.input.spellings)
            words += more
            origins.append("\(setting.input.title) from \(setting.origin)")
        }
        return Completion(
            arguments: Array(arguments[..<wordCount]) + words + Array(arguments[wordCount...]),
            origins: origins)
    }

    private func words(of setting: Setting) throws(CommandFailure) -> [String] {
        let input = setting.input
        switch input.kind {
        case .option:
            guard input.isRepeating || setting.values.count == 1 else {
                throw failure("\(setting.origin): \(input.title) takes one value")
            }
            return setting.values.map { "\(input.title)=\($0)" }
        case .flag:
            switch setting.values {
            case ["true"], ["1"]: return [input.title]
            // The opposite of a flag that is on by default.
            case ["false"], ["0"]:
                return input.spellings.filter { $0.hasPrefix("--no-") && $0 != input.title }
            default: throw failure("\(setting.origin): \(input.title) is true or false")
            }
        case .positional: return []
        }
    }

    // MARK: Names

    private var prefix: String { "RECEIPTS_\(name.uppercased())_" }

    /// Whether a variable is a setting of this command; those with secrets are not.
    private func isVariable(_ variable: String) -> Bool {
        variable.hasPrefix(prefix)
            && !SecretFiles.variables.contains { variable == $0 || variable == $0 + SecretFiles.suffix }
    }

    private func option(of variable: String) -> String {
        variable.dropFirst(prefix.count).lowercased().replacing("_", with: "-")
    }

    /// The option of a setting; nil if another subcommand has it.
    private func input(
        named name: String, in shape: CommandShape, as origin: String
    ) throws(CommandFailure) -> CommandShape.Input? {
        let isSettings = "--" + name == ServerSettings.fileOption
        if !isSettings, let input = shape.option("--" + name) { return input }
        let subcommands = ServerSettings.commands[self.name] ?? []
        if !isSettings, subcommands.contains(where: { group?.command($0)?.option("--" + name) != nil }) {
            return nil
        }
        let known = shape.options.flatMap(\.spellings).filter { $0.hasPrefix("--") }.map {
            String($0.dropFirst(2))
        }
        let question = Spelling.question(name, among: known)
        throw failure("\(origin.printable) is not a setting of receipts \(self.name).\(question)")
    }

    private var group: CommandShape? { CommandShape.receipts?.command(name) }

    private var shape: CommandShape? {
        guard let group, !group.commands.isEmpty else { return group }
        return group.command(wordCount == 2 ? arguments[1] : group.defaultSubcommand ?? "")
    }

    private var filePath: String? {
        for (index, word) in arguments.enumerated() {
            if word == "--" { break }
            if word == ServerSettings.fileOption, index + 1 < arguments.count { return arguments[index + 1] }
            if word.hasPrefix(ServerSettings.fileOption + "=") {
                return String(word.dropFirst(ServerSettings.fileOption.count + 1))
            }
        }
        let path = environment[ServerSettings.fileVariable] ?? ""
        return path.isEmpty ? nil : path
    }

    private func failure(_ message: String) -> CommandFailure {
        var failure = CommandFailure(.wrongUsage, message)
        failure.command = "receipts \(name)"
        return failure
    }
}
