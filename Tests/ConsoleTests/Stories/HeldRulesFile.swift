import ReceiptConsole
import Synchronization

/// A rules file that a story changes as if with an editor.
final class HeldRulesFile: Sendable {
    private let content: Mutex<String>
    private let initial: String
    private let name: String

    init(_ content: String, name: String = "firestore.rules") {
        self.content = Mutex(content)
        initial = content
        self.name = name
    }

    /// Saves the file.
    func save(_ text: String) { content.withLock { $0 = text } }

    /// Its contents.
    var text: String { content.withLock(\.self) }

    /// The file, as it was at the start.
    var file: RulesFile {
        RulesFile(name: "config/\(name)", initial: initial, read: { self.text }, write: { self.save($0) })
    }
}
