import Foundation
import Testing

@testable import receipts

@Suite("Topics of help")
struct HelpTopicTests {
    @Test(arguments: HelpTopic.all.map(\.name))
    func `help prints a topic, whose lines fit its page`(name: String) async throws {
        let outcome = await (try CommandLine()).run("help", name)
        #expect(outcome.status == 0)
        let topic = try #require(HelpTopic(name))
        #expect(outcome.out == [topic.text])
        for line in topic.text.split(separator: "\n") { #expect(line.count <= 120, "\(line)") }
    }

    @Test func `the topics are listed, in the help of the program too`() async throws {
        let line = try CommandLine()
        let list = await line.run("help", "topics").out.joined()
        let help = await line.run("--help").out.joined()
        for topic in HelpTopic.all {
            #expect(list.contains(topic.name) && list.contains(topic.title))
            #expect(help.contains(topic.name))
            #expect(!NamedCommand.all.contains { $0.path == ["receipts", topic.name] }, "hides a command")
        }
    }

    @Test(arguments: [
        ("enviroment", "receipts: there is no command or topic 'enviroment'. Did you mean 'environment'?"),
        ("mark-raed", "receipts: there is no command or topic 'mark-raed'. Did you mean 'mark-read'?"),
        (
            "nonsense",
            "receipts: there is no command or topic 'nonsense'; receipts --help lists the commands, receipts help topics the topics"
        ),
    ])
    func `a misspelt topic is named, with the intended one`(word: String, message: String) async throws {
        let outcome = await (try CommandLine()).run("help", word)
        #expect(outcome.status == 2)
        #expect(outcome.err == [message])
    }

    @Test func `the topic environment names every variable that the program reads`() throws {
        let sources = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../Sources/Receipts/receipts").standardized
        var names: Set<String> = []
        let files = try #require(FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
        for case let file as URL in files where file.pathExtension == "swift" {
            let text = try String(contentsOf: file, encoding: .utf8)
            for match in text.matches(of: /"([A-Z][A-Z]+(?:_[A-Z]+)*)"/) where match.1.count > 3 {
                names.insert(String(match.1))
            }
        }
        #expect(names.isSuperset(of: ["NO_COLOR", "TERM", "FIRESTORE_TOKEN", "XDG_STATE_HOME"]))
        for name in names.subtracting(["HOME", "POST"]) {
            #expect(HelpTopic.environment.text.contains(name), "\(name)")
        }
    }

    @Test func `the topic schemas names the presets, and the topic exit-status every status`() {
        for name in ["status", "delivered-to", "read-by", "read-up-to", "read-at"] {
            #expect(HelpTopic.schemas.text.contains("  \(name)"))
        }
        for status in [ExitStatus.done, .failed, .wrongUsage, .unreachable, .interrupted] {
            #expect(HelpTopic.exitStatus.text.contains("  \(status.code) "))
        }
    }
}
