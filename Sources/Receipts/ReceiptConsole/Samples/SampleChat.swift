import FirestoreModel
import ReadReceipts

/// A sample conversation.
struct SampleChat: Sendable {
    /// A message of the conversation.
    struct Message: Sendable {
        let id: MessageID
        /// The sender; nil for a system message.
        let sender: UserID?
        let text: String
        /// When it was sent, some minutes ago.
        let time: Timestamp
    }

    let id: ConversationID
    let title: String?
    let members: [UserID]
    private let lines: [(sender: UserID?, text: String)]

    /// Conversations of two, four and twenty members.
    static let all = [
        SampleChat(
            id: "alice-bob", title: nil, members: ["alice", "bob"],
            lines: [
                ("alice", "Lunch at one?"), ("bob", "Half past, please."), ("alice", "See you there."),
            ]),
        SampleChat(
            id: "team", title: "Release team", members: ["alice", "bob", "carol", "dave"],
            lines: [
                (nil, "alice created this group"), ("alice", "The release is out! 🎉"),
                ("bob", "Great. Who writes the announcement?"), ("carol", "I will. Give me an hour."),
                ("alice", "Thank you all!"),
            ]),
        SampleChat(
            id: "choir", title: "Choir", members: names.map(\.id),
            lines: [
                ("alice", "Rehearsal is at seven on Thursday."), ("alice", "Please bring your scores."),
            ]),
    ]

    /// The messages; the last one was sent a minute ago.
    func messages(at now: Timestamp) -> [Message] {
        let begin = now.seconds - Int64(lines.count) * 60
        return lines.enumerated().map { index, line in
            Message(
                id: "m\(index + 1)", sender: line.sender, text: line.text,
                time: Timestamp(seconds: begin + Int64(index) * 60, nanoseconds: 0))
        }
    }

    /// The members and their names.
    static let names: [(id: UserID, name: String)] = [
        ("alice", "Alice Andersson"), ("bob", "Bob Baker"), ("carol", "Carol Castillo"),
        ("dave", "Dave Dubois"),
        ("erin", "Erin Eze"), ("frank", "Frank Fischer"), ("grace", "Grace Gupta"), ("heidi", "Heidi Huber"),
        ("ivan", "Ivan Ivanov"), ("judy", "Judy Jansen"), ("karim", "Karim Khan"), ("lena", "Lena Lopez"),
        ("mallory", "Mallory Martin"), ("niaj", "Niaj Nakamura"), ("olivia", "Olivia Olsen"),
        ("peggy", "Peggy Park"), ("quentin", "Quentin Quist"), ("rupert", "Rupert Rossi"),
        ("sybil", "Sybil Santos"), ("trent", "Trent Tran"),
    ]
}
