import JSONText
import PrintableText

/// How many of each kind were written.
struct SeedCounts {
    var users = 0
    var conversations = 0
    var messages = 0

    var summary: String { "\(users) users, \(conversations) conversations, \(messages) messages" }

    var json: JSON {
        .object([
            "users": .integer(users), "conversations": .integer(conversations),
            "messages": .integer(messages),
        ])
    }
}

extension CommandFailure {
    /// A seed is not written because something of it is there.
    init(alreadyThere place: String) {
        self.init(
            .failed,
            "\(place.printable) is there already: nothing was written; --force replaces what is there")
    }
}
