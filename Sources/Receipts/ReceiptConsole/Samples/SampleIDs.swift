import ReadReceipts

/// The ids under which samples are made: their own, or with a number behind them where these are taken.
struct SampleIDs: Sendable {
    /// Beyond so many samples of the same kind no more are made.
    private static let limit = 50
    /// How many of the existing conversations are looked through for users without a profile.
    private static let conversationLimit = 1000

    /// What is put behind the ids of the conversations.
    private let suffix: String
    private var users: [UserID: UserID] = [:]
    /// The users who have no profile yet, by their own ids in the samples.
    private(set) var usersWithoutProfile: [UserID] = []

    /// Finds ids that nobody has: conversations that are not there and have no messages, and users who have the sample's profile
    /// already, or no profile and no conversation.
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
            throw ReceiptsError(.server, "no id like \"\(user.id)\" is free for the user of a sample")
        }
    }

    private static func suffix(_ number: Int) -> String { number == 1 ? "" : "-\(number)" }
}

/// What was made.
struct SampleReport: Encodable, Sendable {
    /// The ids of the conversations.
    let conversations: [ConversationID]
    /// How many users got a profile.
    let profiles: Int
}
