/// Prints why rules denied requests, beside the requests: none waits for a terminal.
struct DenialPrinter: Sendable {
    /// So many denials may wait to be printed; of more the oldest are left out.
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

    /// Takes the text of a denial, which is asked for when it is printed.
    func note(_ text: @escaping @Sendable () -> String) { continuation.yield(text) }

    /// Prints what is left, and ends.
    func finish() async {
        continuation.finish()
        await printing.value
    }
}
