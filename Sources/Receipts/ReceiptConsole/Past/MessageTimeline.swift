import FirestoreClient
import FirestoreModel
import HTTPTypes
import ReadReceipts

/// What has happened to a message, commit by commit, as far as the emulator remembers.
///
/// The message is read as it was after each commit that concerns it, so that all schemas tell their story alike.
struct MessageTimeline: Encodable, Sendable {
    /// One step.
    struct Step: Encodable, Sendable, Equatable {
        enum Kind: String, Encodable, Sendable {
            /// The message is there from here on.
            case sent
            /// A member has reached a stage.
            case reached
            /// The status has another value.
            case status
            case edited, deleted
        }

        let kind: Kind
        let time: String
        /// The stage, or the status.
        @Nullable var name: String?
        /// The member who has reached the stage.
        @Nullable var member: UserID?
        /// Who made the commit; nil for an administrator, for nobody, and for an import.
        @Nullable var user: UserID?
        let isAdmin: Bool
        @Nullable var call: Int?
        @Nullable var decision: Int?

        fileprivate init(_ change: MessageChange, in commit: EmulatorCommit) {
            (kind, name, member) = (change.kind, change.name, change.member)
            (time, user, isAdmin) = (commit.time, commit.user, commit.admin ?? false)
            (call, decision) = (commit.call, commit.decision)
        }
    }

    /// The most commits to look at: the latest ones.
    private static let mostCommits = 200

    let steps: [Step]
    /// Whether earlier commits were left out.
    let isCut: Bool
    /// From when on the emulator remembers commits.
    let begin: String
    let members: [PersonView]

    init(of message: MessageID, in conversation: ConversationID, _ chats: ChatDatabase) async throws {
        guard let firestore = chats.firestore else {
            throw ConsoleFailure(.badRequest, "a Realtime Database keeps no versions, so it has no past")
        }
        let schema = chats.schema
        let place = "\(schema.conversations)/\(conversation)"
        let cursors = [schema.cursors?.collection, schema.cursors?.privateCollection].compactMap(\.self)
        let found = try await EmulatorCommits.read(
            from: firestore,
            touching: ["\(place)/\(schema.messages)/\(message)"] + cursors.map { "\(place)/\($0)" },
            limit: Self.mostCommits)
        var steps: [Step] = []
        // Without commits that were left out, the story begins before the message.
        var before: MessageMoment?
        var isKnown = found.hasMore != true
        for commit in found.commits {
            guard let time = Timestamp(rfc3339: commit.time) else { continue }
            let after = try await MessageMoment(message, in: conversation, chats, at: time)
            if isKnown {
                steps += MessageChange.changes(from: before, to: after, in: schema).map {
                    Step($0, in: commit)
                }
            }
            (before, isKnown) = (after, true)
        }
        self.steps = steps
        isCut = found.hasMore ?? false
        begin = found.begin
        let known = try? await chats.conversation(conversation, through: chats.ownService)
        members = known?.view.members ?? []
    }
}

/// A message at one time, with who had reached each stage.
private struct MessageMoment {
    let message: Message

    /// Nil if it was not there.
    init?(
        _ id: MessageID, in conversation: ConversationID, _ chats: ChatDatabase, at time: Timestamp
    ) async throws {
        let service = try chats.service(of: nil, at: time)
        guard let message = try await service.messages(conversation: conversation, ids: [id]).found.first
        else { return nil }
        guard chats.schema.cursors != nil else {
            self.message = message
            return
        }
        do throws(ReceiptsError) {
            self.message = try await service.audience(of: conversation, for: [message]).marked(message)
        } catch {
            // The conversation was not there yet.
            guard error.code == .notFound else { throw error }
            self.message = message
        }
    }
}

/// What is different between two moments of a message.
private struct MessageChange {
    let kind: MessageTimeline.Step.Kind
    var name: String?
    var member: UserID?

    static func changes(
        from before: MessageMoment?, to after: MessageMoment?, in schema: ReceiptSchema
    ) -> [MessageChange] {
        guard let after else { return before == nil ? [] : [MessageChange(kind: .deleted)] }
        let (old, new) = (before?.message, after.message)
        var changes: [MessageChange] = []
        if old == nil { changes.append(MessageChange(kind: .sent)) }
        if let old, old.text != new.text { changes.append(MessageChange(kind: .edited)) }
        for stage in schema.stages {
            let known = Set(old?[stage.receipt].users ?? [])
            changes += new[stage.receipt].users.filter { !known.contains($0) && $0 != new.senderID }
                .map { MessageChange(kind: .reached, name: stage.receipt.name, member: $0) }
        }
        if old != nil, old?.status != new.status, let status = new.status {
            changes.append(MessageChange(kind: .status, name: status.rawValue))
        }
        return changes
    }
}
