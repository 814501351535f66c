import FirestoreClient
import FirestoreModel

/// The outcomes and costs of one call or one batch. A value that the engines fill in.
struct ReceiptLedger {
    /// Who asks.
    enum Caller {
        /// One user, for messages of one conversation. The first failure that concerns more than one message ends the call.
        case user
        /// A worker, for any users and conversations. A failure does not hold up the others.
        case worker
    }

    let caller: Caller
    private(set) var receipts: [PendingReceipt]
    private var outcomes: [ReceiptOutcome?]
    /// How many receipts have an outcome.
    private var settledCount = 0
    /// Gets that number whenever it has grown.
    var onProgress: @Sendable (Int) -> Void = { _ in }
    /// The number of requests with writes.
    var commits = 0
    /// The number of documents read, as production bills them.
    var documentsRead = 0
    /// The number of documents written.
    var documentsWritten = 0
    /// The error that ended a user's call.
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
        for place in places {
            if outcomes[place] == nil { settledCount += 1 }
            outcomes[place] = outcome
        }
        onProgress(settledCount)
    }

    /// Postpones receipts, and ends a user's call.
    mutating func postpone(_ places: some Sequence<Int>, _ error: FirestoreError) {
        settle(places, .postponed(error.code, reason: error.message))
        end(ReceiptsError(error))
    }

    /// Ends a user's call, unless it has ended already.
    mutating func end(_ error: ReceiptsError) {
        if caller == .user { failure = failure ?? error }
    }

    // MARK: Results

    /// The report for the caller of a batch.
    var report: ReceiptBatch.Report {
        let left = ReceiptOutcome.postponed(.cancelled, reason: "The receipt was not reached.")
        var report = ReceiptBatch.Report(outcomes.map { $0 ?? left })
        report.commits = commits
        report.documentsRead = documentsRead
        report.documentsWritten = documentsWritten
        return report
    }

    /// The result for the caller of a single call.
    ///
    /// - Throws: The error that ended the call, with what was done before.
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

    /// Each receipt with its outcome so far.
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
