import FirestoreModel
import Synchronization

/// Which schema the messages of a conversation have.
extension ChatStore {
    /// How many of the newest messages to read to find out.
    static var layoutSampleSize: Int { 3 }

    /// Evidence about a conversation before any message is known.
    var noEvidence: LayoutEvidence { LayoutEvidence(of: recognizer?.schemas.count ?? 1) }

    /// Checks that the newest messages of a conversation have this schema, unless that is known.
    ///
    /// - Returns: The number of documents read, as production bills them.
    /// - Throws: ``ReceiptsError/Code/otherSchema``. Nothing if the user may not list messages, because then nobody can tell.
    func checkSchema(of conversation: ConversationID) async throws(ReceiptsError) -> Int {
        guard let recognizer, recognizer.schemas.count > 1, !knownConversations.contains(conversation) else {
            return 0
        }
        let messages: [Message]
        do throws(ReceiptsError) {
            messages = try await newestMessages(in: conversation)
        } catch {
            guard error.code == .permissionDenied || error.code == .server else { throw error }
            return 0
        }
        var evidence = noEvidence
        for message in messages { evidence.note(message.layout) }
        if evidence.isForeign { throw otherSchema(evidence, in: conversation) }
        note(evidence, of: conversation)
        return max(messages.count, 1)
    }

    /// Notes that a conversation has this schema, if the evidence is conclusive.
    func note(_ evidence: LayoutEvidence, of conversation: ConversationID) {
        if evidence.isKnown, !evidence.isForeign { knownConversations.insert(conversation) }
    }

    /// The error for writing into messages of another schema.
    func otherSchema(_ evidence: LayoutEvidence, in conversation: ConversationID) -> ReceiptsError {
        let path = schema.path(ofConversation: conversation)
        let reason = otherSchema(evidence)
        var error = ReceiptsError(
            .otherSchema, "the messages of conversation \"\(conversation)\" (\(path)) \(reason)")
        error.messageSchemas = recognizer?.names(evidence.schemas) ?? []
        return error
    }

    /// Which schema messages have instead of this one, as the end of a sentence.
    func otherSchema(_ evidence: LayoutEvidence) -> String {
        let names = recognizer?.names(evidence.schemas) ?? []
        return names.isEmpty
            ? "have neither the schema \(schema.name) nor any other known schema"
            : "have the schema \(names.joined(separator: " or ")), not \(schema.name)"
    }
}

/// The conversations that are known to have the schema, shared by copies of a store.
final class KnownConversations: Sendable {
    /// The maximum number; then it starts again.
    private static let limit = 10_000

    private let ids = Mutex<Set<ConversationID>>([])

    func contains(_ id: ConversationID) -> Bool { ids.withLock { $0.contains(id) } }

    func insert(_ id: ConversationID) {
        ids.withLock { ids in
            if ids.count >= Self.limit { ids = [] }
            ids.insert(id)
        }
    }
}
