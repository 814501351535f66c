/// A text for `receipts help TOPIC`, which is also a manual page.
struct HelpTopic: Sendable {
    /// The word that asks for it.
    let name: String
    /// What it is about, in one line.
    let title: String
    /// The text: paragraphs, and lines that begin with spaces and are printed unchanged.
    let text: String

    /// Finds a topic by its name.
    init?(_ name: String) {
        guard let topic = HelpTopic.all.first(where: { $0.name == name }) else { return nil }
        self = topic
    }

    init(_ name: String, _ title: String, _ text: String) {
        (self.name, self.title, self.text) = (name, title, text)
    }

    /// The topics by name.
    static let all = [connecting, environment, exitStatus, output, schemas, settings, testingRules]

    /// What `receipts help topics` prints.
    static var list: String {
        all.map { $0.name.padded(15) + $0.title }.joined(separator: "\n")
    }

    /// The text that arguments ask for; nil if they ask for no topic.
    static func text(for arguments: [String]) -> String? {
        guard arguments.count == 2, arguments[0] == "help" else { return nil }
        return arguments[1] == "topics" ? list : HelpTopic(arguments[1])?.text
    }
}
