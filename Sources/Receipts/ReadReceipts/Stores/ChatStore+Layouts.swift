import FirestoreModel
import Synchronization

/// Which schema the messages of a conversation have.
extension ChatStore {
    /// How many of the newest messages are read to tell.
    static var layoutSampleSize: Int { 3 }

    /// The layouts of a conversation, of which nothing is known yet.
    var noEvidence: LayoutEvidence { LayoutEvidence(of: recognizer?.schemas.count ?? 1) }

    /// Checks that the newest messages of a conversation have this schema, unless that is known already.
    ///
    /// - Returns: How many documents were read for it, as production bills them.
    /// - Throws: ``ReceiptsError/Code/otherSchema``. Where the messages may not be listed nobody can tell, and nothing is thrown.
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

    /// Notes that messages of a conversation have this schema, where they tell.
    func note(_ evidence: LayoutEvidence, of conversation: ConversationID) {
        if evidence.isKnown, !evidence.isForeign { knownConversations.insert(conversation) }
    }

    /// The refusal to write into messages of another schema.
    func otherSchema(_ evidence: LayoutEvidence, in conversation: ConversationID) -> ReceiptsError {
        let path = schema.path(ofConversation: conversation)
        let reason = otherSchema(evidence)
        var error = ReceiptsError(
            .otherSchema, "the messages of conversation \"\(conversation)\" (\(path)) \(reason)")
        error.messageSchemas = recognizer?.names(evidence.schemas) ?? []
        return error
    }

    /// What messages have in place of this schema, as the end of a sentence.
    func otherSchema(_ evidence: LayoutEvidence) -> String {
        let names = recognizer?.names(evidence.schemas) ?? []
        return names.isEmpty
            ? "do not have the schema \(schema.name), nor another one that is known"
            : "have the schema \(names.joined(separator: " or ")), not \(schema.name)"
    }
}

/// The conversations whose messages are known to have the schema, which copies of a store share.
final class KnownConversations: Sendable {
    /// Beyond so many it begins anew.
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
