import FirestoreModel
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
    convenience init(_ user: UserID, _ chats: ChatDatabase, _ signal: ChangeSignal) throws(ReceiptsError) {
        let network = NetworkSwitch { signal.notify() }
        self.init(user, try chats.service(of: user, over: network), network)
    }

    /// A device that shows the past. Nothing that it does is kept.
    convenience init(_ user: UserID, _ chats: ChatDatabase, at time: Timestamp) throws {
        self.init(user, try chats.service(of: user, at: time), NetworkSwitch {})
    }

    private init(_ user: UserID, _ service: ReceiptService, _ network: NetworkSwitch) {
        id = ID(schema: service.schema.name, user: user)
        self.network = network
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
