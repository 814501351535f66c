import JSONText
import PrintableText

/// The decoder would silently ignore misspelt names.
extension Seed {
    /// Describes the first unknown name; nil if there is none.
    static func unknownName(in json: JSON) -> String? {
        problem(json, CodingKeys.self, at: "the top level")
            ?? members(json["users"]).lazy.compactMap { id, user in
                problem(user, User.CodingKeys.self, at: "users.\(id.beginning(limit: 60))")
            }.first
            ?? elements(json["conversations"]).lazy.compactMap { unknownName(inConversation: $0, $1) }.first
    }

    private static func unknownName(inConversation number: Int, _ conversation: JSON) -> String? {
        let place = "conversations[\(number)]"
        if let problem = problem(conversation, Conversation.CodingKeys.self, at: place) { return problem }
        guard let messages = conversation["messages"] else { return nil }
        return problem(messages, Messages.Generated.CodingKeys.self, at: "\(place).messages")
            ?? elements(messages).lazy.compactMap { number, message in
                problem(message, Message.CodingKeys.self, at: "\(place).messages[\(number)]")
            }.first
    }

    private static func elements(_ json: JSON?) -> [(Int, JSON)] { Array((json?.array ?? []).enumerated()) }

    private static func members(_ json: JSON?) -> [(String, JSON)] {
        guard case .object(let members)? = json else { return [] }
        return members.map { ($0.name, $0.value) }
    }

    private static func problem<Name: CodingKey & CaseIterable>(
        _ json: JSON, _ names: Name.Type, at place: String
    ) -> String? {
        let known = Name.allCases.map(\.stringValue)
        guard let unknown = members(json).map(\.0).first(where: { !known.contains($0) }) else { return nil }
        let question = Spelling.question(unknown, among: known)
        let hint = question.isEmpty ? " Expected one of: \(known.joined(separator: ", "))" : question
        return "at \(place): there is no member \"\(unknown.beginning(limit: 60))\".\(hint)"
    }
}
