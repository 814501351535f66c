import FirestoreClient
import ReadReceipts

/// What a device has cost since it was opened. A Realtime Database bills bytes, so its devices have no operations.
struct DeviceUsage: Encodable, Sendable {
    let schema: String
    let user: UserID
    let reads: Int
    let writes: Int
    let requests: Int

    /// Nil for a device on a Realtime Database.
    init?(_ device: ChatDevice) {
        guard let usage = device.session.service.firestore?.usage else { return nil }
        (schema, user) = (device.id.schema, device.id.user)
        (reads, writes, requests) = (usage.documentsRead, usage.documentsWritten, usage.requests)
    }
}
