import FirestoreRules
import JSONText
import PrintableText
import RealtimeDatabaseRules
import RulesCore

/// Shows what the rules languages have built in.
struct RulesFunctionsFrontend {
    let command: RulesFunctionsCommand
    let console: Console

    private var languages: [LanguageReference] {
        switch command.language {
        case .firestore: [.firestore]
        case .realtimeDatabase: [.realtimeDatabase]
        case nil: [.firestore, .realtimeDatabase]
        }
    }

    func run() throws -> ExitStatus {
        let chosen = try languages.map { ($0, try builtIns(of: $0)) }
        switch command.format {
        case .text where command.names.isEmpty:
            let lines = Array(languages.map(\.overview).joined(separator: [""]))
            for line in lines { console.out(line) }
        case .text:
            let lines = chosen.flatMap { language, builtIns in builtIns.map { language.lines($0) } }
            for line in lines.joined(separator: [""]) { console.out(line) }
        case .json:
            for (language, builtIns) in chosen {
                for builtIn in builtIns { console.out(language.json(builtIn).printedText) }
            }
        case .markdown:
            for line in RulesFunctionsFrontend.page(languages) { console.out(line) }
        }
        return .done
    }

    /// The built-ins of a language that were asked for; all if no name was given.
    private func builtIns(of language: LanguageReference) throws -> [BuiltIn] {
        if command.names.isEmpty { return language.builtIns }
        for name in command.names where languages.allSatisfy({ $0.named(name).isEmpty }) {
            let known = Set(languages.flatMap { $0.spellings(like: name) }).sorted()
            throw CommandFailure(
                .wrongUsage,
                "there is no function \"\(name.beginning(limit: 60))\" in rules."
                    + Spelling.question(name, among: known))
        }
        return command.names.flatMap { language.named($0) }
    }

    /// The page `Documentation/RulesFunctions.md`.
    private static func page(_ languages: [LanguageReference]) -> [String] {
        [
            "# Functions in rules", "",
            "The functions, methods and properties that the two rules languages have built in. Methods and properties are listed",
            "under the type of their receiver. `receipts rules functions` shows the same in a terminal, and wrote this page",
            "(`--format markdown`).", "",
        ] + languages.flatMap(\.markdown).dropLast()
    }
}
