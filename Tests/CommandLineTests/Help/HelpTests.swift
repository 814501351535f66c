import ArgumentParser
import Foundation
import Testing

@testable import receipts

/// A command with its path, as in `receipts worker status`.
struct NamedCommand: CustomTestStringConvertible, Sendable {
    let path: [String]
    let type: any ParsableCommand.Type

    var testDescription: String { path.joined(separator: " ") }

    /// Every command of the program.
    static let all = tree(ReceiptsCommand.self, below: [])

    private static func tree(_ type: any ParsableCommand.Type, below: [String]) -> [NamedCommand] {
        let path = below + [type.configuration.commandName ?? ""]
        return [NamedCommand(path: path, type: type)]
            + type.configuration.subcommands.flatMap { tree($0, below: path) }
    }

    /// The examples in its help, each without its comment.
    var examples: [String] {
        let discussion = type.configuration.discussion
        guard let title = discussion.range(of: CommandConfiguration.examplesTitle) else { return [] }
        let lines = discussion[title.upperBound...].split(separator: "\n")
        return lines.split { $0.hasPrefix("  # ") }.map { $0.joined(separator: "\n") }
    }
}

@Suite("Help")
struct HelpTests {
    @Test func `there are the commands that the documentation names`() {
        let names = NamedCommand.all.map(\.testDescription)
        #expect(names.count > 25)
        #expect(names.contains("receipts worker dead-letters retry"))
    }

    @Test(arguments: NamedCommand.all)
    func `the help of a command has examples that fit a terminal`(command: NamedCommand) {
        #expect((1...4).contains(command.examples.count))
        for line in command.type.configuration.discussion.split(separator: "\n") where line.hasPrefix("  ") {
            #expect(line.count < 80, "\(line)")
        }
    }

    @Test(arguments: NamedCommand.all)
    func `each example is a valid command line of its command`(command: NamedCommand) throws {
        for example in command.examples {
            let words = ShellWords(example).plain.first { $0.first == "receipts" }
            let arguments = try #require(words, "\(example)")
            #expect(arguments.starts(with: command.path), "\(example)")
            let parsed = try ReceiptsCommand.parseAsRoot(Array(arguments.dropFirst()))
            let isGroup = !command.type.configuration.subcommands.isEmpty
            #expect(isGroup || type(of: parsed) == command.type, "\(example)")
            #expect(CommandFailure(overlookedIn: Array(arguments.dropFirst())) == nil, "\(example)")
        }
    }

    @Test func `a stale example would not parse`() {
        #expect(throws: (any Error).self) {
            try ReceiptsCommand.parseAsRoot(["mark-read", "--conversation", "c", "--users", "bob", "--all"])
        }
        #expect(
            ShellWords("A=$(b c) receipts x \"d e\" - <f |\n jq '.a | .b' >g").plain
                == [["receipts", "x", "d e", "-"], ["jq", ".a | .b"]])
    }

    @Test func `the printed help shows the examples`() async throws {
        let outcome = await (try CommandLine()).run("mark-read", "--help")
        let text = outcome.out.joined(separator: "\n")
        #expect(text.contains("Examples:\n  # Mark all that bob has not read\n  receipts mark-read"))
    }
}
