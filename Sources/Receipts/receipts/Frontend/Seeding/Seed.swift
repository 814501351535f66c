import CoreValues
import JSONText
import ReadReceipts

/// The content of a seed file.
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

    /// A list of messages, or how many to create.
    enum Messages: Sendable {
        case list([Message])
        case generated(count: Int, senderID: UserID, status: String)
    }

    struct Message: Decodable, Sendable {
        enum CodingKeys: String, CodingKey, CaseIterable {
            case id, senderId, text, status, timestamp, deliveredTo, readBy, stages, isSystemMessage
        }

        var id: MessageID
        var senderId: UserID
        var text: String?
        var status: String?
        /// RFC 3339; the current time if missing.
        var timestamp: String?
        var deliveredTo: [UserID]?
        var readBy: Readers?
        /// Who has reached further stages of the schema, by the name of the stage.
        var stages: [String: Readers]?
        var isSystemMessage: Bool?
    }

    /// Who has read a message or reached another stage, and when, if the file says so.
    struct Readers: Sendable {
        /// The users, in their order, each with an RFC 3339 time.
        var times: [(user: UserID, time: String?)]

        var users: [UserID] { times.map(\.user) }
    }

    enum CodingKeys: String, CodingKey, CaseIterable {
        case users, conversations
    }

    var users: ByID<UserID, User>?
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
            times = try container.decode(ByID<UserID, String>.self).entries.sorted {
                $0.content < $1.content
            }.map { ($0.id, $0.content) }
        }
    }
}

/// An object whose names are ids.
struct ByID<ID: ExactText, Content: Decodable & Sendable>: Sendable {
    /// The members, in the order of the ids.
    let entries: [(id: ID, content: Content)]
}

extension ByID: Decodable {
    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: AnyCodingKey.self)
        entries = try container.allKeys.map { name in
            (ID(name.stringValue), try container.decode(Content.self, forKey: name))
        }.sorted { $0.id < $1.id }
    }
}
