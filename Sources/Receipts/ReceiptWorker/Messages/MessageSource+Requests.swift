import PubSubClient

/// Messages that arrive over HTTP, and whose senders wait.
extension MessageSource {
    /// How long a sender waits.
    private static let patience = Duration.seconds(25)

    /// Holds the receipts of a request until they are written.
    ///
    /// - Parameter arrived: Called with the number of events once they are held.
    func take(
        _ events: [ReceiptEvent], _ refusals: [EventRefusal], of source: RefusedMessage,
        _ arrived: @escaping @Sendable (Int) async -> Void
    ) async -> MessageOutcome {
        await withCheckedContinuation { continuation in
            let number = hold(events, refusals, for: .request(source, continuation))
            Task {
                await arrived(events.count)
                _ = try? await clock.sleep(for: Self.patience)
                if case .request(_, let continuation)? = giveUp(number) {
                    continuation.resume(returning: .postponed)
                }
            }
        }
    }

    /// Why no more requests are accepted now, in one line; nil if they are.
    var reasonToWait: String? {
        if pulling.isClosed { return "the worker is stopping" }
        let most = flow.maximumMessages
        return openMessages < most ? nil : "the worker holds \(openMessages) messages of at most \(most)"
    }
}
