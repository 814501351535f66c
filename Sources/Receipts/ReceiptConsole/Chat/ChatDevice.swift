import ReadReceipts

/// A user's device on a page: a session and a network.
///
/// It outlives the panes that show it while messages are pending, or while it is offline.
final class ChatDevice: Sendable {
    /// Identifies a device of a page.
    struct ID: Hashable, Sendable {
        let schema: String
        let user: UserID
    }

    let id: ID
    let network: NetworkSwitch
    let session: ReceiptSession
    /// The profiles of users, as this user may read them.
    let profiles: UserProfiles

    /// - Parameters:
    ///   - user: The device's user.
    ///   - chats: The database.
    ///   - signal: Notified when the device writes.
    init(_ user: UserID, _ chats: ChatDatabase, _ signal: ChangeSignal) throws(ReceiptsError) {
        id = ID(schema: chats.schema.name, user: user)
        network = NetworkSwitch { signal.notify() }
        let service = try chats.service(of: user, over: network)
        profiles = UserProfiles(of: service, patience: .seconds(5))
        session = ReceiptSession(service: service, userID: user)
    }

    /// Whether the device can be dropped once no pane shows it.
    var isIdle: Bool {
        get async {
            if network.isOff { return false }
            guard await session.pendingMessages.isEmpty else { return false }
            return await session.queuedReceipts.isEmpty
        }
    }
}
