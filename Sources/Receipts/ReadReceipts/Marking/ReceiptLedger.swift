import FirestoreClient
import FirestoreModel

/// What became of the receipts of one call or one batch, and what that took. A value that the engines fill in.
struct ReceiptLedger {
    /// Who asks for the receipts.
    enum Caller {
        /// One user, for messages of one conversation: the first failure that concerns more than a message ends the call.
        case user
        /// A worker, for any users and conversations: whatever fails keeps nothing else from being written.
        case worker
    }

    let caller: Caller
    private(set) var receipts: [PendingReceipt]
    private var outcomes: [ReceiptOutcome?]
    /// How many requests with writes were carried out.
    var commits = 0
    /// How many documents were read, as production bills them.
    var documentsRead = 0
    /// How many documents were written.
    var documentsWritten = 0
    /// What has ended a user's call.
    private(set) var failure: ReceiptsError?

    init(_ caller: Caller, _ receipts: [PendingReceipt] = []) {
        self.caller = caller
        self.receipts = receipts
        outcomes = Array(repeating: nil, count: receipts.count)
    }

    /// Adds a receipt.
    ///
    /// - Returns: Its place.
    mutating func add(_ receipt: PendingReceipt) -> Int {
        receipts.append(receipt)
        outcomes.append(nil)
        return receipts.count - 1
    }

    mutating func settle(_ places: some Sequence<Int>, _ outcome: ReceiptOutcome) {
        for place in places { outcomes[place] = outcome }
    }

    /// Settles receipts that cannot be written now, and ends a user's call.
    mutating func postpone(_ places: some Sequence<Int>, _ error: FirestoreError) {
        settle(places, .postponed(error))
        end(ReceiptsError(error))
    }

    /// Ends a user's call, unless it has ended already.
    mutating func end(_ error: ReceiptsError) {
        if caller == .user { failure = failure ?? error }
    }

    // MARK: Results

    /// What the caller of a batch is told.
    var report: ReceiptBatch.Report {
        let left = FirestoreError(.cancelled, "The receipt was not looked at.")
        var report = ReceiptBatch.Report(outcomes.map { $0 ?? .postponed(left) })
        report.commits = commits
        report.documentsRead = documentsRead
        report.documentsWritten = documentsWritten
        return report
    }

    /// What the caller of a single call is told.
    ///
    /// - Throws: What has ended the call, with what was done before.
    func result(_ evidence: LayoutEvidence, in conversation: ConversationID, of chats: some ChatStore)
        throws(ReceiptsError) -> MarkResult
    {
        let result = MarkResult(self)
        var error = failure
        if error == nil, result.isAllOfOtherSchemas { error = chats.otherSchema(evidence, in: conversation) }
        guard var error else { return result }
        if result.commits > 0 || !result.failed.isEmpty { error.partialResult = result }
        throw error
    }

    /// Each receipt with what became of it so far.
    fileprivate var settled: some Sequence<(PendingReceipt, ReceiptOutcome?)> { zip(receipts, outcomes) }
}

extension MarkResult {
    /// Folds outcomes into a result.
    fileprivate init(_ ledger: ReceiptLedger) {
        self.init()
        for (receipt, outcome) in ledger.settled {
            switch outcome {
            case .written: marked.append(receipt.messageID)
            case .skipped(let reason): skipped[reason, default: 0] += 1
            case .refused(_, let reason):
                failed.append(.init(messageID: receipt.messageID, reason: reason))
            case .postponed, nil: break
            }
        }
        commits = ledger.commits
        documentsRead = ledger.documentsRead
        documentsWritten = ledger.documentsWritten
    }
}
