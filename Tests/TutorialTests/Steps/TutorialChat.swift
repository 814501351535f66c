import FirestoreClient
import FirestoreEmulator
import ReadReceipts

/// A chat on an emulator inside this process.
struct TutorialChat {
    static let project = "demo-chat"

    let emulator = Emulator()

    /// The database as somebody sees it.
    func firestore(as credentials: Credentials) throws -> Firestore {
        let settings = FirestoreSettings(
            projectID: Self.project, endpoint: .emulator(host: "localhost", port: 1), credentials: credentials
        )
        return try Firestore(settings, transport: emulator.transport)
    }

    /// The receipts, with the rights of a user.
    func receipts(of user: UserID) throws -> ReceiptService {
        ReceiptService(firestore: try firestore(as: .emulatorUser(uid: user.string)))
    }
}
