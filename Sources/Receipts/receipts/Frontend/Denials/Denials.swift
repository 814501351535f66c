import FirestoreClient
import PrintableText
import ReadReceipts
import RealtimeDatabase

/// Describes a denial in the user's terms: the conversation does not exist, the user is not a member, or the rules deny it.
struct Denials: Sendable {
    private let connection: Connection
    private let conversation: ConversationID?
    private let user: UserID?
    private let isVerbose: Bool
    /// The emulator to ask, with the number of its latest decision before the command; nil if no explanation is wanted.
    private let explaining: (questions: DecisionQuestions, after: Int?)?

    /// - Parameters:
    ///   - conversation: The command's conversation; nil for all conversations of the user.
    ///   - user: The command's user, or nil.
    ///   - explains: Whether to print which rule decided.
    /// - Throws: ``CommandFailure`` if that is wanted in production, which does not tell.
    init(
        _ connection: Connection, _ options: ConnectionOptions, conversation: ConversationID?, user: UserID?,
        explains: Bool
    ) async throws(CommandFailure) {
        self.connection = connection
        self.conversation = conversation
        self.user = user
        isVerbose = options.verbose
        guard explains else {
            explaining = nil
            return
        }
        guard let questions = connection.decisions else {
            throw CommandFailure(
                .wrongUsage,
                "--explain needs the embedded emulator (receipts emulator start); production does not say which rule denied it"
            )
        }
        explaining = (questions, await questions.latest())
    }

    /// Runs a function, and translates a denial.
    ///
    /// - Parameter action: What the function does, as in "the rules do not let bob …".
    func translated<Result>(_ action: String, _ body: () async throws -> Result) async throws -> Result {
        do {
            return try await body()
        } catch {
            guard Denials.isDenial(error) else { throw error }
            throw await failure(action, error)
        }
    }

    /// Why the rules denied single messages, line by line; empty unless that is wanted.
    func explanations() async -> [String] {
        guard let explaining else { return [] }
        guard let before = explaining.after, let text = await explaining.questions.denials(after: before)
        else {
            return [
                "receipts: --explain needs the embedded emulator (receipts emulator start); \(connection.server) does not say which rule denied it"
            ]
        }
        return text.split(separator: "\n", omittingEmptySubsequences: false).map { String($0).printable }
    }

    private static func isDenial(_ error: any Error) -> Bool {
        switch error {
        case let error as ReceiptsError: error.code == .permissionDenied
        case let error as FirestoreError: error.code == .permissionDenied
        case let error as DatabaseError: error.code == .permissionDenied
        default: false
        }
    }

    private func failure(_ action: String, _ error: any Error) async -> CommandFailure {
        // The lookup below is another request, so ask for the explanation first.
        let explanations = await explanations()
        var failure = CommandFailure(.failed, await cause(action))
        if isVerbose { failure.details.append("receipts: \(String(describing: error).printable)") }
        failure.details += explanations
        return failure
    }

    /// The cause, if known; otherwise what was denied, and how to learn more.
    private func cause(_ action: String) async -> String {
        let see = isVerbose ? "" : "; -v shows what the server said"
        guard connection.knowsUsers else {
            return "these credentials may not \(action): \(whatMayBe)\(see)"
        }
        if let conversation, let user {
            do throws(ReceiptsError) {
                try await connection.administrator().checkMembership(of: user, in: conversation)
            } catch {
                if error.code == .notFound || error.code == .notAMember { return error.message }
            }
        }
        let who = user.map { "user \"\($0.string.beginning(limit: 60))\"" } ?? "anybody"
        let canExplain = explaining == nil ? await connection.decisions?.latest() != nil : false
        let why = canExplain ? "; --explain shows the rule that decided" : ""
        return "the security rules do not let \(who) \(action)\(why)\(see)"
    }

    /// The possible causes, if nobody can look.
    private var whatMayBe: String {
        (conversation == nil ? "" : "there may be no such conversation, ")
            + "the security rules may deny it, or a role may be missing"
    }
}
