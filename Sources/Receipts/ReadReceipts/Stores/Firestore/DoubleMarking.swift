/// One user's call that marks messages in two schemas, while an app moves from one to the other.
struct DoubleMarking: ReceiptMarking {
    private var first: any ReceiptMarking
    private var second: any ReceiptMarking

    var onProgress: @Sendable (Int) -> Void {
        get { first.onProgress }
        set { first.onProgress = newValue }
    }

    init(_ first: any ReceiptMarking, _ second: any ReceiptMarking) {
        self.first = first
        self.second = second
    }

    mutating func run() async throws(ReceiptsError) -> MarkResult {
        let result = try await first.run()
        do throws(ReceiptsError) {
            return result.adding(try await second.run())
        } catch {
            throw result.completed(by: error)
        }
    }

    mutating func mark(_ messages: [Message]) async throws(ReceiptsError) -> MarkResult {
        let result = try await first.mark(messages)
        do throws(ReceiptsError) {
            return result.adding(try await second.mark(messages))
        } catch {
            throw result.completed(by: error)
        }
    }
}

extension MarkResult {
    /// The result with that of the same call in another schema: what was skipped there counts once, here.
    fileprivate func adding(_ other: MarkResult) -> MarkResult {
        var both = self
        let known = Set(marked)
        both.marked += other.marked.filter { !known.contains($0) }
        let failing = Set(failed.map(\.messageID))
        both.failed += other.failed.filter { !failing.contains($0.messageID) }
        both.commits += other.commits
        both.documentsRead += other.documentsRead
        both.documentsWritten += other.documentsWritten
        return both
    }

    fileprivate func completed(by error: ReceiptsError) -> ReceiptsError {
        var error = error
        error.partialResult = error.partialResult.map(adding) ?? self
        return error
    }
}

extension ReceiptBatch.Report {
    /// The report with that of the same receipts in another schema: a receipt is written if neither has refused it.
    func adding(_ other: ReceiptBatch.Report) -> ReceiptBatch.Report {
        var both = self
        both.outcomes = zip(outcomes, other.outcomes).map { own, other in
            switch (own, other) {
            case (.postponed, _), (.refused, .written), (.refused, .skipped), (.refused, .refused): own
            case (_, .postponed), (_, .refused): other
            case (.written, _), (.skipped, .skipped): own
            case (.skipped, .written): other
            }
        }
        both.commits += other.commits
        both.documentsRead += other.documentsRead
        both.documentsWritten += other.documentsWritten
        return both
    }
}
