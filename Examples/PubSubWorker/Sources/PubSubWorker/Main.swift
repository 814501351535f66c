import FirestoreClient
import Foundation
import Hummingbird
import ReadReceipts
import ReceiptWorker

/// Takes receipts that Pub/Sub pushes, and writes them to the Firestore that `FIRESTORE_EMULATOR_HOST` names, each with the rights of its
/// user. In production, a worker acts as an administrator: `.administrator(service)`.
@main struct PubSubWorker {
    static func main() async throws {
        let environment = ProcessInfo.processInfo.environment
        let settings = FirestoreSettings(projectID: environment["GCLOUD_PROJECT"] ?? "demo-chat")
        settings.endpoint = try .emulator(environment["FIRESTORE_EMULATOR_HOST"] ?? "127.0.0.1:8080")
        let firestore = try Firestore(settings)
        let worker = try ReceiptWorker(
            Outbox(path: environment["OUTBOX"] ?? "outbox.sqlite"),
            to: .users { user in
                ReceiptService(firestore: try firestore.acting(as: .emulatorUser(uid: user.string)))
            })
        let application = Application(
            router: routes(to: worker),
            configuration: ApplicationConfiguration(
                address: .hostname("127.0.0.1", port: environment["PORT"].flatMap(Int.init) ?? 8082)),
            // The worker stops after the server, and writes what is left.
            services: [worker])
        try await application.runService()
    }
}
