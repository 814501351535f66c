import FirestoreClient
import Foundation
import Hummingbird
import ReadReceipts

/// The chats, with the rights of the user who asks.
///
/// Requests to Firestore carry the user's own ID token. Firestore checks it and applies its rules, so this server needs no rights.
struct Chats {
    let firestore: Firestore

    /// The receipts as the sender of a request may see and write them, and the sender's id.
    func receipts(for request: Request) throws -> (ReceiptService, UserID) {
        guard let header = request.headers[.authorization], header.hasPrefix("Bearer "),
            let user = Self.user(in: header.dropFirst(7))
        else { throw HTTPError(.unauthorized, message: "Send an ID token as Authorization: Bearer TOKEN.") }
        let credentials = Credentials.bearerToken(String(header.dropFirst(7)))
        return (ReceiptService(firestore: try firestore.acting(as: credentials)), user)
    }

    /// The user that a token names. Firestore finds out whether the token is genuine.
    private static func user(in token: Substring) -> UserID? {
        struct Claims: Decodable { var sub: String }
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3 else { return nil }
        let payload = parts[1].replacing("-", with: "+").replacing("_", with: "/")
        let padding = String(repeating: "=", count: (4 - payload.count % 4) % 4)
        guard let data = Data(base64Encoded: payload + padding) else { return nil }
        return (try? JSONDecoder().decode(Claims.self, from: data)).map { UserID($0.sub) }
    }
}
