import FirestoreClient
import Foundation
import Hummingbird

/// Serves receipts of the Firestore that `FIRESTORE_EMULATOR_HOST` names, or of a project in production.
@main struct ReceiptServer {
    static func main() async throws {
        let environment = ProcessInfo.processInfo.environment
        let settings = FirestoreSettings(projectID: environment["GCLOUD_PROJECT"] ?? "demo-chat")
        if let address = environment["FIRESTORE_EMULATOR_HOST"] {
            settings.endpoint = try .emulator(address)
        }
        let application = Application(
            router: routes(to: Chats(firestore: try Firestore(settings))),
            configuration: ApplicationConfiguration(
                address: .hostname("127.0.0.1", port: environment["PORT"].flatMap(Int.init) ?? 8081)))
        try await application.runService()
    }
}
