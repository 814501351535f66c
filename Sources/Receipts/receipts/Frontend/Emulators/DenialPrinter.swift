/// Prints why rules denied requests, in the background, so that no request waits for a terminal.
struct DenialPrinter: Sendable {
    /// The maximum number of denials waiting to be printed; beyond that the oldest are dropped.
    private static let backlog = 1000

    private let continuation: AsyncStream<@Sendable () -> String>.Continuation
    private let printing: Task<Void, Never>

    init(_ console: Console) {
        let (texts, continuation) = AsyncStream.makeStream(
            of: (@Sendable () -> String).self, bufferingPolicy: .bufferingNewest(DenialPrinter.backlog))
        self.continuation = continuation
        printing = Task {
            for await text in texts { console.err(text()) }
        }
    }

    /// Adds a denial. Its text is computed when it is printed.
    func note(_ text: @escaping @Sendable () -> String) { continuation.yield(text) }

    /// Prints the rest, and ends.
    func finish() async {
        continuation.finish()
        await printing.value
    }
}
