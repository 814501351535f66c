import ReadReceipts

/// What a seed file holds.
struct Seed: Decodable, Sendable {
    struct User: Decodable, Sendable {
        enum CodingKeys: String, CodingKey, CaseIterable {
            case displayName, photoURL
        }

        var displayName: String?
        var photoURL: String?
    }

    struct Conversation: Decodable, Sendable {
        enum CodingKeys: String, CodingKey, CaseIterable {
            case id, participants, groupName, messages
        }

        var id: ConversationID
        var participants: [UserID]
        var groupName: String?
        var messages: Messages?
    }

    /// Messages one by one, or how many to make.
    enum Messages: Sendable {
        case list([Message])
        case generated(count: Int, senderID: UserID, status: String)
    }

    struct Message: Decodable, Sendable {
        enum CodingKeys: String, CodingKey, CaseIterable {
            case id, senderId, text, status, timestamp, deliveredTo, readBy, isSystemMessage
        }

        var id: MessageID
        var senderId: UserID
        var text: String?
        var status: String?
        /// RFC 3339; the time of the seeding when it is missing.
        var timestamp: String?
        var deliveredTo: [UserID]?
        var readBy: Readers?
        var isSystemMessage: Bool?
    }

    /// Who has read a message, and when where that is known.
    struct Readers: Sendable {
        /// The users, in their order, each with the RFC 3339 time of the reading.
        var times: [(user: UserID, time: String?)]

        var users: [UserID] { times.map(\.user) }
    }

    enum CodingKeys: String, CodingKey, CaseIterable {
        case users, conversations
    }

    var users: [String: User]?
    var conversations: [Conversation]?
}

extension Seed.Messages: Decodable {
    struct Generated: Decodable {
        enum CodingKeys: String, CodingKey, CaseIterable {
            case count, senderId, status
        }

        var count: Int
        var senderId: UserID
        var status: String?
    }

    init(from decoder: any Decoder) throws {
        if (try? decoder.unkeyedContainer()) != nil {
            self = .list(try [Seed.Message](from: decoder))
            return
        }
        let generated = try Generated(from: decoder)
        guard (0...1_000_000).contains(generated.count) else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "count must be from 0 to 1000000"))
        }
        self = .generated(
            count: generated.count, senderID: generated.senderId, status: generated.status ?? "sent")
    }
}

extension Seed.Readers: Decodable {
    /// Reads a list of users, or an object of their times.
    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let users = try? container.decode([UserID].self) {
            times = users.map { ($0, nil) }
        } else {
            times = try container.decode([String: String].self).sorted { $0.value < $1.value }.map {
                (UserID($0.key), $0.value)
            }
        }
    }
}
