import FirestoreClient
import FirestoreModel
import RealtimeDatabase
import RealtimeDatabaseModel

/// Writes receipts of any users and conversations in a Realtime Database together. A value for one use.
struct RealtimeReceiptBatch {
    private let chats: RealtimeChats
    private let receipts: [PendingReceipt]
    private var outcomes: [ReceiptOutcome?]
    private var report = ReceiptBatch.Report()
    /// The receipts that are to be written, by their place.
    private var places: [ReadStamp: [Int]] = [:]
    private var stamps: [ReadStamp] = []

    private init(_ receipts: [PendingReceipt], chats: RealtimeChats) {
        self.receipts = receipts
        self.chats = chats
        outcomes = Array(repeating: nil, count: receipts.count)
    }

    /// Writes receipts: see ``ReceiptBatch/write(_:through:as:pace:)``.
    static func write(
        _ receipts: [PendingReceipt], through chats: RealtimeChats, as form: ReceiptBatch.Form,
        pace: @escaping @Sendable (Int) async throws -> Void
    ) async -> ReceiptBatch.Report {
        var batch = RealtimeReceiptBatch(receipts, chats: chats)
        for (conversation, indices) in batch.byConversation() {
            await batch.decide(indices, in: conversation)
        }
        await batch.write(as: form, pace: pace)
        let left = FirestoreError(.cancelled, "The receipt was not looked at.")
        batch.report.outcomes = batch.outcomes.map { $0 ?? .postponed(left) }
        return batch.report
    }

    /// The receipts with good ids, by conversation, in the order in which these come.
    private mutating func byConversation() -> [(conversation: ConversationID, indices: [Int])] {
        var groups: [(conversation: ConversationID, indices: [Int])] = []
        var places: [ConversationID: Int] = [:]
        for (index, receipt) in receipts.enumerated() {
            if let problem = receipt.problem(in: chats.schema) {
                outcomes[index] = .refused(.invalidArgument, reason: problem)
                continue
            }
            let key = receipt.conversationID
            if let place = places[key] {
                groups[place].indices.append(index)
            } else {
                places[key] = groups.count
                groups.append((receipt.conversationID, [index]))
            }
        }
        return groups
    }

    // MARK: Reading and deciding

    private mutating func decide(_ indices: [Int], in conversationID: ConversationID) async {
        do throws(ReceiptsError) {
            let conversation = try await chats.conversation(conversationID)
            let members = conversation.map { UserIndex($0.members) }
            let (nodes, count) = try await chats.nodes(
                in: conversationID, ids: indices.map { receipts[$0].messageID })
            report.documentsRead += count + 1
            let found = nodes.mapValues { chats.message("", $0) }
            var evidence = chats.noEvidence
            for message in found.values { evidence.note(message.layout) }
            for index in indices { decide(index, members, found, evidence) }
        } catch {
            let failure = error.underlying ?? FirestoreError(.unknown, error.message)
            for index in indices {
                let path = chats.schema.path(ofConversation: conversationID)
                outcomes[index] =
                    error.code == .permissionDenied
                    ? .refused(.permissionDenied, reason: "denied by the security rules (\(path))")
                    : .postponed(failure)
            }
        }
    }

    private mutating func decide(
        _ index: Int, _ members: UserIndex?, _ found: [DataKey: Message], _ evidence: LayoutEvidence
    ) {
        let receipt = receipts[index]
        let path = chats.schema.path(ofMessage: receipt.messageID, in: receipt.conversationID)
        guard let message = found[DataKey(receipt.messageID.string)].map(evidence.applied) else {
            outcomes[index] = .refused(.notFound, reason: "there is no such message (\(path))")
            return
        }
        if let members, members.place(of: receipt.userID) == nil {
            let conversation = chats.schema.path(ofConversation: receipt.conversationID)
            outcomes[index] = .refused(
                .permissionDenied,
                reason: "\(receipt.userID) is not a member of the conversation (\(conversation))")
            return
        }
        switch ReceiptDecision(receipt.receipt, by: receipt.userID, of: message, schema: chats.schema) {
        case .mark:
            let stamp = ReadStamp(
                conversationID: receipt.conversationID, messageID: receipt.messageID,
                userID: receipt.userID)
            if places[stamp] == nil { stamps.append(stamp) }
            places[stamp, default: []].append(index)
        case .skip(.otherSchema):
            outcomes[index] = .refused(
                .failedPrecondition, reason: "the messages \(chats.otherSchema(evidence)) (\(path))")
        case .skip(let reason): outcomes[index] = .skipped(reason)
        case .refuse(let reason): outcomes[index] = .refused(.failedPrecondition, reason: reason)
        }
    }

    // MARK: Writing

    private mutating func write(
        as form: ReceiptBatch.Form, pace: @escaping @Sendable (Int) async throws -> Void
    ) async {
        for start in stride(from: 0, to: stamps.count, by: form.maximumWrites) {
            let chunk = stamps[start..<min(start + form.maximumWrites, stamps.count)]
            do {
                try await pace(chunk.count)
            } catch {
                let stopped = FirestoreError(
                    .cancelled, "The writing of receipts was stopped.", underlying: error)
                settle(stamps[start...], .postponed(stopped))
                return
            }
            var parts: [(stamps: ArraySlice<ReadStamp>, error: DatabaseError?)] = []
            await chats.settle(chunk) { parts.append(($0, $1)) }
            for (stamps, error) in parts { settle(stamps, error) }
        }
    }

    private mutating func settle(_ stamps: ArraySlice<ReadStamp>, _ error: DatabaseError?) {
        guard let error else {
            report.commits += 1
            report.documentsWritten += stamps.count
            return settle(stamps, .written)
        }
        let failure = FirestoreError(error)
        guard error.concernsSomeMessage else { return settle(stamps, .postponed(failure)) }
        for stamp in stamps {
            let path = chats.schema.path(ofMessage: stamp.messageID, in: stamp.conversationID)
            let reason =
                error.code == .permissionDenied ? "denied by the security rules (\(path))" : error.message
            settle([stamp], .refused(failure.code, reason: reason))
        }
    }

    private mutating func settle(_ stamps: ArraySlice<ReadStamp>, _ outcome: ReceiptOutcome) {
        for stamp in stamps {
            for index in places[stamp] ?? [] { outcomes[index] = outcome }
        }
    }
}
