import ReadReceipts

/// The ids of samples, with a number appended if they are taken.
struct SampleIDs: Sendable {
    /// The maximum number of sets of samples.
    private static let limit = 50
    /// How many existing conversations to search for users without a profile.
    private static let conversationLimit = 1000

    /// The ending of the conversations' ids.
    private let suffix: String
    private var users: [UserID: UserID] = [:]
    /// The users without a profile, by their ids in the samples.
    private(set) var usersWithoutProfile: [UserID] = []

    /// Finds unused ids: conversations that do not exist and have no messages, and users who have the sample's profile, or neither a profile
    /// nor a conversation.
    init(in service: ReceiptService) async throws(ReceiptsError) {
        suffix = try await SampleIDs.freeSuffix(in: service)
        try await findUsers(in: service)
    }

    func conversation(_ chat: SampleChat) -> ConversationID { ConversationID(chat.id.string + suffix) }

    func user(_ id: UserID) -> UserID { users[id] ?? id }

    private static func freeSuffix(in service: ReceiptService) async throws(ReceiptsError) -> String {
        search: for number in 1...limit {
            let suffix = suffix(number)
            for chat in SampleChat.all {
                let id = ConversationID(chat.id.string + suffix)
                if try await service.titledConversation(id) != nil { continue search }
                if try await service.hasMessages(conversation: id) { continue search }
            }
            return suffix
        }
        throw ReceiptsError(
            .server, "there are \(limit) sets of sample conversations already; delete some first")
    }

    private mutating func findUsers(in service: ReceiptService) async throws(ReceiptsError) {
        let conversations = try await service.titledConversations(limit: SampleIDs.conversationLimit)
        let members = Set(conversations.flatMap(\.conversation.members))
        let profiles = UserProfiles(of: service)
        var left = SampleChat.names
        for number in 1...SampleIDs.limit where !left.isEmpty {
            let suffix = SampleIDs.suffix(number)
            let found = try await profiles.profiles(of: left.map { UserID($0.id.string + suffix) })
            left.removeAll { user in
                let id = UserID(user.id.string + suffix)
                let isFree = found[id].map { $0.displayName == user.name } ?? !members.contains(id)
                if isFree {
                    users[user.id] = id
                    if found[id] == nil { usersWithoutProfile.append(user.id) }
                }
                return isFree
            }
        }
        if let user = left.first {
            throw ReceiptsError(.server, "there is no free id like \"\(user.id)\" for a sample user")
        }
    }

    private static func suffix(_ number: Int) -> String { number == 1 ? "" : "-\(number)" }
}

/// What was created.
struct SampleReport: Encodable, Sendable {
    /// The ids of the conversations.
    let conversations: [ConversationID]
    /// The number of new profiles.
    let profiles: Int
}
