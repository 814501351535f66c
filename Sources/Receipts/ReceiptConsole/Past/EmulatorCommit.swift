import CoreValues
import FirestoreClient
import FirestoreModel
import HTTPTransport
import HTTPTypes
import ReadReceipts

/// A commit that the embedded emulator remembers, with who made it.
struct EmulatorCommit: Decodable, Sendable, Equatable {
    let time: String
    /// The user who made it; nil for an administrator, for nobody, and for an import.
    let user: UserID?
    let admin: Bool?
    /// The numbers of the call, and of the rules' decision.
    let call: Int?
    let decision: Int?
}

/// The commits of an emulator that concern some places.
struct EmulatorCommits: Decodable, Sendable {
    let commits: [EmulatorCommit]
    /// From when on the emulator remembers commits.
    let begin: String
    let hasMore: Bool?

    /// Asks for the latest commits that changed something at or below one of these paths, the oldest first.
    ///
    /// - Throws: ``ConsoleFailure`` if the emulator keeps no list of its commits, as Google's does not.
    static func read(from firestore: Firestore, touching paths: [String], limit: Int) async throws -> Self {
        let settings = firestore.settings
        let places = paths.map { "&touching=\($0.percentEncoded)" }.joined()
        let name = "projects/\(settings.projectID)/databases/\(settings.databaseID)"
        var request = HTTPRequest(
            method: .get, scheme: "http", authority: settings.endpoint.authority,
            path: "/emulator/v1/\(name)/documents:commits?limit=\(limit)\(places)")
        request.headerFields[.authorization] = "Bearer owner"
        let response = try await firestore.transport.send(request, body: [])
        guard response.head.status == .ok else {
            throw ConsoleFailure(.notFound, "this emulator keeps no list of its commits")
        }
        return try ConsoleJSON.read(Self.self, from: response.body)
    }
}
