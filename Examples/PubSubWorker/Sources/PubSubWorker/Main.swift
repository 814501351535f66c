import FirestoreClient
import Foundation
import PubSubClient
import ReadReceipts
import ReceiptWorker

/// Writes receipts from Pub/Sub to the Firestore that `FIRESTORE_EMULATOR_HOST` names, each with the rights of its user. In production, a
/// worker acts as an administrator: `.administrator(service)`.
///
/// It takes messages that Pub/Sub pushes. If `PUBSUB_EMULATOR_HOST` names an emulator, it also pulls from the subscription `worker`.
/// Either way, a message is acknowledged once Firestore has its receipts.
@main struct PubSubWorker {
    static func main() async throws {
        let environment = ProcessInfo.processInfo.environment
        let project = environment["GCLOUD_PROJECT"] ?? "demo-chat"
        let settings = FirestoreSettings(projectID: project)
        settings.endpoint = try .emulator(environment["FIRESTORE_EMULATOR_HOST"] ?? "127.0.0.1:8080")
        let firestore = try Firestore(settings)
        let subscription = try PubSubEndpoint.emulator(environment: environment).map { endpoint in
            ReceiptSubscription(
                try SubscriptionName("worker", project: project),
                on: try PubSub(PubSubSettings(endpoint: endpoint)))
        }
        let worker = MessageWorker(
            subscription,
            to: .users { user in
                ReceiptService(firestore: try firestore.acting(as: .emulatorUser(uid: user.string)))
            })
        let intake = try ReceiptIntake(
            for: worker, schema: .status, host: "127.0.0.1",
            port: environment["PORT"].flatMap(Int.init) ?? 8082)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await worker.run() }
            group.addTask {
                try await intake.serve { port in
                    // Unlike print, it does not wait for more.
                    FileHandle.standardOutput.write(Data("ready http://127.0.0.1:\(port)\n".utf8))
                }
            }
            try await group.waitForAll()
        }
    }
}
