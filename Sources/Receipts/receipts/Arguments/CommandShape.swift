import ArgumentParser

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The declaration of a command: its subcommands and arguments.
struct CommandShape: Decodable, Sendable {
    /// An option, a flag or an argument.
    struct Input: Decodable, Sendable {
        enum Kind: String, Decodable, Sendable {
            case positional, option, flag
        }

        struct Name: Decodable, Sendable {
            let kind: String
            let name: String
        }

        let kind: Kind
        let names: [Name]?
        let valueName: String?
        let isOptional: Bool
        let isRepeating: Bool
        let parsingStrategy: String
        /// The allowed values, if they are limited.
        let allValues: [String]?
        let abstract: String?

        /// Its names, such as `--quiet`.
        var spellings: [String] { (names ?? []).map { ($0.kind == "long" ? "--" : "-") + $0.name } }

        /// Its name in messages: `--user` or `<id>`.
        var title: String { spellings.first ?? "<\(valueName ?? "argument")>" }

        /// Whether it follows `--`.
        var followsTerminator: Bool { parsingStrategy == "postTerminator" }
    }

    let commandName: String
    let subcommands: [CommandShape]?
    let defaultSubcommand: String?
    let arguments: [Input]?

    /// The documented subcommands.
    var commands: [CommandShape] { (subcommands ?? []).filter { $0.commandName != "help" } }
    var inputs: [Input] { arguments ?? [] }
    var options: [Input] { inputs.filter { $0.kind != .positional } }
    var positionals: [Input] { inputs.filter { $0.kind == .positional } }

    func command(_ name: String) -> CommandShape? { commands.first { $0.commandName == name } }

    func option(_ spelling: String) -> Input? { options.first { $0.spellings.contains(spelling) } }

    /// The whole command line; nil if the argument parser's description has an unexpected format.
    static let receipts: CommandShape? = {
        struct Description: Decodable {
            let command: CommandShape
        }
        let text = Data(ReceiptsCommand._dumpHelp().utf8)
        return (try? JSONDecoder().decode(Description.self, from: text))?.command
    }()
}
