import CurlHTTP
import FirestoreClient
import Foundation
import ReadReceipts

/// How long receipts take on their way over a server: `receipts emulator exec -- ReceiptRoundTrips`.
@main
struct Main: Sendable {
    private let http = HTTPClient()
    let admin: Firestore

    private init() throws {
        admin = try Main.firestore(.emulatorAdmin, http)
    }

    static func main() async throws {
        let main = try Main()
        try await main.report("marking 100 messages read on an open chat", runs: 15) {
            try await main.markingTime(messages: 100, run: $0)
        }
        try await main.report("marking 1,000 messages read", runs: 9) {
            try await main.markingTime(messages: 1000, run: $0)
        }
        for method in ListenerOptions.Method.allCases {
            try await main.report(
                "from opening the chat to the sender's 100 receipts, \(method.words)", runs: 15
            ) {
                try await main.endToEndTime(run: $0, method)
            }
            try await main.reportDelays(method)
        }
        try await main.report("details in a group of 500, nobody's name known", runs: 15) {
            try await main.detailsTime(run: $0, isKnown: false)
        }
        try await main.report("the same with all names known", runs: 15) {
            try await main.detailsTime(run: $0, isKnown: true)
        }
        try await main.reportManyConversations(1000, messages: 100, .automatic)
        try await main.reportManyConversations(200, messages: 1, .polling)
        await main.http.shutdown()
    }

    // MARK: Marking

    private func markingTime(messages: Int, run: Int) async throws -> Duration {
        let id: ConversationID = "mark-\(messages)-\(run)"
        try await makeConversation(id.string, members: ["alice", "bob"], messages: messages)
        let bob = try session("bob")
        return try await ContinuousClock().measure {
            let result = try await bob.markConversationAsRead(conversationID: id)
            precondition(result.marked.count == messages, "\(result)")
        }
    }

    // MARK: Details

    private func detailsTime(run: Int, isKnown: Bool) async throws -> Duration {
        let crowd = (1..<500).map { "member-\($0)" }
        if run == 0, !isKnown {
            let batch = admin.batch()
            for user in crowd {
                batch.setData(
                    ["displayName": "Name of \(user)"], forDocument: admin.document("users/\(user)"))
            }
            try await batch.commit()
            try await makeConversation(
                "crowd", members: ["alice"] + crowd, messages: 1, readBy: crowd.prefix(250))
        }
        let service = try session("alice").service
        let profiles = UserProfiles(of: service)
        func details() async throws {
            let details = try await service.details(
                of: "m0", conversation: "crowd", user: "alice", profiles: profiles)
            precondition(details.read.count == 250 && details.notRead.count == 249)
        }
        if isKnown { try await details() }
        return try await ContinuousClock().measure { try await details() }
    }

    // MARK: The chat

    func makeConversation(
        _ id: String, members: [String], messages: Int, readBy: ArraySlice<String> = []
    ) async throws {
        try await admin.document("conversations/\(id)").setData(["participants": members])
        for start in stride(from: 0, to: messages, by: 500) {
            let batch = admin.batch()
            for number in start..<min(start + 500, messages) {
                batch.setData(
                    [
                        "senderId": "alice", "text": "Are you coming tonight? \(number)", "status": "sent",
                        "readBy": Array(readBy), "timestamp": FieldValue.serverTimestamp(),
                    ], forDocument: admin.document("conversations/\(id)/messages/m\(number)"))
            }
            try await batch.commit()
        }
    }

    func session(_ user: UserID) throws -> ReceiptSession {
        ReceiptSession(
            service: ReceiptService(firestore: try Main.firestore(.emulatorUser(uid: user.string), http)),
            userID: user)
    }

    static func firestore(_ credentials: Credentials, _ http: HTTPClient) throws -> Firestore {
        guard let address = ProcessInfo.processInfo.environment["FIRESTORE_EMULATOR_HOST"] else {
            print("usage: receipts emulator exec -- ReceiptRoundTrips")
            exit(2)
        }
        return try Firestore(
            FirestoreSettings(
                projectID: "demo-bench", endpoint: .emulator(address), credentials: credentials,
                retryPolicy: .never),
            transport: http)
    }

    // MARK: Reporting

    /// Prints the median of some runs.
    private func report(_ name: String, runs: Int, _ time: @Sendable (Int) async throws -> Duration)
        async throws
    {
        var times: [Duration] = []
        for run in 0..<runs { times.append(try await time(run)) }
        print("\(name): \(milliseconds(times.sorted()[times.count / 2])) ms")
    }

    func mean(_ times: [Duration]) -> Double { milliseconds(times.reduce(.zero, +) / times.count) }

    func milliseconds(_ time: Duration) -> Double { (time / .milliseconds(1) * 10).rounded() / 10 }
}
