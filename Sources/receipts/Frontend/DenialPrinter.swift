import FirestoreEmulator

/// Prints why rules denied requests, beside the requests: none waits for a terminal.
struct DenialPrinter: Sendable {
    /// So many denials may wait to be printed; of more the oldest are left out.
    private static let backlog = 1000

    private let continuation: AsyncStream<RuleDecision>.Continuation
    private let printing: Task<Void, Never>

    init(_ console: Console) {
        let (decisions, continuation) = AsyncStream.makeStream(
            of: RuleDecision.self, bufferingPolicy: .bufferingNewest(DenialPrinter.backlog))
        self.continuation = continuation
        printing = Task {
            for await decision in decisions { console.err(decision.text) }
        }
    }

    /// Takes a decision to print, if it is a denial.
    func note(_ decision: RuleDecision) {
        if !decision.isAllowed { continuation.yield(decision) }
    }

    /// Prints what is left, and ends.
    func finish() async {
        continuation.finish()
        await printing.value
    }
}
