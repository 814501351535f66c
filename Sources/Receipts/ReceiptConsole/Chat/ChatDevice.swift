import ReadReceipts

/// A user's device on a page: their session, and the network that it is on.
///
/// It outlives the panes that show it for as long as messages wait to be sent, or it is switched off.
final class ChatDevice: Sendable {
    /// What tells the devices of a page apart.
    struct ID: Hashable, Sendable {
        let schema: String
        let user: UserID
    }

    let id: ID
    let network: NetworkSwitch
    let session: ReceiptSession
    /// The names of users, as this one may see them.
    let profiles: UserProfiles

    /// - Parameters:
    ///   - user: Whose device it is.
    ///   - chats: The database.
    ///   - signal: Told when the device has written something.
    init(_ user: UserID, _ chats: ChatDatabase, _ signal: ChangeSignal) throws(ReceiptsError) {
        id = ID(schema: chats.schema.name, user: user)
        network = NetworkSwitch { signal.notify() }
        let service = try chats.service(of: user, over: network)
        profiles = UserProfiles(of: service, patience: .seconds(5))
        session = ReceiptSession(service: service, userID: user)
    }

    /// Whether nobody needs it who does not look at it.
    var isIdle: Bool {
        get async {
            if network.isOff { return false }
            guard await session.pendingMessages.isEmpty else { return false }
            return await session.queuedReceipts.isEmpty
        }
    }
}
